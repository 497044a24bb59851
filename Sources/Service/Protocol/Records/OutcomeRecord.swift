import JSONCoding
import SudokuCore
import SudokuRating
import SudokuSession

/// The changes by a mutation of a game: the result of `game.place` and others.
struct OutcomeRecord: Record {
  let outcome: Outcome
  let game: DocumentID

  static let shape = RecordShape<Self>(
    "Outcome", "The changes of a game by a mutation.",
    [
      .optional("bookmark", "The bookmark that was set.") { $0.outcome.bookmark?.description },
      .required("changes", "The cells that changed.") { $0.outcome.changes },
      .required("completed", "True if the game is completed; reported only once that is durable.") {
        $0.outcome.status == .completed
      },
      .required("canRedo") { $0.outcome.canRedo },
      .required("canUndo") { $0.outcome.canUndo },
      .required("conflicts", "The old name of `repeatedCells`.") { $0.outcome.repeatedCells },
      .flag("duplicate", "The request is a repetition; this is the answer to the first one.") {
        $0.outcome.isDuplicate
      },
      .required("elapsedMilliseconds", "The time played.", .integer(minimum: 0)) {
        $0.outcome.elapsedMilliseconds
      },
      .required("game", "The game's ID.") { $0.game },
      .required("hintsUsed") { $0.outcome.hintsUsed },
      .required("mistakes", "The number of different wrong placements.") {
        $0.outcome.mistakes
      },
      .required(
        "repeatedCells", "Cells whose digit is repeated in a house; empty with the check off."
      ) { $0.outcome.repeatedCells },
      .flag("resumed", "The game was paused; this request, another than resume, resumed it.") {
        $0.outcome.didResume
      },
      .required("rev", "The revision; it grows with every operation.", .integer(minimum: 0)) {
        $0.outcome.rev
      },
      .required("status") { $0.outcome.status },
      .optional(
        "wrongCells",
        "Cells with a wrong digit; there if the option `mistakeCheck` is `solution`, and after a check."
      ) { $0.outcome.reportsWrongCells ? $0.outcome.wrongCells : nil },
    ])
}

extension Outcome.Change: Record {
  package static let shape = RecordShape<Self>(
    "Change", "The new content of a cell.",
    [
      .required("cell") { $0.cell },
      .nonEmpty("corners", "Its corner notes.") { $0.corners },
      .nullable("digit", "Null for an empty cell.") { $0.digit },
      .required("notes") { $0.notes },
    ])
}

/// The result of `game.why`.
struct RefutationOutcomeRecord: Record {
  let outcome: OutcomeRecord
  let reason: Refutation

  static let shape = RecordShape<Self>(
    "RefutationOutcome", "The reason that a digit can't go in a cell, and the changes by asking.",
    OutcomeRecord.shape.fields(of: \.outcome) + [.required("reason") { $0.reason }])
}

/// The result of `game.hint`.
struct HintedOutcomeRecord: Record {
  let outcome: OutcomeRecord
  let hint: Hint

  static let shape = RecordShape<Self>(
    "HintedOutcome", "A hint for a game, and the changes by giving it.",
    OutcomeRecord.shape.fields(of: \.outcome) + [.required("hint") { $0.hint }])
}

/// The result of `game.hint` that asks for the state.
struct HintedStateRecord: Record {
  let state: GameStateRecord
  let hint: Hint

  static let shape = RecordShape<Self>(
    "HintedState", "A hint for a game, and the game's state after it.",
    GameStateRecord.shape.fields(of: \.state) + [.required("hint") { $0.hint }])
}

/// The result of `game.candidates`.
struct CandidatesRecord: Record {
  let document: GameDocument

  static let shape = RecordShape<Self>(
    "Candidates", "The candidates of a game's empty cells.",
    [
      .required(
        "candidates", "The digits that no peer of the cell holds.",
        .map("Digits by cell: {\"r4c7\": [1, 5]}.", of: DigitSet.schema)
      ) { $0.candidates },
      .required("game", "The game's ID.") { $0.document.documentID },
      .required("rev", "The revision of the game.", .integer(minimum: 0)) {
        $0.document.operations.count
      },
    ])

  private var candidates: JSONObject {
    let grid = CandidateGrid(document.board)
    return JSONObject(grid.emptyCells.map { (key: $0.description, value: grid[$0].json) })
  }
}

/// The result of `game.history`.
struct HistoryRecord: Record {
  /// An operation and the revision of the game that it made.
  struct Entry: Record {
    let operation: DocumentOperation
    let rev: Int

    /// The members of the operation, which depend on its kind, and when it was made.
    var json: JSONValue {
      var members = operation.fields.members
      members["rev"] = JSONValue(rev)
      members["date"] = date.json
      members["at"] = JSONValue(operation.stamp.milliseconds)
      return .object(members)
    }

    private var date: UTCTime { UTCTime(milliseconds: operation.stamp.milliseconds) }

    func append(to buffer: inout JSONBuffer) throws(JSONError) { try buffer.append(json) }

    static let shape = RecordShape<Self>(
      "Operation", "An operation of a game; its other members depend on its kind.", isOpen: true,
      [
        .required("at", "The old form of `date`, in milliseconds since 1970.") {
          $0.operation.stamp.milliseconds
        },
        .required("date", "The time at which it was made.") { $0.date },
        .required("device", "The device that made it.") { "\($0.operation.key.device)" },
        .required("kind", "The kind of the operation.") { $0.operation.action.kind },
        .required("rev", "The revision of the game that it made.", .integer(minimum: 1)) { $0.rev },
        .required("seq", "Its number among those of the device.", .integer(minimum: 1)) {
          $0.operation.key.seq
        },
        .required("stamp", "The time at which it was made: milliseconds and counter.") {
          "\($0.operation.stamp)"
        },
      ])
  }

  let game: DocumentID
  let operations: [Entry]
  let hasMore: Bool
  let rev: Int

  static let shape = RecordShape<Self>(
    "History", "A part of a game's history.",
    [
      .required("game", "The game's ID.") { $0.game },
      .required("more", "True if there are more.") { $0.hasMore },
      .required("operations", "Oldest first.") { $0.operations },
      .required("rev", "The revision of the game.", .integer(minimum: 0)) { $0.rev },
    ])
}

import SudokuCore
import SudokuHints
import SudokuSession

/// What a mutation of a game changed: the answer of `game.place` and others.
public struct OutcomeRecord: Record {
  /// What the player is told.
  public var outcome: Outcome
  /// The game.
  public var game: DocumentID

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - outcome: What the player is told.
  ///   - game: The game.
  public init(_ outcome: Outcome, game: DocumentID) {
    self.outcome = outcome
    self.game = game
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Outcome", "What a mutation of a game changed.",
    [
      .optional("bookmark", "The bookmark that was set.") { $0.outcome.bookmark?.description },
      .required("changes", "The cells that look different now.") {
        $0.outcome.changes.map { ChangeRecord($0) }
      },
      .required("completed", "Whether the game is completed; told only once that is durable.") {
        $0.outcome.status == .completed
      },
      .required(
        "conflicts", "Cells whose digit is repeated in a house; empty with the check off."
      ) { $0.outcome.conflicts },
      .optional("duplicate", "The request was carried out before; this is its answer again.") {
        $0.outcome.isDuplicate ? true : nil
      },
      .required("elapsedMilliseconds", "The time played.", .integer(minimum: 0)) {
        $0.outcome.elapsedMilliseconds
      },
      .required("game", "The game's ID.") { $0.game.rawValue },
      .required("mistakes", "The number of different wrong placements.") {
        $0.outcome.mistakes
      },
      .optional("resumed", "The game was paused; this request, another than resume, resumed it.") {
        $0.outcome.didResume ? true : nil
      },
      .required("rev", "The revision; it grows with every operation.", .integer(minimum: 0)) {
        $0.outcome.rev
      },
      .required("status", "", .status) { $0.outcome.status.rawValue },
      .optional("wrongCells", "Cells with a wrong digit, where the options let it be told.") {
        record in
        record.outcome.wrongCells.isEmpty ? nil : record.outcome.wrongCells
      },
    ])
}

/// A hint for a game, and what giving it changed: the answer of `game.hint`.
public struct HintedOutcomeRecord: Record {
  /// What the player is told besides.
  public var outcome: OutcomeRecord
  /// The hint.
  public var hint: HintRecord

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - hint: The hint.
  ///   - outcome: What the player is told besides.
  ///   - game: The game.
  public init(_ hint: Hint, _ outcome: Outcome, game: DocumentID) {
    self.hint = HintRecord(hint)
    self.outcome = OutcomeRecord(outcome, game: game)
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "HintedOutcome", "A hint for a game, and what giving it changed.",
    OutcomeRecord.shape.fields(of: \.outcome) + [.required("hint") { $0.hint }])
}

/// What a cell shows now.
public struct ChangeRecord: Record {
  /// The change.
  public var change: Outcome.Change

  /// Creates a record.
  public init(_ change: Outcome.Change) { self.change = change }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Change", "What a cell shows now.",
    [
      .required("cell") { $0.change.cell },
      .nullable("digit", "Null where the cell is empty.") { $0.change.digit },
      .required("notes") { $0.change.notes },
    ])
}

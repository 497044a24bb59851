import JSONCoding
import SudokuCore
import SudokuRating
import SudokuSession

/// The state of a game: an answer of `game.new`, `game.open`, `game.state` and others.
public struct GameStateRecord: Record {
  /// What the player sees.
  public var state: GameState
  /// Whether a new game was asked for that was there already.
  public var isExisting: Bool
  /// Whether the request was carried out before and this is its game.
  public var isDuplicate: Bool

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - state: What the player sees.
  ///   - isExisting: Whether a new game was asked for that was there already.
  ///   - isDuplicate: Whether the request was carried out before.
  public init(_ state: GameState, isExisting: Bool = false, isDuplicate: Bool = false) {
    self.state = state
    self.isExisting = isExisting
    self.isDuplicate = isDuplicate
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "GameState", "The state of a game.", boardFields + progressFields + puzzleFields)

  private static let boardFields: [RecordField<Self>] = [
    .required("board", "Clues and digits placed.") { $0.state.board },
    .required("bookmarks", "Marked boards, oldest first.") {
      $0.state.bookmarks.map { BookmarkRecord($0) }
    },
    .required("canRedo") { $0.state.canRedo },
    .required("canUndo") { $0.state.canUndo },
    .required("conflicts", "Cells whose digit is repeated in a house; empty with the check off.") {
      $0.state.conflictingCells
    },
    .required("givens", "The clues.") { $0.state.givens },
    .required("notes", "The player's notes: digits by cell.", .notes) { $0.state.notes.members },
    .optional("selected", "The selected cell.") { $0.state.selected },
    .required("syncConflicts", "Conflicts between devices that the player has to resolve.") {
      $0.state.conflicts.map { SyncConflictRecord($0) }
    },
    .optional("wrongCells", "Cells with a wrong digit, where the options allow reporting it.") {
      record in
      record.state.wrongCells.isEmpty ? nil : record.state.wrongCells
    },
  ]

  private static let progressFields: [RecordField<Self>] = [
    .required("checksUsed", "How often the player asked for a check.") { $0.state.checksUsed },
    .optional("completionDate") { $0.state.completionDate },
    .required("elapsedMilliseconds", "The time played.", .integer(minimum: 0)) {
      $0.state.elapsedMilliseconds
    },
    .optional("duplicate", "The request is a repetition; this is the game of the first one.") {
      $0.isDuplicate ? true : nil
    },
    .optional("existing", "The game already existed.") { $0.isExisting ? true : nil },
    .required("hintsUsed") { $0.state.hintsUsed },
    .optional(
      "ignored",
      "Kinds of operations that are kept and change nothing: of a newer version, or with values that "
        + "can't be read or don't fit this game."
    ) { $0.state.ignoredKinds.isEmpty ? nil : $0.state.ignoredKinds },
    .required("lastSaved") { UTCTime(milliseconds: $0.state.lastSaved.milliseconds) },
    .required("mistakes", "The number of different wrong placements.") { $0.state.mistakes },
    .required("options") { OptionsRecord($0.state.options) },
    .required("rev", "The revision; it grows with every operation.", .integer(minimum: 0)) {
      $0.state.rev
    },
    .required("status", "", .status) { $0.state.status.rawValue },
  ]

  private static let puzzleFields: [RecordField<Self>] = [
    .required("game", "The game's ID.") { "\($0.state.game)" },
    .optional("level", "The puzzle's level, where it was rated.") { $0.state.level },
    .required("puzzleId", "The puzzle's ID.") { "\($0.state.puzzleID)" },
    .optional("rating", "The puzzle's rating, where it was rated.") {
      $0.state.grade.flatMap { RatingRecord($0) }
    },
    .required("startDate") { $0.state.startDate },
  ]
}

extension Schema {
  /// Where a game stands.
  public static var status: Schema {
    .choice(
      "Where the game stands. `gameOver`: the mistake limit is reached.",
      GameState.Status.allCases.map(\.rawValue))
  }

  /// Digits by cell.
  public static var notes: Schema {
    .map("Digits by cell: {\"r4c7\": [1, 5]}.", of: DigitSet.schema)
  }
}

extension NoteSet {
  /// The digits by cell, for cells that have notes.
  fileprivate var members: JSONObject {
    JSONObject(cells.map { (key: $0.description, value: self[$0].json) })
  }
}

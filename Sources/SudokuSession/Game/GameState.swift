import SudokuCore
import SudokuIdentity

/// What a player sees of a game: the result of the fold.
///
/// Coded as the object that the protocol shows; equal sets of operations give equal bytes.
public struct GameState: Hashable, Sendable {
  /// Where a game stands.
  public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
    /// It can be played.
    case inProgress
    /// It can be played; the clock is stopped until then.
    case paused
    /// It is solved, for ever.
    case completed
    /// The mistake limit is reached.
    case gameOver
    /// It is hidden.
    case abandoned
  }

  /// A bookmarked board that can be restored.
  public struct Bookmark: Hashable, Sendable, Codable {
    /// The operation that set it.
    public var id: OperationKey
    /// Its name, where it has one.
    public var name: String?
  }

  /// The game.
  public var game: GameID
  /// The puzzle.
  public var puzzleID: PuzzleID
  /// The clues.
  public var givens: Board
  /// The clues and the player's digits.
  public var board: Board
  /// The notes in empty cells.
  public var notes: NoteSet
  /// The number of operations; it grows with each.
  public var rev: Int
  /// Where the game stands.
  public var status: Status
  /// The time played, in milliseconds, without the segment that runs now.
  public var elapsedMilliseconds: Int
  /// The number of different wrong placements.
  public var mistakes: Int
  /// The number of hints.
  public var hintsUsed: Int
  /// The number of checks against the solution.
  public var checksUsed: Int
  /// The stamp of the last operation, `Stamp.zero` for none.
  public var lastSaved: Stamp
  /// The stamp of the completion shown.
  public var completed: Stamp?
  /// Whether there is something to take back.
  public var canUndo: Bool
  /// Whether there is an undo to take back.
  public var canRedo: Bool
  /// The selected cell.
  public var selected: Cell?
  /// The puzzle's grade, `nil` where it was not graded.
  public var grade: GradeStamp?
  /// The options.
  public var options: GameOptions
  /// The bookmarks, oldest first.
  public var bookmarks: [Bookmark]
  /// What the player has to decide.
  public var conflicts: [Conflict]
  /// The kinds of operations that are kept and change nothing, in alphabetical order, 20 at most.
  ///
  /// Those of a newer version, those with values that can't be read, and those that don't fit this game:
  /// another board, a move in a given cell, a wrong solution.
  public var ignoredKinds: [String]
  /// Cells whose digit is repeated in a house; empty where the option `mistakeCheck` is `off`.
  public var conflictingCells: CellSet
  /// Cells with a wrong digit; empty unless the option `mistakeCheck` is `solution`.
  public var wrongCells: CellSet

  /// The name of the puzzle's level, `nil` where it has none.
  public var level: String? { grade?.level }
  /// The puzzle's score on its scale in tenths, `nil` where it has none.
  public var ratingTenths: Int? { grade?.scoreTenths }

  /// When the game began.
  public var startDate: UTCTime {
    UTCTime(milliseconds: game.startDate.seconds.multipliedClamped(by: 1000))
  }

  /// When the game was completed.
  public var completionDate: UTCTime? { completed.map { UTCTime(milliseconds: $0.milliseconds) } }

  /// Whether the game is completed.
  public var isCompleted: Bool { completed != nil }
}

extension GameState: Encodable {
  private enum CodingKeys: String, CodingKey {
    case game, puzzleID = "puzzleId", givens, board, notes, rev, status, elapsedMilliseconds
    case mistakes, hintsUsed, checksUsed, startDate, lastSaved, completionDate, canUndo, canRedo
    case selected, level, rating, options, bookmarks, conflicts, ignored
  }

  /// Writes the object of the protocol; what is not there is omitted.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(game, forKey: .game)
    try container.encode(puzzleID, forKey: .puzzleID)
    try container.encode(givens.line, forKey: .givens)
    try container.encode(board.line, forKey: .board)
    try container.encode(notes, forKey: .notes)
    try container.encode(rev, forKey: .rev)
    try container.encode(status, forKey: .status)
    try container.encode(elapsedMilliseconds, forKey: .elapsedMilliseconds)
    try container.encode(mistakes, forKey: .mistakes)
    try container.encode(hintsUsed, forKey: .hintsUsed)
    try container.encode(checksUsed, forKey: .checksUsed)
    try container.encode(startDate, forKey: .startDate)
    try container.encode(UTCTime(milliseconds: lastSaved.milliseconds), forKey: .lastSaved)
    try container.encodeIfPresent(completionDate, forKey: .completionDate)
    try container.encode(canUndo, forKey: .canUndo)
    try container.encode(canRedo, forKey: .canRedo)
    try container.encodeIfPresent(selected?.description, forKey: .selected)
    try container.encodeIfPresent(level, forKey: .level)
    try container.encodeIfPresent(ratingTenths.map { Double($0) / 10 }, forKey: .rating)
    try container.encode(options, forKey: .options)
    try container.encode(bookmarks, forKey: .bookmarks)
    try container.encode(conflicts, forKey: .conflicts)
    if !ignoredKinds.isEmpty { try container.encode(ignoredKinds, forKey: .ignored) }
  }
}

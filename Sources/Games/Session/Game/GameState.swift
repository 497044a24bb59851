import SudokuCore
import SudokuIdentity

/// A game as the player sees it: the result of the fold.
///
/// Equal sets of operations give equal states.
public struct GameState: Hashable, Sendable, Codable {
  /// The stage of a game.
  public enum Status: String, Hashable, Sendable, CaseIterable, Codable {
    /// It can be played.
    case inProgress
    /// It can be played; the clock is stopped until then.
    case paused
    /// It is solved; a completion never reverts.
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

  /// The game: its `GameID` as text.
  public var game: DocumentID
  /// The start of the game, from its ID.
  var start: UnixTime
  /// The puzzle.
  public var puzzleID: PuzzleID
  /// The clues.
  public var givens: Board
  /// The clues and the player's digits.
  public var board: Board
  /// The notes in empty cells.
  public var notes: NoteSet
  /// The corner notes in empty cells, a second layer.
  public var corners = NoteSet()
  /// The number of operations; it grows with each.
  public var rev: Int
  /// The stage of the game.
  public var status: Status
  /// The time played, in milliseconds, without the segment that runs now.
  public var elapsedMilliseconds: Int
  /// The number of different wrong placements.
  public var mistakes: Int
  /// The number of hints.
  public var hintsUsed: Int
  /// The number of checks against the solution.
  public var checksUsed: Int
  /// The stamp of the last operation that is more than timekeeping, `Stamp.zero` for none.
  public var lastSaved: Stamp
  /// The date of `lastSaved`: never before the game's start, never in the future of this device's clock.
  public var lastSavedDate: UTCTime
  /// The stamp of the completion shown.
  public var completed: Stamp?
  /// The date of the completion: never before the game's start, never in the future of this device's
  /// clock.
  public var completionDate: UTCTime?
  /// True if a change can be undone.
  public var canUndo: Bool
  /// True if an undo can be taken back.
  public var canRedo: Bool
  /// The selected cell.
  public var selected: Cell?
  /// The puzzle's grade, `nil` where it was not graded.
  public var grade: GradeStamp?
  /// The options.
  public var options: GameOptions
  /// The IDs that the game had in other programs, in order; at most 20.
  public var oldIDs: [String] = []
  /// The bookmarks, oldest first.
  public var bookmarks: [Bookmark]
  /// The conflicts that the player has to settle.
  public var conflicts: [Conflict]
  /// The kinds of operations that are kept and change nothing, in alphabetical order, 20 at most.
  ///
  /// They come from a newer version, have unreadable values, or do not fit this game. Examples of
  /// the last are another board, a move in a given cell and a wrong solution.
  package var ignoredKinds: [String]
  /// Cells whose digit is repeated in a house; empty where the option `mistakeCheck` is `off`.
  public var repeatedCells: CellSet
  /// Cells with a wrong digit; empty unless the option `mistakeCheck` is `solution`.
  public var wrongCells: CellSet

  /// The name of the puzzle's level, `nil` where it has none.
  package var level: String? { grade?.level }

  package var startDate: UTCTime {
    UTCTime(milliseconds: start.seconds.multipliedClamped(by: 1000))
  }

  /// True if the game is completed.
  public var isCompleted: Bool { completed != nil }
}

import SudokuCore
import SudokuIdentity
import SudokuSession

/// What a new game begins with.
///
/// ```swift
/// let opening = try library.begin(NewGame(puzzle: board))
/// ```
public struct NewGame: Hashable, Sendable {
  /// The clues; they must have exactly one solution.
  public var puzzle: Board
  /// When the game begins, to the second; `nil` for now.
  ///
  /// The same board and start are the same game on every device.
  public var startDate: UnixTime?
  /// The player's choices.
  public var options: GameOptions
  /// The puzzle's grade, `nil` where it was not graded.
  public var grade: GradeStamp?
  /// The client's ID of the request.
  public var opID: String?
  /// The time in place of the clocks, in milliseconds since 1970.
  public var at: Int64?

  /// Creates what a game of a board begins with, without a grade.
  ///
  /// - Parameters:
  ///   - puzzle: The clues.
  ///   - startDate: When the game begins; `nil` for now.
  ///   - options: The player's choices.
  ///   - opID: The client's ID of the request.
  ///   - at: The time in place of the clocks, in milliseconds since 1970.
  public init(
    puzzle: Board, startDate: UnixTime? = nil, options: GameOptions = GameOptions(),
    opID: String? = nil, at: Int64? = nil
  ) {
    self.puzzle = puzzle
    self.startDate = startDate
    self.options = options
    self.opID = opID
    self.at = at
  }
}

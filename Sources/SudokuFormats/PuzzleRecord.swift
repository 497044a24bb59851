import SudokuCore

/// A puzzle of a file, with what the file says about it.
///
/// ```swift
/// let record = PuzzleRecord(puzzle: board, solution: solution)
/// PuzzleWriter(.sdm).text(of: record)
/// ```
public struct PuzzleRecord: Hashable, Sendable {
  /// The clues.
  public var puzzle: Board
  /// The solution that the file gives; nothing is checked but that it has the clues.
  public var solution: Board?
  /// The line of the file where the puzzle starts, counted from 1.
  public var line: Int

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - puzzle: The clues.
  ///   - solution: Its solution, if known.
  ///   - line: The line where it starts, counted from 1.
  public init(puzzle: Board, solution: Board? = nil, line: Int = 1) {
    self.puzzle = puzzle
    self.solution = solution
    self.line = line
  }
}

import SudokuCore
import SudokuSolver

/// One of many solutions: a line of `sudoku solve --all`.
public struct SolutionRecord: Record, Hashable {
  /// The clues.
  public var puzzle: Board
  /// The number of the solution, from 1.
  public var number: Int
  /// The solution.
  public var solution: Board

  /// Creates a record.
  public init(puzzle: Board, number: Int, solution: Board) {
    self.puzzle = puzzle
    self.number = number
    self.solution = solution
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Solution", "One of the solutions of a puzzle.",
    [
      .required("number", "The number of the solution, from 1.", .integer(minimum: 1)) {
        $0.number
      },
      .required("puzzle") { $0.puzzle }, .required("solution") { $0.solution },
    ])
}

import SudokuCore
import SudokuSolver

/// A board in a canonical form.
public struct CanonicalBoard: Hashable, Sendable {
  /// The board in the form.
  public let board: Board
  /// The number of symmetries that turn the board into itself, at least 1; symmetries that differ
  /// only in the names of digits that the board doesn't show count once.
  public let automorphismCount: Int
  let arrangement: Arrangement

  /// One of the transformations that lead to the form.
  public var transformation: Transformation { arrangement.transformation }
}

import SudokuCore
import SudokuIdentity
import SudokuSolver

/// What symmetric boards have in common, as a number; for boards with any number of solutions.
///
/// ```swift
/// var maker = ClassKeyMaker()
/// maker.key(of: board) == maker.key(of: symmetry.applied(to: board))    // true
/// ```
///
/// For a puzzle with one solution it is the number of its `ClassID`, for other boards the number of
/// the `PuzzleID` of their smallest form.
public struct ClassKeyMaker: Sendable {
  private var canonicalizer = Canonicalizer()

  /// Creates a maker; it keeps its working memory from board to board.
  public init() {}

  /// The key of a board.
  ///
  /// - Parameter board: Any board.
  /// - Returns: The same number for all symmetric boards; `nil` for a full board that breaks the rules.
  public mutating func key(of board: Board) -> UInt128? {
    key(of: board, solution: Solver().uniqueSolution(of: board))
  }

  /// The key of a board whose solution is known.
  ///
  /// - Parameters:
  ///   - board: Any board.
  ///   - solution: Its only solution; `nil` if it has none or several.
  /// - Returns: As for `key(of:)`.
  public mutating func key(of board: Board, solution: Board?) -> UInt128? {
    if let solution {
      return ClassID(board, solution: solution, using: &canonicalizer)?.bits
    }
    return canonicalizer.form(.minlex, of: board).map { PuzzleID($0.board).bits }
  }
}

import SudokuCore
import SudokuSolver

/// Why there is no hint for a position.
public enum HintError: Error, Hashable, Sendable {
  /// The clues have no solution.
  case noSolution
  /// The clues have several solutions.
  case severalSolutions
  /// The board contradicts a clue.
  case clueChanged(Cell)
  /// The caller asked to stop.
  case cancelled
}

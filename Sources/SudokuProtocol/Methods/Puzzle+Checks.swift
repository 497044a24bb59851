import JSONCoding
import SudokuCore
import SudokuSession
import SudokuSolver

/// Refuses boards that are no proper puzzles, with what a program needs to tell why.
enum ProperPuzzle {
  /// The one solution of a puzzle.
  ///
  /// - Parameter puzzle: The clues.
  /// - Returns: The solution.
  /// - Throws: `conflictingClues`, `noSolution` or `notUnique` with witnesses.
  static func solution(of puzzle: Board) throws(RPCError) -> Board {
    do throws(GameError) {
      return try GameDocument.uniqueSolution(of: puzzle)
    } catch {
      throw RPCError(error)
    }
  }
}

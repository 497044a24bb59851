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

  /// The clues that could be left out, each alone, without a second solution.
  static func redundantClues(of puzzle: Board, solution: Board) -> CellSet {
    let solver = Solver()
    var redundant = CellSet()
    for cell in puzzle.filledCells {
      var without = puzzle
      without[cell] = nil
      if solver.solve(without, limit: 2).isUnique { redundant.insert(cell) }
    }
    return redundant
  }
}

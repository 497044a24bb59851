import JSONCoding
import SudokuCore
import SudokuSolver

/// Refuses boards that are no proper puzzles, with what a program needs to tell why.
enum ProperPuzzle {
  /// The one solution of a puzzle.
  ///
  /// - Parameter puzzle: The clues.
  /// - Returns: The solution.
  /// - Throws: `conflictingClues`, `noSolution` or `notUnique` with witnesses.
  static func solution(of puzzle: Board) throws(RPCError) -> Board {
    let conflicts = puzzle.conflictingCells
    guard conflicts.isEmpty else {
      throw RPCError(
        .conflictingClues, "clues contradict each other: \(conflicts)",
        ["cells": Shape.cells(conflicts)])
    }
    let result = Solver().solve(puzzle, limit: 2)
    guard let solution = result.solution else {
      throw RPCError(.noSolution, "the puzzle has no solution")
    }
    if let other = result.secondSolution {
      throw RPCError(
        .notUnique, "the puzzle has more than one solution",
        ["solutions": [.string(solution.line), .string(other.line)]])
    }
    return solution
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

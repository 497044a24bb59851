import SudokuCore
import SudokuSolver

extension BatchSolver {
  init(threads: Int, instructionSet: InstructionSet) { self.init(threads: threads) }
  func redundantClues(of board: Board) -> CellSet {
    CellSet(
      board.filledCells.filter {
        var fewer = board
        fewer[$0] = nil
        return Solver().solve(fewer).isUnique
      })
  }
}

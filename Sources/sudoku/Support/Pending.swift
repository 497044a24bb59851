import SudokuCore
import SudokuSolver
enum InstructionSet: String, Sendable { case baseline, avx2, avx512; static let best = InstructionSet.baseline; var isAvailable: Bool { true } }
extension BatchSolver {
  init(threads: Int, instructionSet: InstructionSet) { self.init(threads: threads) }
  func redundantClues(of board: Board) -> CellSet {
    CellSet(board.filledCells.filter { var b = board; b[$0] = nil; return Solver().solve(b).isUnique })
  }
}
extension Solver { init(instructionSet: InstructionSet) { self.init() } }

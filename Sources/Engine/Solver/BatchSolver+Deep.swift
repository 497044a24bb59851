import CSudokuVectors
import Dispatch
import SudokuCore

/// The boards that a batch gives up, because they take too many guesses.
///
/// At the end of a batch such a board would be alone in it, and there a guess costs a hundred times
/// as much as with all lanes at work. How many guesses a board takes in its lane depends on nothing
/// but the board, so the same boards are given up for every width and in every batch.
extension BatchSolver {
  /// After how many guesses a batch gives up a board.
  ///
  /// The hardest puzzles known stay below: of 48,766 rated over 11 none takes more than 686.
  static let mostGuesses: UInt32 = 1000

  /// Solves the boards that were given up, one at a time.
  func solveGivenUp(_ request: batch_request) {
    guard let counts = request.counts else { return }
    let given = (0..<request.count).filter { counts[$0] == BATCH_GIVEN_UP }
    guard !given.isEmpty else { return }
    let solver = Solver(instructionSet: instructionSet)
    let workers = min(threads, given.count)
    nonisolated(unsafe) let request = request
    let work = { @Sendable (worker: Int) in
      for position in stride(from: worker, to: given.count, by: workers) {
        let index = given[position]
        request.write(
          request.solve(index, with: solver, limit: Int(request.limit), isCancelled), index)
      }
    }
    if workers == 1 { return work(0) }
    DispatchQueue.concurrentPerform(iterations: workers, execute: work)
  }
}

extension batch_request {
  /// Solves one of the boards alone.
  func solve(
    _ index: Int, with solver: Solver, limit: Int, _ isCancelled: (() -> Bool)?
  ) -> SolveResult {
    if let candidates {
      return solver.search(.masks(candidates + index * 81), limit: limit, isCancelled: isCancelled)
    }
    guard let boards else { return SolveResult() }
    let bytes = boards + index * stride
    let board = Board(unsafeValues: { values in
      for cell in 0..<81 {
        let value = bytes[cell] & 15
        values[cell] = value <= 9 ? value : 0
      }
    })
    guard let excluded else {
      return board.withUnsafeValues {
        solver.search(.values($0), limit: limit, isCancelled: isCancelled)
      }
    }
    let (digit, cell) = Int(excluded[index]).quotientAndRemainder(dividingBy: 81)
    return board.withUnsafeValues { values in
      var masks = InlineArray<81, UInt16> { values[$0] == 0 ? 0x1FF : 1 << UInt16(values[$0] - 1) }
      masks[cell] &= ~(1 << UInt16(digit))
      return withUnsafePointer(to: masks) { pointer in
        pointer.withMemoryRebound(to: UInt16.self, capacity: 81) {
          solver.search(.masks($0), limit: limit, isCancelled: isCancelled)
        }
      }
    }
  }

  /// Puts a result where the kernel would.
  func write(_ result: SolveResult, _ index: Int) {
    counts?[index] = UInt32(clamping: result.solutionCount)
    guesses?[index] = UInt32(clamping: result.guesses)
    for (grids, solution) in [(first, result.solution), (second, result.secondSolution)] {
      guard let grids, let solution else { continue }
      let grid = grids + index * grid_stride
      solution.withUnsafeValues { values in
        for cell in 0..<81 { grid[cell] = base &+ values[cell] }
      }
    }
  }
}

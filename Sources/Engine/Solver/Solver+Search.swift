import CSudokuVectors
import SudokuCore

extension Solver {
  /// After how many guesses a search asks whether it is cancelled: well under a millisecond.
  private static let guessesBetweenQuestions: Int64 = 2048

  func search(_ start: SearchStart, limit: Int, isCancelled: (() -> Bool)?) -> SolveResult {
    precondition(limit >= 1, "a search has a limit of at least 1")
    var task = Task(
      start: start, kernel: Kernel(instructionSet: instructionSet), limit: limit,
      isCancelled: isCancelled)
    withUnsafeMutablePointer(to: &task) { task in
      sudoku_with_search(
        { search, task in task.assumingMemoryBound(to: Task.self).pointee.run(search) }, task)
    }
    return task.result
  }

  /// A search on its way through a C function, which provides the memory.
  private struct Task {
    let start: SearchStart
    let kernel: Kernel
    let limit: Int
    let isCancelled: (() -> Bool)?
    var result = SolveResult()

    mutating func run(_ search: UnsafeMutablePointer<sudoku_search>) {
      start.begin(search, with: kernel)
      search.pointee.budget = isCancelled == nil ? .max / 2 : guessesBetweenQuestions
      var outcome = sudoku_solved
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 81) { buffer in
        guard let grid = buffer.baseAddress else { return }
        while outcome != sudoku_exhausted, result.solutionCount < limit {
          outcome = kernel.next(search, grid)
          if outcome == sudoku_solved { keep(grid) }
          if let isCancelled, outcome != sudoku_exhausted, isCancelled() { break }
        }
      }
      result.isExhaustive = outcome == sudoku_exhausted
      result.guesses = Int(search.pointee.guesses)
    }

    @inline(__always)
    private mutating func keep(_ grid: UnsafePointer<UInt8>) {
      result.solutionCount &+= 1
      if result.solutionCount > 2 { return }
      let solution = Board(unsafeValues: { $0.update(from: grid, count: 81) })
      if result.solutionCount == 1 {
        result.solution = solution
      } else {
        result.secondSolution = solution
      }
    }
  }
}

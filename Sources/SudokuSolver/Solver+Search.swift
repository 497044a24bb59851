import CSudokuVectors
import SudokuCore

extension Solver {
  /// After how many guesses a search asks whether it is cancelled: well under a millisecond.
  private static let guessesBetweenQuestions: Int64 = 2048

  /// Searches with all memory on the stack.
  func search(_ question: Question, limit: Int, isCancelled: (() -> Bool)?) -> SolveResult {
    precondition(limit >= 1, "a search has a limit of at least 1")
    var task = Task(
      question: question, kernel: Kernel(instructionSet: instructionSet), limit: limit,
      isCancelled: isCancelled)
    withUnsafeMutablePointer(to: &task) { task in
      sudoku_with_search(
        { search, task in task.assumingMemoryBound(to: Task.self).pointee.run(search) }, task)
    }
    return task.result
  }

  /// A search on its way through a C function, which provides the memory.
  private struct Task {
    let question: Question
    let kernel: Kernel
    let limit: Int
    let isCancelled: (() -> Bool)?
    var result = SolveResult()

    mutating func run(_ search: UnsafeMutablePointer<sudoku_search>) {
      question.start(search, with: kernel)
      search.pointee.budget = isCancelled == nil ? .max / 2 : guessesBetweenQuestions
      var outcome = sudoku_solved
      var grid = Board()
      while outcome != sudoku_exhausted, result.solutionCount < limit {
        grid = Board(unsafeValues: { outcome = kernel.next(search, $0) })
        if outcome == sudoku_solved {
          result.solutionCount &+= 1
          if result.solutionCount == 1 { result.solution = grid }
          if result.solutionCount == 2 { result.secondSolution = grid }
        }
        if let isCancelled, outcome != sudoku_exhausted, isCancelled() { break }
      }
      result.isExhaustive = outcome == sudoku_exhausted
      result.guesses = Int(search.pointee.guesses)
    }
  }
}

import CSudokuVectors
import SudokuCore

/// The solver for many boards at a time.
///
/// ```swift
/// let results = BatchSolver(threads: 4).solve(boards)
/// results[7].isUnique    // about boards[7]
/// ```
///
/// Results come in the order of the boards. They don't depend on the number of threads, on the
/// instruction set or on the other boards of the batch. Of several solutions the result has
/// the first two that this search finds: not the smallest ones, and not those of `Solver`.
///
/// It works on 128 to 512 boards at once, one bit of a vector for each; that pays most from ten thousand
/// on. Fewer than some hundred boards are solved one at a time, as by `Solver`. Only `guesses` shows
/// it: they are those of the search that ran. Nothing is allocated for single boards by the methods that
/// take and fill buffers, see `solve(_:stride:limit:into:)`.
public struct BatchSolver: Sendable {
  /// The number of threads that share the work.
  public let threads: Int
  /// The instruction set of the kernel.
  public let instructionSet: InstructionSet
  /// Asked now and then during the long searches of single boards: true stops them.
  package var isCancelled: (@Sendable () -> Bool)?

  /// Creates a solver.
  ///
  /// `threads` is at least 1; `instructionSet` must be available on this machine.
  public init(threads: Int = 1, instructionSet: InstructionSet = .best) {
    precondition(threads >= 1, "a batch solver needs at least one thread")
    precondition(instructionSet.isAvailable, "this machine lacks the instruction set")
    self.threads = threads
    self.instructionSet = instructionSet
  }

  /// Looks for up to `limit` solutions, at least 1, of each board; results come in their order.
  ///
  /// `SolveResult.guesses` is that of the kernel used, which depends on the number of boards.
  public func solve(_ boards: [Board], limit: Int = 2) -> [SolveResult] {
    Self.values(of: boards).withUnsafeBufferPointer { buffer in
      results(count: boards.count, limit: limit) { output in
        solve(buffer, limit: limit, into: output)
      }
    }
  }

  /// Counts the solutions of each board, up to `limit`, at least 1.
  ///
  /// This is faster than `solve(_:limit:)`: each board may be left to the kernel that is best for it.
  ///
  /// ```swift
  /// BatchSolver().solutionCounts(of: boards).allSatisfy { $0 == 1 }    // all have one solution
  /// ```
  public func solutionCounts(of boards: [Board], limit: Int = 2) -> [Int] {
    var counts = [UInt32](repeating: 0, count: boards.count)
    counts.withUnsafeMutableBufferPointer { counts in
      Self.values(of: boards).withUnsafeBufferPointer { buffer in
        solve(buffer, limit: limit, into: BatchOutput(solutions: nil, counts: counts))
      }
    }
    return counts.map { Int($0) }
  }

  /// The values of boards, one board after the other.
  static func values(of boards: [Board]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: boards.count * 81)
    bytes.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for (index, board) in boards.enumerated() {
        board.withUnsafeValues { (base + index * 81).update(from: $0, count: 81) }
      }
    }
    return bytes
  }

  /// Looks for solutions of each grid that use only its candidates.
  public func solve(_ grids: [CandidateGrid], limit: Int = 2) -> [SolveResult] {
    var masks = [UInt16](repeating: 0, count: grids.count * 81)
    for (index, grid) in grids.enumerated() {
      for cell in CellSet.all {
        let placed = grid.board[cell].map { UInt16(1) << UInt16($0.index) }
        masks[index * 81 + cell.index] = placed ?? grid[cell].rawValue
      }
    }
    return masks.withUnsafeBufferPointer { buffer in
      results(count: grids.count, limit: limit) { output in
        run(
          BatchInput(boards: nil, stride: 81, candidates: buffer.baseAddress, count: grids.count),
          limit: limit, output)
      }
    }
  }

  /// Solves into fresh buffers and makes results of them.
  func results(
    count: Int, limit: Int, _ solve: (BatchOutput) -> Void
  ) -> [SolveResult] {
    var solutions = [UInt8](repeating: 0, count: count * 81)
    var others = solutions
    var counts = [UInt32](repeating: 0, count: count)
    var guesses = counts
    solutions.withUnsafeMutableBufferPointer { first in
      others.withUnsafeMutableBufferPointer { second in
        counts.withUnsafeMutableBufferPointer { counts in
          guesses.withUnsafeMutableBufferPointer { guesses in
            var output = BatchOutput(
              solutions: first, secondSolutions: second, counts: counts, guesses: guesses)
            output.takesAnyGuesses = true
            solve(output)
          }
        }
      }
    }
    return (0..<count).map { index in
      let found = Int(counts[index])
      let cells = index * 81..<index * 81 + 81
      return SolveResult(
        solutionCount: found,
        solution: found > 0 ? Board(values: solutions[cells]) : nil,
        secondSolution: found > 1 ? Board(values: others[cells]) : nil,
        guesses: Int(guesses[index]), isExhaustive: found < limit)
    }
  }
}

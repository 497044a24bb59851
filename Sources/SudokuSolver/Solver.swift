import CSudokuVectors
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
/// The answer is the same on every machine and for every instruction set. A search takes no memory
/// but a few pages of the stack. For many boards `BatchSolver` is several times faster.
public struct Solver: Sendable {
  /// The instruction set of the kernel in use.
  public let instructionSet: InstructionSet

  /// Creates a solver.
  ///
  /// - Parameter instructionSet: Which kernel to use, by default the fastest; it must be available.
  public init(instructionSet: InstructionSet = .best) {
    precondition(
      instructionSet.isAvailable, "this machine or build has no kernel for the instruction set")
    self.instructionSet = instructionSet
  }

  /// Looks for solutions of a board.
  ///
  /// - Parameters:
  ///   - board: Any board.
  ///   - limit: After how many solutions the search stops, at least 1. With 2 the result tells
  ///     whether the solution is the only one.
  /// - Returns: The number of solutions up to the limit, up to two of them, and statistics.
  public func solve(_ board: Board, limit: Int = 2) -> SolveResult {
    board.withUnsafeValues { search(.values($0), limit: limit, isCancelled: nil) }
  }

  /// Looks for solutions that use only the candidates of a grid.
  ///
  /// - Parameters:
  ///   - grid: Placed digits and candidates; other solutions of the clues don't count.
  ///   - limit: As for boards.
  /// - Returns: As for boards.
  public func solve(_ grid: CandidateGrid, limit: Int = 2) -> SolveResult {
    grid.withKernelMasks { search(.masks($0), limit: limit, isCancelled: nil) }
  }

  /// Looks for solutions of a board until it is told to stop.
  ///
  /// - Parameters:
  ///   - board: Any board.
  ///   - limit: As for `solve(_:limit:)`.
  ///   - isCancelled: Asked many times a second whether to give up; the result is not exhaustive
  ///     then.
  /// - Returns: As for `solve(_:limit:)`.
  public func solve(_ board: Board, limit: Int, isCancelled: () -> Bool) -> SolveResult {
    withoutActuallyEscaping(isCancelled) { isCancelled in
      board.withUnsafeValues { search(.values($0), limit: limit, isCancelled: isCancelled) }
    }
  }

  /// Looks for solutions that use only the candidates of a grid, until it is told to stop.
  ///
  /// - Parameters:
  ///   - grid: Placed digits and candidates.
  ///   - limit: As for `solve(_:limit:)`.
  ///   - isCancelled: As for boards.
  /// - Returns: As for `solve(_:limit:)`.
  public func solve(_ grid: CandidateGrid, limit: Int, isCancelled: () -> Bool) -> SolveResult {
    withoutActuallyEscaping(isCancelled) { isCancelled in
      grid.withKernelMasks { search(.masks($0), limit: limit, isCancelled: isCancelled) }
    }
  }

  /// The solution of a proper puzzle, `nil` for a board with no solution or with several.
  public func uniqueSolution(of board: Board) -> Board? {
    let result = solve(board, limit: 2)
    return result.isUnique ? result.solution : nil
  }

  /// All solutions of a board, found one by one as they are asked for.
  public func solutions(of board: Board) -> Solutions {
    Solutions(kernel: Kernel(instructionSet: instructionSet), question: .board(board))
  }

  /// All solutions that use only the candidates of a grid, found one by one.
  public func solutions(of grid: CandidateGrid) -> Solutions {
    Solutions(kernel: Kernel(instructionSet: instructionSet), question: .grid(grid))
  }
}

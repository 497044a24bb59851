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
///
/// A search runs as follows: `search(_:limit:isCancelled:)` borrows a stack of nodes from C and loads the
/// board as one node, a vector per row of the three bands with the candidates of all nine digits.
/// Then `Kernel.next` repeats three steps until a solution is found or no node is left
/// (`Engine/Kernel/DigitLanes+Search`): apply the rules (singles and locked candidates, all at once)
/// until nothing changes; drop the node on a contradiction; else split it in two, keep one half and
/// put the other on the stack. The rules only filter; the split decides, and it is complete. The
/// kernel exists once for each instruction set, from one source; `Kernel` forwards to the chosen one.
///
/// `BatchSolver` runs the same search on other data: a bit of a vector for each board
/// (`Engine/Kernel/BatchKernel`). It leaves boards with very many guesses to this solver.
public struct Solver: Sendable {
  /// The instruction set of the kernel in use.
  public let instructionSet: InstructionSet

  /// Creates a solver.
  ///
  /// `instructionSet` must be available on this machine.
  public init(instructionSet: InstructionSet = .best) {
    precondition(
      instructionSet.isAvailable, "this machine or build has no kernel for the instruction set")
    self.instructionSet = instructionSet
  }

  /// Looks for solutions of a board.
  ///
  /// - Parameters:
  ///   - board: Any board.
  ///   - limit: The number of solutions at which the search stops, at least 1; 2 decides uniqueness.
  /// - Returns: The number of solutions up to the limit, up to two of them, and statistics.
  public func solve(_ board: Board, limit: Int = 2) -> SolveResult {
    board.withUnsafeValues { search(.values($0), limit: limit, isCancelled: nil) }
  }

  /// Looks for solutions that use only the placed digits and candidates of a grid.
  public func solve(_ grid: CandidateGrid, limit: Int = 2) -> SolveResult {
    grid.withKernelMasks { search(.masks($0), limit: limit, isCancelled: nil) }
  }

  /// Looks for solutions of a board until `isCancelled` returns `true`.
  ///
  /// It is called many times a second; a cancelled search is not exhaustive.
  public func solve(_ board: Board, limit: Int, isCancelled: () -> Bool) -> SolveResult {
    withoutActuallyEscaping(isCancelled) { isCancelled in
      board.withUnsafeValues { search(.values($0), limit: limit, isCancelled: isCancelled) }
    }
  }

  /// Looks for solutions that use only the candidates of a grid, until `isCancelled` returns `true`.
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

/// The result of a search: up to two solutions of a board, and statistics.
///
/// ```swift
/// let result = Solver().solve(board)
/// if result.isUnique, let solution = result.solution { print(solution) }
/// ```
///
/// Which two of several solutions it holds is unspecified, but the same board and limit give the same
/// two on every machine, with every instruction set and number of threads.
@frozen
public struct SolveResult: Hashable, Sendable {
  /// The number of solutions found, never more than the limit of the search.
  public var solutionCount: Int
  /// The first solution found, `nil` if there is none.
  public var solution: Board?
  /// Another solution, `nil` if only one was found.
  public var secondSolution: Board?
  /// The number of times the search had to split the board in two cases.
  ///
  /// `Solver` and the lanes of `BatchSolver` split differently.
  public var guesses: Int
  /// True if the search covered all cases: there are no solutions beyond those counted.
  ///
  /// False if the search stopped at its limit or was cancelled.
  public var isExhaustive: Bool

  package init(
    solutionCount: Int = 0, solution: Board? = nil, secondSolution: Board? = nil,
    guesses: Int = 0, isExhaustive: Bool = true
  ) {
    self.solutionCount = solutionCount
    self.solution = solution
    self.secondSolution = secondSolution
    self.guesses = guesses
    self.isExhaustive = isExhaustive
  }

  /// True if the board has exactly one solution.
  ///
  /// This needs a search with a limit of at least 2.
  @inlinable
  public var isUnique: Bool { solutionCount == 1 && isExhaustive }
}

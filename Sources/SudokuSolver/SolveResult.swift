import SudokuCore

/// What a solver found out about a board.
///
/// ```swift
/// let result = Solver().solve(board)
/// if result.isUnique, let solution = result.solution { print(solution) }
/// ```
///
/// A board with several solutions comes with two of them as witnesses. Which two is not defined
/// beyond this: the same board and limit give the same witnesses on every machine, whatever its
/// instruction set and the number of threads.
@frozen
public struct SolveResult: Hashable, Sendable {
  /// The number of solutions found, never more than the limit of the search.
  public var solutionCount: Int
  /// The first solution found, `nil` where there is none.
  public var solution: Board?
  /// Another solution, `nil` where only one was found.
  public var secondSolution: Board?
  /// The number of times the search had to split the board in two cases.
  public var guesses: Int
  /// Whether the search went through all cases: there are no solutions beyond those counted.
  ///
  /// It is not where the search stopped at its limit or was cancelled.
  public var isExhaustive: Bool

  /// Creates a result.
  @inlinable
  public init(
    solutionCount: Int = 0, solution: Board? = nil, secondSolution: Board? = nil,
    guesses: Int = 0, isExhaustive: Bool = true
  ) {
    self.solutionCount = solutionCount
    self.solution = solution
    self.secondSolution = secondSolution
    self.guesses = guesses
    self.isExhaustive = isExhaustive
  }

  /// Whether the board has exactly one solution.
  ///
  /// This needs a search with a limit of at least 2.
  @inlinable
  public var isUnique: Bool { solutionCount == 1 && isExhaustive }
}

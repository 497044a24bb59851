import SudokuCore
import SudokuSolver

/// The solutions of a puzzle: an answer of `puzzle.solve` and `puzzle.count`, a line of
/// `sudoku solve`.
public struct SolveRecord: Record, Hashable {
  /// The clues.
  public var puzzle: Board
  /// How many solutions were found, up to the limit.
  public var solutionCount: Int
  /// Whether there are no more.
  public var isComplete: Bool
  /// The only solution, or the first found; `nil` where it is not wanted or there is none.
  public var solution: Board?
  /// All solutions found, where they are wanted.
  public var solutions: [Board]?

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - puzzle: The clues.
  ///   - result: What the solver found.
  ///   - countsOnly: Whether the solution is omitted.
  public init(_ puzzle: Board, _ result: SolveResult, countsOnly: Bool = false) {
    self.puzzle = puzzle
    solutionCount = result.solutionCount
    isComplete = result.isExhaustive
    solution = countsOnly ? nil : result.solution
  }

  /// Creates a record of all solutions found.
  ///
  /// - Parameters:
  ///   - puzzle: The clues.
  ///   - solutions: The solutions.
  ///   - isComplete: Whether there are no more.
  public init(_ puzzle: Board, solutions: [Board], isComplete: Bool) {
    self.puzzle = puzzle
    self.solutions = solutions
    self.isComplete = isComplete
    solutionCount = solutions.count
    solution = solutions.first
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Solve", "The solutions of a puzzle, counted up to a limit.",
    [
      .required("complete", "Whether there are no more solutions than were counted.") {
        $0.isComplete
      },
      .optional("limit", "Where the count stopped, unless it is complete.") { record in
        record.isComplete ? nil : record.solutionCount
      },
      .required("puzzle") { $0.puzzle },
      .optional("solution", "The only solution, or the first found.") { $0.solution },
      .required(
        "solutionCount", "How many solutions were found, up to the limit.", .integer(minimum: 0)
      ) { $0.solutionCount },
      .optional("solutions", "All solutions found, on request.") { $0.solutions },
    ])
}

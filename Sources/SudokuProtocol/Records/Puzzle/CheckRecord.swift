import SudokuCore
import SudokuSolver

/// Whether a board is a proper puzzle: an answer of `puzzle.check`, a line of `sudoku check`.
public struct CheckRecord: Record, Hashable {
  /// Whether a board is a proper puzzle.
  public enum Status: String, CaseIterable, Sendable {
    /// It has one solution.
    case unique
    /// It has several solutions.
    case multiple
    /// It has no solution.
    case none
    /// Clues contradict each other.
    case conflicting
  }

  /// The clues.
  public var puzzle: Board
  /// Whether it is a proper puzzle.
  public var status: Status
  /// The clues that contradict each other; `nil` where there are none.
  public var conflicts: CellSet?
  /// The clues that are redundant, each on its own; for unique puzzles where it was asked.
  public var redundant: CellSet?
  /// Two witnesses where there are several solutions.
  public var solutions: [Board]?

  /// Creates a record of a board whose clues obey the rules.
  ///
  /// - Parameters:
  ///   - puzzle: The clues.
  ///   - result: What the solver found with a limit of 2.
  ///   - redundant: The clues that are redundant, each on its own; `nil` where it was not asked.
  public init(_ puzzle: Board, _ result: SolveResult, redundant: CellSet?) {
    self.puzzle = puzzle
    switch result.solutionCount {
    case 0: status = .none
    case 1: status = .unique
    default: status = .multiple
    }
    self.redundant = status == .unique ? redundant : nil
    if let one = result.solution, let other = result.secondSolution { solutions = [one, other] }
  }

  /// Creates a record of a board whose clues contradict each other.
  ///
  /// - Parameters:
  ///   - puzzle: The clues.
  ///   - conflicts: Those that contradict each other.
  public init(_ puzzle: Board, conflicts: CellSet) {
    self.puzzle = puzzle
    status = .conflicting
    self.conflicts = conflicts
  }

  /// Whether no clue is redundant; `nil` where it was not asked.
  public var isMinimal: Bool? { redundant?.isEmpty }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Check", "Whether a board is a proper puzzle, and what is wrong if not.",
    [
      .required("clues", "The number of clues.", .integer(minimum: 0, maximum: 81)) {
        $0.puzzle.clueCount
      },
      .optional("conflicts", "The clues that contradict each other.") { $0.conflicts },
      .optional("minimal", "Whether no clue is redundant; for unique puzzles.") {
        $0.isMinimal
      },
      .required("puzzle") { $0.puzzle },
      .optional("redundant", "The clues that are redundant, each on its own.") { $0.redundant },
      .optional("solutions", "Two witnesses where there are several solutions.") {
        $0.solutions
      },
      .required(
        "status", "The number of solutions, or that clues contradict each other.",
        .choice("", Status.allCases.map(\.rawValue))
      ) { $0.status.rawValue },
    ])
}

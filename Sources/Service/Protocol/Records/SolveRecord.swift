import SudokuCore
import SudokuSolver

/// The solutions of a puzzle: the result of `puzzle.solve` and `puzzle.count`, a line of
/// `sudoku solve`.
package struct SolveRecord: Record {
  package var puzzle: Board
  /// The number of solutions that were found, up to the limit.
  package var solutionCount: Int
  /// True if the puzzle has no further solutions.
  package var isComplete: Bool
  /// The only solution, or the first found; `nil` if it is not wanted or there is none.
  package var solution: Board?
  /// All solutions found, if they are wanted.
  package var solutions: [Board]?

  package init(puzzle: Board, solutionCount: Int, isComplete: Bool, solution: Board? = nil) {
    self.puzzle = puzzle
    self.solutionCount = solutionCount
    self.isComplete = isComplete
    self.solution = solution
  }

  package init(_ puzzle: Board, _ result: SolveResult, countsOnly: Bool = false) {
    self.init(
      puzzle: puzzle, solutionCount: result.solutionCount, isComplete: result.isExhaustive,
      solution: countsOnly ? nil : result.solution)
  }

  package init(_ puzzle: Board, solutions: [Board], isComplete: Bool) {
    self.init(
      puzzle: puzzle, solutionCount: solutions.count, isComplete: isComplete,
      solution: solutions.first)
    self.solutions = solutions
  }

  package static let shape = RecordShape<Self>(
    "Solve", "The solutions of a puzzle, counted up to a limit.",
    [
      .required("complete", "True if there are no more solutions than were counted.") {
        $0.isComplete
      },
      .optional("limit", "The number at which the count stopped, unless it is complete.") {
        $0.isComplete ? nil : $0.solutionCount
      },
      .required("puzzle") { $0.puzzle },
      .optional("solution", "The only solution, or the first found.") { $0.solution },
      .required(
        "solutionCount", "The number of solutions found, up to the limit.", .integer(minimum: 0)
      ) { $0.solutionCount },
      .optional("solutions", "All solutions found, on request.") { $0.solutions },
    ])
}

/// One of many solutions: a line of `sudoku solve --all`.
package struct SolutionRecord: Record {
  package var puzzle: Board
  /// The number of the solution, from 1.
  package var number: Int
  package var solution: Board

  package init(puzzle: Board, number: Int, solution: Board) {
    self.puzzle = puzzle
    self.number = number
    self.solution = solution
  }

  package static let shape = RecordShape<Self>(
    "Solution", "One of the solutions of a puzzle.",
    [
      .required("number", "The number of the solution, from 1.", .integer(minimum: 1)) {
        $0.number
      },
      .required("puzzle") { $0.puzzle }, .required("solution") { $0.solution },
    ])
}

/// The solution status of a board: the result of `puzzle.check`, a line of `sudoku check`.
package struct CheckRecord: Record {
  package enum Status: String, CaseIterable, JSONShaped {
    case unique, multiple, none
    /// Clues contradict each other.
    case conflicting
  }

  /// The verdict on the solution that the input gives.
  package enum SolutionStatus: String, CaseIterable, JSONShaped {
    case right, wrong, missing
  }

  package var puzzle: Board
  package var status: Status
  /// The clues that contradict each other, if there are any.
  var conflicts: CellSet?
  /// The clues that are redundant, each on its own; for unique puzzles, on request.
  package var redundant: CellSet?
  /// The verdict on the input's solution; for lines of `sudoku check`.
  package var solutionStatus: SolutionStatus?
  /// Two of several solutions.
  var solutions: [Board]?

  /// Describes a board whose clues obey the rules.
  package init(_ puzzle: Board, _ result: SolveResult, redundant: CellSet?) {
    self.puzzle = puzzle
    switch result.solutionCount {
    case 0: status = .none
    case 1: status = .unique
    default: status = .multiple
    }
    self.redundant = status == .unique ? redundant : nil
    if let one = result.solution, let other = result.secondSolution { solutions = [one, other] }
  }

  /// Describes a board whose clues contradict each other.
  init(_ puzzle: Board, conflicts: CellSet) {
    self.puzzle = puzzle
    status = .conflicting
    self.conflicts = conflicts
  }

  package static let shape = RecordShape<Self>(
    "Check", "The check that a board is a proper puzzle, with its faults if it is not.",
    [
      .clues { $0.puzzle },
      .optional("conflicts", "The clues that contradict each other.") { $0.conflicts },
      .optional("minimal", "True if no clue is redundant; for unique puzzles.") {
        $0.redundant?.isEmpty
      },
      .required("puzzle") { $0.puzzle },
      .optional("redundant", "The clues that are redundant, each on its own.") { $0.redundant },
      .optional("solutionStatus", "The state of the input's solution; for lines of the program.") {
        $0.solutionStatus
      },
      .optional("solutions", "Two of the solutions, if there are several.") { $0.solutions },
      .required("status", "The number of solutions, or that clues contradict each other.") {
        $0.status
      },
    ])
}

extension RecordField {
  fileprivate static func clues(_ puzzle: @escaping @Sendable (Root) -> Board) -> RecordField {
    .required("clues", "The number of clues.", .integer(minimum: 0, maximum: 81)) {
      puzzle($0).clueCount
    }
  }
}

/// A puzzle as it was read: a line of `sudoku convert --to jsonl`.
///
/// Other members of the input (an ID, a source, a rating) are passed on by `append(passing:to:)`.
package struct PuzzleLineRecord: Record {
  package var puzzle: Board
  /// The solution, if it came with the puzzle.
  package var solution: Board?

  package init(puzzle: Board, solution: Board?) {
    self.puzzle = puzzle
    self.solution = solution
  }

  package static let shape = RecordShape<Self>(
    "Puzzle", "A puzzle as it was read, with the members that came with it.", isOpen: true,
    [
      .clues { $0.puzzle },
      .required("puzzle") { $0.puzzle },
      .optional("solution", "The solution, if it came with the puzzle.") { $0.solution },
    ])
}

/// A puzzle made from another one: a line of `sudoku minimize`, `scramble` or `neighbours`.
package struct DerivedPuzzleRecord: Record {
  package var puzzle: Board
  package var source: Board

  package init(_ puzzle: Board, source: Board) {
    self.puzzle = puzzle
    self.source = source
  }

  package static let shape = RecordShape<Self>(
    "DerivedPuzzle", "A puzzle made from another one.",
    [
      .clues { $0.puzzle },
      .required("puzzle", "The puzzle that was made.") { $0.puzzle },
      .required("source", "The puzzle that it was made from.") { $0.source },
    ])
}

/// Sets of cells found for a puzzle: a line of `sudoku unavoidable` or `backdoors`.
package struct CellSetsRecord: Record {
  package var puzzle: Board
  /// The sets; `nil` for a puzzle without exactly one solution.
  package var sets: [CellSet]?

  package init(_ puzzle: Board, sets: [CellSet]?) {
    self.puzzle = puzzle
    self.sets = sets
  }

  package static let shape = RecordShape<Self>(
    "CellSets", "Sets of cells found for a puzzle.",
    [
      .required("puzzle") { $0.puzzle },
      .nullable("sets", "The sets; null for a puzzle without exactly one solution.") { $0.sets },
    ])
}

/// The result of `puzzle.convert`.
struct ConversionRecord: Record {
  let count: Int
  let format: String
  let text: String

  static let shape = RecordShape<Self>(
    "Conversion", "Puzzles in another format.",
    [
      .required("count", "The number of puzzles.", .integer(minimum: 1)) { $0.count },
      .required("format", "The format that was read.") { $0.format },
      .required("text", "The puzzles in the requested format.") { $0.text },
    ])
}

/// A line of the output for a record of the input that can't be read.
package struct FaultRecord: Record {
  package struct Place: Record {
    let source: String
    let line: Int
    let column: Int
    let message: String
    let text: String?

    package init(source: String, line: Int, column: Int, message: String, text: String?) {
      (self.source, self.line, self.column, self.message) = (source, line, column, message)
      self.text = text
    }

    package static let shape = RecordShape<Self>(
      "Place", "A mistake in the input, and where it is.",
      [
        .required("column", "From 1.", .integer(minimum: 0)) { $0.column },
        .required("line", "From 1.", .integer(minimum: 0)) { $0.line },
        .required("message", "The mistake, in a sentence.") { $0.message },
        .required("source", "The file, or a name for the input.") { $0.source },
        .optional("text", "The text of the record.") { $0.text },
      ])
  }

  let error: Place

  package init(_ error: Place) { self.error = error }

  package static let shape = RecordShape<Self>(
    "Fault", "Replaces a record that can't be read, with the members that came with it.",
    isOpen: true,
    [.required("error") { $0.error }])
}

/// Figures about a collection of puzzles: the output of `sudoku stats --format jsonl`.
package struct CollectionRecord: Record {
  package var count = 0
  package var unique = 0
  package var multiple = 0
  package var unsolvable = 0
  package var minimal = 0
  /// The number of different puzzles up to symmetry; `nil` if it was not requested.
  package var classes: Int?
  package var clues: [String: Int] = [:]
  package var symmetries: [String: Int] = [:]
  /// The number of puzzles of each level or rating; empty if it was not requested.
  package var ratings: [String: Int] = [:]

  package init() {}

  package static let shape = RecordShape<Self>(
    "Collection", "Figures about a collection of puzzles.",
    [
      .optional("classes", "The number of different puzzles up to symmetry.") { $0.classes },
      .required("clues", "The number of puzzles for each number of clues.") { $0.clues },
      .required("count", "The number of puzzles.") { $0.count },
      .required("minimal", "Puzzles with one solution and no redundant clue.") { $0.minimal },
      .required("multiple", "Puzzles with several solutions.") { $0.multiple },
      .required("ratings", "The number of puzzles for each level, or ER.") { $0.ratings },
      .required("symmetries", "The number of puzzles for each symmetry of the clue cells.") {
        $0.symmetries
      },
      .required("unique", "Puzzles with exactly one solution.") { $0.unique },
      .required("unsolvable", "Puzzles without a solution.") { $0.unsolvable },
    ])
}

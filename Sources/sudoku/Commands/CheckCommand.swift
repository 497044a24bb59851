import ArgumentParser
import SudokuCore
import SudokuSolver

/// `sudoku check`: whether puzzles are valid, unique, minimal, and where the mistake is.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check whether puzzles are valid, have one solution and are minimal.",
    discussion: """
      One puzzle in, one line out: puzzle; 'unique', 'none' or 'multiple'; 'minimal' or \
      'redundant' (some clue can go and the solution stays unique).

      EXAMPLES
        sudoku check puzzles.txt
        sudoku check --format jsonl < puzzles.csv

      \(ExitCodes.help)
      """)

  @OptionGroup var filter: FilterArguments

  func run() async throws {
    try await runRowFilter(filter, blockSize: 1 << 15) { board in
      let result = Solver().solve(board)
      return (CheckRow(board, result), result.isUnique)
    }
  }
}

/// A row of `check`.
private struct CheckRow: OutputRow {
  static let columns = ["puzzle", "solutions", "minimality"]
  let puzzle: String
  let solutions: String
  let minimality: String?
  let clues: Int
  let redundantClues: [String]?
  /// Two different solutions, where there are several.
  let witnesses: [String]?

  init(_ board: Board, _ result: SolveResult) {
    puzzle = board.line
    clues = board.clueCount
    switch result.solutionCount {
    case 0: solutions = "none"
    case 1: solutions = "unique"
    default: solutions = "multiple"
    }
    if result.isUnique {
      let redundant = BatchSolver().redundantClues(of: board)
      minimality = redundant.isEmpty ? "minimal" : "redundant"
      redundantClues = redundant.map(\.description)
    } else {
      minimality = nil
      redundantClues = nil
    }
    let both = [result.solution, result.secondSolution].compactMap { $0?.line }
    witnesses = both.count == 2 ? both : nil
  }

  var fields: [String] { [puzzle, solutions, minimality ?? "-"] }
}

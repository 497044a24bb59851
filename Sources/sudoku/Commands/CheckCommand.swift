import ArgumentParser
import SudokuCore
import SudokuFormats
import SudokuProtocol
import SudokuSolver

/// `sudoku check`: validity, uniqueness, minimality, and the solution that the input gives.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check whether puzzles are valid, unique and minimal.",
    discussion: """
      Prints one line for each puzzle: puzzle; 'unique', 'none' or 'multiple'; 'minimal' or \
      'redundant' (the solution stays unique without some clue). If the input gives a solution \
      beside the puzzle, a wrong one is an error.

      EXAMPLES
        sudoku check puzzles.txt
        sudoku check --format jsonl < puzzles.csv
      """)

  @OptionGroup var filter: FilterArguments

  func run() async throws {
    // Only JSON lists the redundant clues.
    let listsRedundantClues = filter.format == .jsonl
    try await runBatchFilter(
      filter, blockSize: 1 << 15, largestBlock: 1 << 18,
      mistake: { record, row in row.mistake(inSolutionOf: record) }
    ) { boards in
      let checks = BatchSolver().check(boards, listsRedundantClues: listsRedundantClues)
      return zip(boards, checks).map { board, check in
        (CheckRow(board, check), check.result.isUnique)
      }
    }
  }
}

private struct CheckRow: OutputRow {
  static let columns = ["puzzle", "status", "minimal"]
  let record: CheckRecord
  private let isMinimal: Bool?
  private let solution: Board?

  init(_ board: Board, _ check: BoardCheck) {
    record = CheckRecord(board, check.result, redundant: check.redundantClues)
    isMinimal = check.isMinimal
    solution = check.result.isUnique ? check.result.solution : nil
  }

  /// The mistake in the solution that the input gives; `nil` if there is none.
  func mistake(inSolutionOf record: PuzzleRecord) -> String? {
    guard let solution else { return nil }
    if let given = record.solution {
      guard let cell = CellSet.all.first(where: { given[$0] != solution[$0] }),
        let wrong = given[cell], let right = solution[cell]
      else { return nil }
      return "the solution given is wrong: \(cell) is \(right), not \(wrong)"
    }
    guard let text = record.field("solution"), !["", "-"].contains(text) else { return nil }
    return "the solution given is not a full board with the puzzle's clues"
  }

  var fields: [String] { [record.puzzle.line, record.status.rawValue, minimality] }
  private var minimality: String { isMinimal.map { $0 ? "minimal" : "redundant" } ?? "-" }

  var columnFields: [String] {
    [record.puzzle.line, record.status.rawValue, isMinimal.map { "\($0)" } ?? ""]
  }
}

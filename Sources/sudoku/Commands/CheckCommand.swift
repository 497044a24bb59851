import ArgumentParser
import SudokuCore
import SudokuRecords
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
      """)

  @OptionGroup var filter: FilterArguments

  func run() async throws {
    try await runBatchFilter(filter, blockSize: 1 << 15, largestBlock: 1 << 17) { boards in
      let solver = BatchSolver()
      let results = solver.solve(boards)
      return zip(boards, zip(results, solver.redundantClues(of: boards))).map { board, found in
        (CheckRow(board, found.0, redundant: found.1), found.0.isUnique)
      }
    }
  }
}

/// A row of `check`.
private struct CheckRow: RecordRow {
  static let columns = ["puzzle", "status", "minimal"]
  let record: CheckRecord

  init(_ board: Board, _ result: SolveResult, redundant: CellSet?) {
    record = CheckRecord(board, result, redundant: redundant)
  }

  var fields: [String] {
    let minimality = record.isMinimal.map { $0 ? "minimal" : "redundant" }
    return [record.puzzle.line, record.status.rawValue, minimality ?? "-"]
  }

  var columnFields: [String] {
    [record.puzzle.line, record.status.rawValue, record.isMinimal.map { "\($0)" } ?? ""]
  }
}

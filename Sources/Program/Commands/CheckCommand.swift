import ArgumentParser
import SudokuCore
import SudokuFormats
import SudokuProtocol
import SudokuSolver

/// `sudoku check`: validity, uniqueness, minimality, and the solution that the input gives.
struct CheckCommand: FilterCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check whether puzzles are valid, unique and minimal.",
    discussion: """
      Prints one line for each puzzle: puzzle; 'unique', 'none' or 'multiple'; 'minimal' or \
      'redundant' (the solution stays unique without some clue); the given solution: 'right', 'wrong' \
      or 'missing'. A wrong solution is an error.

      EXAMPLES
        sudoku check puzzles.txt
        sudoku check --format jsonl < puzzles.csv
      """)

  static let lines: [Schema] = [.line(CheckRecord.self)]

  @OptionGroup var filter: FilterArguments

  func run() async throws {
    // Only JSON lists the redundant clues.
    let listsRedundantClues = filter.format == .jsonl
    try await runBatchFilter(
      filter, CheckRow.layout, blockSize: 1 << 15, largestBlock: 1 << 18,
      mistake: { record, row in row.judge(solutionOf: record) }
    ) { boards in
      let checks = BatchSolver().check(boards, listsRedundantClues: listsRedundantClues)
      return zip(boards, checks).map { board, check in
        (CheckRow(board, check), check.result.isUnique)
      }
    }
  }
}

private struct CheckRow: OutputRow {
  static let layout = RowLayout(
    ["puzzle", "status", "minimal", "solutionStatus"], CheckRecord.shape.fieldNames,
    reasonColumn: "status")
  private(set) var record: CheckRecord
  private let isMinimal: Bool?
  private let solution: Board?
  private var solutionStatus: CheckRecord.SolutionStatus { record.solutionStatus ?? .missing }

  init(_ board: Board, _ check: BoardCheck) {
    record = CheckRecord(board, check.result, redundant: check.redundantClues)
    record.solutionStatus = .missing
    isMinimal = check.isMinimal
    solution = check.result.isUnique ? check.result.solution : nil
  }

  /// Compares the solution that the input gives; returns its mistake, `nil` if there is none.
  mutating func judge(solutionOf found: PuzzleRecord) -> String? {
    guard found.givesSolution else { return nil }
    let mistake = found.mistake(inSolution: solution)
    record.solutionStatus = mistake == nil ? .right : .wrong
    return mistake
  }

  var fields: [String] {
    [record.puzzle.line, record.status.rawValue, minimality, solutionStatus.rawValue]
  }
  private var minimality: String { isMinimal.map { $0 ? "minimal" : "redundant" } ?? "-" }

  func appendArrow(_: [String], to bytes: inout [UInt8]) {
    bytes.append(arrow: record.puzzle)
    bytes.append(arrow: record.status.rawValue)
    bytes.append(arrow: isMinimal)
    bytes.append(arrow: solutionStatus.rawValue)
  }

  var columnFields: [String] {
    [
      record.puzzle.line, record.status.rawValue, isMinimal.map { "\($0)" } ?? "",
      solutionStatus.rawValue,
    ]
  }
}

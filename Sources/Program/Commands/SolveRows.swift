import JSONCoding
import SudokuCore
import SudokuProtocol

/// A row of `solve`: with a solution, or only with the number of solutions.
struct SolveRow: OutputRow {
  let record: SolveRecord
  let countsOnly: Bool

  static func layout(countsOnly: Bool) -> RowLayout {
    let members = SolveRecord.shape.fieldNames.filter {
      $0 != "solutions" && !(countsOnly && $0 == "solution")
    }
    return countsOnly
      // The input's solution is not compared.
      ? RowLayout(
        ["puzzle", "solutionCount", "complete"], members, sourceFacts: ["solution"],
        lineFieldCount: 2)
      : RowLayout(["puzzle", "solutionCount", "solution"], members)
  }

  var fields: [String] {
    [record.puzzle.line, String(record.solutionCount)]
      + (lineEnd.map { [record.solution?.line ?? $0] } ?? [])
  }

  /// The last field of a line without a solution; `nil` for none.
  private var lineEnd: String? { countsOnly ? record.isComplete ? nil : "limit" : "-" }

  func text(_ style: TextStyle) -> String {
    let count = record.solutionCount
    if countsOnly {
      return record.puzzle.line + "  "
        + (record.isComplete ? String(count) : "at least \(count) (stopped at the limit)")
    }
    guard let solution = record.solution else { return style.red("no solution") + "\n" }
    let grid = style.drawn(solution, clues: record.puzzle)
    return count == 1 ? grid + "\n" : "one of several solutions:\n" + grid + "\n"
  }

  func appendArrow(_: [String], to bytes: inout [UInt8]) {
    bytes.append(arrow: record.puzzle)
    bytes.append(arrow: record.solutionCount)
    if countsOnly {
      bytes.append(arrow: record.isComplete)
    } else {
      bytes.append(arrow: record.solution)
    }
  }

  func appendLine(to bytes: inout [UInt8]) { append(UInt8(ascii: "\t"), lineEnd, to: &bytes) }
  func appendCells(to bytes: inout [UInt8]) {
    append(UInt8(ascii: ","), countsOnly ? String(record.isComplete) : "-", to: &bytes)
  }

  private func append(_ separator: UInt8, _ end: String?, to bytes: inout [UInt8]) {
    record.puzzle.appendLine(to: &bytes)
    bytes.append(separator)
    bytes.append(number: record.solutionCount)
    guard let end else { return }
    bytes.append(separator)
    if let solution = record.solution {
      solution.appendLine(to: &bytes)
    } else {
      bytes.append(contentsOf: end.utf8)
    }
  }
}

extension SolveRecord {
  init(_ puzzle: Board, count: Int, solution: Board?, isComplete: Bool) {
    self.init(puzzle, solutions: [], isComplete: isComplete)
    solutionCount = count
    self.solution = solution
    solutions = nil
  }
}

/// The offsets of the changing parts of a row of `solve`, in formats whose rows have a fixed length.
///
/// The template is the row of an empty board, so that no second description of the row exists.
struct PlainRows: Sendable {
  /// A row: `.` for cells, `0` for the number of solutions.
  ///
  /// Rows of an Arrow table have the number 0 there. They may have characters for cells.
  let template: [UInt8]
  /// The offset of the puzzle's 81 cells.
  let puzzle: Int
  /// The offset of the digit for the number of solutions.
  let count: Int
  /// The offset of the solution's 81 cells; `nil` where only the number is wanted.
  let solution: Int?
  /// The byte for no solutions at `count`.
  let zero: UInt8
  /// The bytes after the puzzle in the row of a board without a solution.
  let unsolvedEnd: [UInt8]
  /// True if a row states that the search was complete.
  let saysComplete: Bool
  /// Appends a row that does not fit the template.
  let append: @Sendable (SolveRecord, inout [UInt8]) -> Void

  var stride: Int { template.count }

  init?(countsOnly: Bool, _ writer: RowWriter) {
    let format = writer.format
    guard format != .text else { return nil }
    append = { writer.append(SolveRow(record: $0, countsOnly: countsOnly), to: &$1) }
    let board = Board()
    var row: [UInt8] = []
    append(
      SolveRecord(board, count: 0, solution: countsOnly ? nil : board, isComplete: true), &row)
    zero = format == .arrow ? 0 : UInt8(ascii: "0")
    var unsolved: [UInt8] = []
    append(SolveRecord(board, count: 0, solution: nil, isComplete: true), &unsolved)
    if format == .arrow {
      template = row
      puzzle = 1
      unsolvedEnd = Array(unsolved[82...])
      count = 83
      solution = countsOnly ? nil : 92
      saysComplete = countsOnly
      return
    }
    guard let puzzle = row.firstRange(of: [UInt8](repeating: UInt8(ascii: "."), count: 81)),
      let count = row.firstIndex(of: UInt8(ascii: "0"))
    else { return nil }
    template = row
    self.puzzle = puzzle.lowerBound
    unsolvedEnd = Array(unsolved[puzzle.upperBound...])
    self.count = count
    solution = row[puzzle.upperBound...].firstIndex(of: UInt8(ascii: "."))
    saysComplete = format == .jsonl || countsOnly
  }
}

extension Board {
  /// Appends the board as 81 characters.
  func appendLine(to bytes: inout [UInt8]) {
    withUnsafeValues { values in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 81) { line in
        for index in 0..<81 {
          line[index] = values[index] == 0 ? UInt8(ascii: ".") : UInt8(ascii: "0") &+ values[index]
        }
        bytes.append(contentsOf: line)
      }
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: Int) {
    if number < 10 {
      append(UInt8(ascii: "0") + UInt8(number))
    } else {
      append(contentsOf: String(number).utf8)
    }
  }
}

/// The counts of `solve`.
struct SolveTally: Sendable {
  var puzzles = 0
  var unique = 0
  var none = 0
  var multiple = 0
  var invalid = 0
  var guesses = 0
  /// The number of boards with as many solutions as the limit, or more.
  var limited = 0

  mutating func count(solutions: Int) {
    switch solutions {
    case 0: none += 1
    case 1: unique += 1
    default: multiple += 1
    }
  }

  mutating func add(_ other: SolveTally) {
    puzzles += other.puzzles
    unique += other.unique
    none += other.none
    multiple += other.multiple
    invalid += other.invalid
    guesses += other.guesses
    limited += other.limited
  }

  /// Writes the object of `solve --stats` to standard error.
  func writeStatistics(_ time: Stopwatch.Reading) {
    func int(_ value: Int) -> JSONValue { .int(Int64(value)) }
    let speed = time.wallSeconds > 0 ? Int(Double(puzzles) / time.wallSeconds) : 0
    let object: [String: JSONValue] = [
      "puzzles": int(puzzles), "unique": int(unique), "none": int(none), "multiple": int(multiple),
      "invalid": int(invalid), "guesses": int(guesses), "puzzlesPerSecond": int(speed),
      "wallSeconds": .double(time.roundedWallSeconds),
      "cpuSeconds": .double(time.roundedCPUSeconds),
    ]
    if let text = try? CanonicalJSONEncoder().encodeText(object) { note(text) }
  }
}

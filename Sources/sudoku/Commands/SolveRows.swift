import SudokuCore
import SudokuFormats

/// A row of `solve`.
struct SolutionRow: OutputRow {
  static let columns = ["puzzle", "solutionCount", "solution"]
  let puzzle: Board
  let solutionCount: Int
  let solution: Board?
  /// Whether the search went to its end: there are no solutions beyond those counted.
  let isComplete: Bool

  static let memberNames = ["complete", "limit", "puzzle", "solution", "solutionCount"]

  private enum CodingKeys: String, CodingKey {
    case complete, limit, puzzle, solutionCount, solution
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isComplete, forKey: .complete)
    if !isComplete { try container.encode(solutionCount, forKey: .limit) }
    try container.encode(puzzle.line, forKey: .puzzle)
    try container.encode(solutionCount, forKey: .solutionCount)
    try container.encodeIfPresent(solution?.line, forKey: .solution)
  }

  var fields: [String] { [puzzle.line, String(solutionCount), solution?.line ?? "-"] }
  func text(_ style: TextStyle) -> String {
    guard let solution else { return style.red("no solution") + "\n" }
    let grid = style.drawn(solution, clues: puzzle)
    return solutionCount == 1 ? grid + "\n" : "one of several solutions:\n" + grid + "\n"
  }

  /// Adds the row as the format writes it, without a detour over text.
  func append(_ format: OutputFormat, to bytes: inout [UInt8]) {
    switch format {
    case .line, .csv:
      let separator = format == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t")
      puzzle.appendLine(to: &bytes)
      bytes.append(separator)
      bytes.append(number: solutionCount)
      bytes.append(separator)
      if let solution { solution.appendLine(to: &bytes) } else { bytes.append(UInt8(ascii: "-")) }
      bytes.append(UInt8(ascii: "\n"))
    case .jsonl:
      bytes.appendCompleteness(isComplete, limit: solutionCount)
      puzzle.appendLine(to: &bytes)
      if let solution {
        bytes.append(contentsOf: "\",\"solution\":\"".utf8)
        solution.appendLine(to: &bytes)
      }
      bytes.append(contentsOf: "\",\"solutionCount\":".utf8)
      bytes.append(number: solutionCount)
      bytes.append(contentsOf: "}\n".utf8)
    case .text: format.append(self, to: &bytes)
    }
  }
}

/// A row of `solve --count`.
struct CountRow: OutputRow {
  static let columns = ["puzzle", "solutionCount", "complete"]
  static let lineFieldCount = 2
  static let memberNames = ["complete", "limit", "puzzle", "solutionCount"]
  /// A solution that nobody has compared.
  static let sourceFacts: Set<String> = ["solution"]
  let puzzle: Board
  let solutionCount: Int
  /// Whether all solutions were counted.
  let isComplete: Bool

  private enum CodingKeys: String, CodingKey { case puzzle, solutionCount, complete, limit }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(puzzle.line, forKey: .puzzle)
    try container.encode(solutionCount, forKey: .solutionCount)
    try container.encode(isComplete, forKey: .complete)
    if !isComplete { try container.encode(solutionCount, forKey: .limit) }
  }

  var columnFields: [String] {
    [puzzle.line, String(solutionCount), isComplete ? "true" : "false"]
  }
  var fields: [String] { [puzzle.line, String(solutionCount)] + (isComplete ? [] : ["limit"]) }
  func text(_ style: TextStyle) -> String {
    puzzle.line + "  "
      + (isComplete ? String(solutionCount) : "at least \(solutionCount) (stopped at the limit)")
  }

  /// Adds the row as the format writes it, without a detour over text.
  func append(_ format: OutputFormat, to bytes: inout [UInt8]) {
    switch format {
    case .line, .csv:
      puzzle.appendLine(to: &bytes)
      bytes.append(format == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t"))
      bytes.append(number: solutionCount)
      if format == .csv { bytes.append(contentsOf: isComplete ? ",true".utf8 : ",false".utf8) }
      if format == .line, !isComplete { bytes.append(contentsOf: "\tlimit".utf8) }
      bytes.append(UInt8(ascii: "\n"))
    case .jsonl:
      bytes.appendCompleteness(isComplete, limit: solutionCount)
      puzzle.appendLine(to: &bytes)
      bytes.append(contentsOf: "\",\"solutionCount\":".utf8)
      bytes.append(number: solutionCount)
      bytes.append(contentsOf: "}\n".utf8)
    case .text: format.append(self, to: &bytes)
    }
  }
}

extension Board {
  /// Adds the board as 81 characters.
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
  /// Adds the start of an object up to the puzzle's cells.
  fileprivate mutating func appendCompleteness(_ isComplete: Bool, limit: Int) {
    append(contentsOf: (isComplete ? "{\"complete\":true" : "{\"complete\":false").utf8)
    if !isComplete {
      append(contentsOf: ",\"limit\":".utf8)
      append(number: limit)
    }
    append(contentsOf: ",\"puzzle\":\"".utf8)
  }

  /// Adds a number as decimal digits.
  fileprivate mutating func append(number: Int) {
    if number < 10 {
      append(UInt8(ascii: "0") + UInt8(number))
    } else {
      append(contentsOf: String(number).utf8)
    }
  }
}

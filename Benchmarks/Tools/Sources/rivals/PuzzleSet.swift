import Foundation
import SudokuCore
import SudokuSolver

/// The boards of a file, ready for every solver.
struct PuzzleSet {
  let name: String
  let boards: [Board]
  /// 82 characters for each board: `.` for an empty cell, and a newline.
  let lines: [CChar]
  /// The same in a file of its own, for programs.
  let lineFile: URL

  var count: Int { boards.count }

  init(path: String, most: Int) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    boards = try text.split(whereSeparator: \.isNewline).lazy.filter { !$0.hasPrefix("#") }
      .prefix(most).map { try Board(line: $0.prefix(81)) }
    guard !boards.isEmpty else { throw Failure("no boards in \(path)") }
    let joined = boards.map { $0.line + "\n" }.joined()
    lines = joined.utf8.map { CChar(bitPattern: $0) } + [0]
    lineFile = FileManager.default.temporaryDirectory
      .appendingPathComponent("rivals-\(getpid())-\(name).txt")
    try joined.write(to: lineFile, atomically: true, encoding: .utf8)
  }

  /// Solves all boards in batches with our solver: every grid written, uniqueness proven.
  func runBatch(_ solver: BatchSolver, limit: Int) -> (seconds: Double, counts: [Int]) {
    var output = [UInt8](repeating: 0, count: count * 81)
    var counts = [UInt32](repeating: 0, count: count)
    var guesses = counts
    var seconds = 0.0
    lines.withUnsafeBytes { lines in
      output.withUnsafeMutableBufferPointer { output in
        counts.withUnsafeMutableBufferPointer { counts in
          guesses.withUnsafeMutableBufferPointer { guesses in
            let start = cpuSeconds()
            solver.solve(
              lines.bindMemory(to: UInt8.self), stride: 82, limit: limit,
              into: BatchOutput(
                solutions: output, counts: counts, guesses: guesses, zero: UInt8(ascii: "0")))
            seconds = cpuSeconds() - start
          }
        }
      }
    }
    return (seconds, counts.map(Int.init))
  }

  /// Solves one board after the other with our solver.
  func runSingle(_ solver: Solver, limit: Int) -> (seconds: Double, counts: [Int]) {
    var counts = [Int](repeating: 0, count: count)
    let start = cpuSeconds()
    for index in 0..<count {
      counts[index] = solver.solve(boards[index], limit: limit).solutionCount
    }
    return (cpuSeconds() - start, counts)
  }
}

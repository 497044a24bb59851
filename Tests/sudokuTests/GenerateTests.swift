import Foundation
import JSONCoding
import SudokuCore
import TestSupport
import Testing

/// `sudoku generate`: the same seed gives the same bytes, parts of the work fit together.
@Suite struct GenerateTests {
  static let levels = ["easy", "medium", "hard", "expert", "extreme"]

  @Test(arguments: levels)
  func sameSeedSameBytesWithAnyNumberOfJobs(_ level: String) throws {
    let arguments = ["generate", "--level", level, "--count", "30", "--seed", "11"]
    let one = try Binary.run(arguments + ["--jobs", "1"])
    let two = try Binary.run(arguments + ["--jobs", "2"])
    #expect(one.status == 0 && one.error.isEmpty)
    #expect(one.output == two.output)
    #expect(Set(one.lines).count == 30)
    let graded = try Binary.run(["grade", "--scale", "level"], input: one.output)
    #expect(graded.lines.allSatisfy { $0.split(separator: "\t")[1] == level })
  }

  @Test func shardsAreTheWholeInParts() throws {
    let whole = try Binary.run(["generate", "--count", "10", "--seed", "4"]).output
    let parts = try (1...3).map {
      try Binary.run(["generate", "--count", "10", "--seed", "4", "--shard", "\($0)/3"]).output
    }
    #expect(parts.joined() == whole)
  }

  @Test func aSeedIsDrawnAndTold() throws {
    let first = try Binary.run(["generate"])
    let seed = try #require(first.error.split(whereSeparator: \.isWhitespace).last)
    let again = try Binary.run(["generate", "--seed", String(seed)])
    #expect(first.output == again.output)
    #expect(again.error.isEmpty)
  }

  @Test func anExhaustedBudgetIsAResult() throws {
    let run = try Binary.run([
      "generate", "--clues", "17", "--minimal", "--seed", "1", "--attempts", "3", "--count", "2",
    ])
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.error.contains("2 of 2 puzzles not found within the budget"))
    let timed = try Binary.run([
      "generate", "--clues", "17", "--minimal", "--seed", "1", "--budget", "100ms",
    ])
    #expect(timed.status == 0 && timed.output.isEmpty)
  }

  /// The collections in `puzzles/` are what their README says: the first of each are made again.
  @Test(arguments: zip(levels, 1...5))
  func collectionsComeFromTheirSeeds(_ level: String, seed: Int) throws {
    let url = Repository.root.appendingPathComponent("puzzles/\(level).jsonl")
    let text = try String(contentsOf: url, encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 1_000)
    let again = try Binary.run([
      "generate", "--level", level, "--count", "20", "--seed", "\(seed)", "--minimal",
      "--format", "jsonl",
    ])
    #expect(again.lines == Array(lines.prefix(20)))
    let puzzles = try lines.map { try JSONValue(parsing: String($0))["puzzle"]?.string }
    #expect(Set(puzzles).count == 1_000)
  }
}

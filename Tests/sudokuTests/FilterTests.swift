import Foundation
import JSONCoding
import SudokuCore
import TestSupport
import Testing

/// The filters: order, formats, the same bytes with any number of processors.
@Suite struct FilterTests {
  @Test(arguments: ["solve", "check", "grade", "identify", "convert"])
  func everyNumberOfJobsGivesTheSameBytes(_ command: String) throws {
    let count = sized(20, full: 150)
    let puzzles = try Program.run(["generate", "--count", "\(count)", "--seed", "3"]).output
    let one = try Program.run([command, "--jobs", "1"], input: puzzles)
    let two = try Program.run([command, "--jobs", "2"], input: puzzles)
    #expect(one.status == 0 && one.error.isEmpty)
    #expect(one.output == two.output)
    #expect(one.lines.map { $0.prefix(81) } == puzzles.split(separator: "\n"))
  }

  @Test func equalRowsStaySortedAsInTheInput() throws {
    let lines = try DataSets.ownLines("puzzles/typical.txt")
    let puzzles = (0..<6_000).map { lines[$0 % lines.count] }.joined(separator: "\n")
    let sorted = try Program.run(
      ["solve", "--format", "csv", "--sort", "clues", "--jobs", "4"], input: puzzles)
    let counts = sorted.lines.dropFirst().map { $0.prefix(81).count { $0 != "." } }
    #expect(counts.count == 6_000 && counts == counts.sorted())
    let expected = (0..<6_000).map { lines[$0 % lines.count].prefix(81) }.enumerated().sorted {
      ($0.element.count { $0 != "." }, $0.offset) < ($1.element.count { $0 != "." }, $1.offset)
    }
    #expect(sorted.lines.dropFirst().map { $0.prefix(81) } == expected.map(\.element))
  }

  @Test(arguments: ["solve", "check", "grade", "identify", "convert", "generate"])
  func jsonLinesCarryThePuzzle(_ command: String) throws {
    let format = command == "convert" ? ["--to", "jsonl"] : ["--format", "jsonl"]
    let run =
      command == "generate"
      ? try Program.run([command, "--count", "2", "--seed", "1"] + format)
      : try Program.run([command, BadInputTests.good, BadInputTests.good] + format)
    #expect(run.status == 0)
    #expect(run.lines.count == 2)
    for line in run.lines {
      let value = try JSONValue(parsing: String(line))
      let puzzle = try #require(value["puzzle"]?.string)
      #expect(try Board(line: puzzle).clueCount >= 17)
      #expect(try value.canonicalBytes() == Array(line.utf8), "keys are sorted, numbers short")
    }
  }

  /// Explained steps name everything visible on the board.
  @Test func explanationsCarryThePatterns() throws {
    let puzzle =
      ".6....3.....4.3.1..1.....896....8.4.5...2..3..91...87.47...2.5.....6.......8.4..."
    let run = try Program.run(["grade", "--explain", "--format", "jsonl", puzzle])
    let steps = try #require(try JSONValue(parsing: run.output)["steps"]?.array)
    let single = try #require(steps.first)
    #expect(single["cells"] == ["r6c5"] && single["digits"] == [4])
    #expect(single["houses"] == ["block 5"] && single["placement"] == ["cell": "r6c5", "digit": 4])
    #expect(single["links"] == nil)
    let chains = steps.filter { $0["technique"] == "forcing-chain" }
    #expect(!chains.isEmpty)
    for chain in chains {
      let links = try #require(chain["links"]?.array)
      #expect(links.count >= 3)
      for link in links {
        #expect(link["conclusion"]?["on"]?.bool != nil && link["premises"]?.array?.isEmpty == false)
        let reason = try #require(link["reason"]?.string)
        #expect(reason.wholeMatch(of: #/(block|row|column) \d|cell/#) != nil, "\(reason)")
      }
    }
    let pair = try #require(steps.first { $0["technique"] == "naked-pair" })
    #expect(pair["cells"]?.array?.count == 2 && pair["digits"]?.array?.count == 2)
    #expect(pair["candidates"]?.array?.count == 4)
    let text = try Program.run(["grade", "--explain", "--format", "text", puzzle]).output
    #expect(text.contains("\n   cells r6c5; digits 4; houses b5\n"))
    #expect(text.contains("; links "))
  }

  @Test func commaSeparatedValuesHaveAHeaderAndAsManyFields() throws {
    let run = try Program.run(["generate", "--count", "3", "--seed", "1", "--format", "csv"])
    let rows = run.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(rows.count == 4)
    #expect(rows.first?.first == "puzzle")
    #expect(Set(rows.map(\.count)).count == 1)
  }

  @Test func commentsBlankLinesAndFurtherFieldsAreSkipped() throws {
    let input = "# comment\r\n\n\(BadInputTests.good)\tnote\r\n   \n\(BadInputTests.good) # x"
    let run = try Program.run(["solve", "--count"], input: input)
    #expect(run.status == 0)
    #expect(run.output == "\(BadInputTests.good)\t1\n\(BadInputTests.good)\t1\n")
  }

  @Test func statisticsAddUp() throws {
    let several = "1" + String(repeating: ".", count: 80)
    let run = try Program.run(
      ["solve", "--stats"], input: "\(BadInputTests.good)\n\(several)\nbad\n")
    #expect(run.status == 1)
    let line = try #require(run.error.split(separator: "\n").last)
    let value = try JSONValue(parsing: String(line))
    #expect(value["puzzles"]?.int == 3)
    #expect(value["unique"]?.int == 1)
    #expect(value["multiple"]?.int == 1)
    #expect(value["invalid"]?.int == 1)
    #expect(value["cpuSeconds"]?.double != nil)
  }

  @Test func everySolutionOfABoardIsListedOnce() throws {
    var board = try Board(line: BadInputTests.solved)
    // Without its three digits a board still has the orders in which they can be renamed.
    for cell in CellSet.all where (board[cell]?.rawValue ?? 0) <= 3 { board[cell] = nil }
    let run = try Program.run(["solve", "--all", board.line])
    let expected = Oracle.solutions(of: board, limit: .max).map(\.line)
    #expect(Set(run.lines.map { String($0.suffix(81)) }) == Set(expected))
    #expect(run.lines.count == expected.count && expected.count >= 6)
    #expect(run.status == 0)
  }

  @Test func aClosedPipeEndsTheCommandQuietly() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      "'\(Binary.url.path)' generate --count 100000 --seed 1 | head -n 2",
    ]
    let output = Pipe()
    let error = Pipe()
    process.standardOutput = output
    process.standardError = error
    try process.run()
    let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let messages = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(lines.split(separator: "\n").count == 2)
    #expect(messages.isEmpty)
  }
}

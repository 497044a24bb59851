import Foundation
import JSONCoding
import SudokuCore
import SudokuProtocol
import SudokuSolver
import TestSupport
import Testing

/// The JSON lines are the shared records, byte for byte, whatever way they were made.
@Suite struct RecordShapeTests {
  static let several =
    "8.........95.......76.........426798...571243...893165......916....3.487....1.532"

  private func line(_ record: some Record) throws -> String {
    var buffer = JSONBuffer()
    try record.append(to: &buffer)
    return buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } + "\n"
  }

  @Test func solve() throws {
    for text in [
      BadInputTests.good, Self.several, BadInputTests.solved,
      "55" + BadInputTests.good.dropFirst(2),
    ] {
      let board = try Board(line: text)
      let result = Solver().solve(board)
      // As a line, with a blank before it (the general way), as grids.
      let grid = board.grid + "\n\n"
      for input in [text + "\n", " \(text)\n", grid, grid + grid + grid].sized(2) {
        let solved = try Program.run(["solve", "--format", "jsonl"], input: input)
        guard board.conflict == nil else {
          #expect(solved.output.contains("\"error\""))
          continue
        }
        let first = solved.output.split(separator: "\n").first.map { $0 + "\n" } ?? ""
        var expected = SolveRecord(board, result)
        if let printed = try JSONValue(parsing: String(first))["solution"]?.string {
          // With several solutions each kernel finds one of its own first.
          expected.solution = try Board(line: printed)
        }
        #expect(try first == line(expected))
        let counted = try Program.run(
          ["solve", "--count", "--limit", "2", "--format", "jsonl"], input: input)
        let firstCount = counted.output.split(separator: "\n").first.map { $0 + "\n" } ?? ""
        #expect(try firstCount == line(SolveRecord(board, result, countsOnly: true)))
      }
    }
  }

  /// Plain lines are solved many at a time, lines behind a blank as records: the rows are the same.
  @Test(
    arguments: ["line", "csv", "jsonl"].sized(2), [[], ["--count"], ["--limit", "1"]].sized(2))
  func boardsWithoutASolution(_ format: String, _ options: [String]) throws {
    let unsolvable =
      "25.3....1..685.....1..7....69...52....5.9.4....27...95....2..1.....137..5....9.6."
    let against = "55" + BadInputTests.good.dropFirst(2)
    let lines = [unsolvable, BadInputTests.good, against, unsolvable, unsolvable, Self.several]
    let arguments = ["solve", "--stats", "--format", format] + options
    let plain = try Program.run(arguments, input: lines.map { $0 + "\n" }.joined())
    let records = try Program.run(arguments, input: lines.map { " \($0)\n" }.joined())
    // A fault has its column.
    let rows = [plain, records].map { $0.lines.filter { !$0.contains("error") } }
    #expect(rows[0] == rows[1] && plain.status == records.status)
    #expect(rows[0].count { $0.contains(unsolvable) } == 3)
    let counts = /"invalid":1,.*"none":3,"puzzles":6,/
    #expect(plain.error.contains(counts) && records.error.contains(counts))
  }

  @Test func allSolutionsAndPuzzles() throws {
    let board = try Board(line: BadInputTests.good)
    let all = try Program.run(["solve", "--all", "--format", "jsonl", BadInputTests.good])
    let solution = try Board(line: BadInputTests.solved)
    #expect(try all.output == line(SolutionRecord(puzzle: board, number: 1, solution: solution)))
    let converted = try Program.run(["convert", "--to", "jsonl", BadInputTests.good])
    #expect(try converted.output == line(PuzzleLineRecord(puzzle: board, solution: nil)))
    let csv = "puzzle,solution\n\(BadInputTests.good),\(BadInputTests.solved)\n"
    let both = try Program.run(["convert", "--to", "jsonl"], input: csv)
    #expect(try both.output == line(PuzzleLineRecord(puzzle: board, solution: solution)))
  }

  /// What `generate` writes goes through every filter without a member twice.
  @Test(arguments: ["solve", "check", "grade", "identify", "convert"].sized(2))
  func noMemberStandsTwice(_ command: String) throws {
    let made = try Program.run(["generate", "--count", "3", "--seed", "5", "--format", "jsonl"])
    let options = command == "convert" ? ["--to", "jsonl"] : ["--format", "jsonl"]
    let run = try Program.run([command] + options, input: made.output)
    #expect(run.lines.count == 3)
    for line in run.lines {
      let object = try JSONValue(parsing: String(line))
      #expect(object["seed"]?.int == 5, "\(line)")
      let names = line.matches(of: /[{,]"([A-Za-z_]+)":/).map { String($0.output.1) }
      // Only `rating` and what is in it may come again, inside of another object.
      let top = ["clues", "puzzle", "solution", "seed", "level", "classId", "puzzleId"]
      for name in top { #expect(names.count { $0 == name } <= 1, "\(name): \(line)") }
    }
  }

  @Test func aMissingRatingHasItsReasonInAColumn() throws {
    let csv = "id,puzzle\n1,\(Self.several)\n2,\(BadInputTests.good)\n"
    let table = try Program.run(["grade", "--format", "csv"], input: csv)
    #expect(table.lines[0] == "puzzle,level,number,unrated,id")
    #expect(table.lines[1] == "\(Self.several),,,severalSolutions,1")
    #expect(table.lines[2].contains(",easy,") && table.lines[2].hasSuffix(",,2"))
    let lines = try Program.run(["grade", Self.several, BadInputTests.good])
    #expect(lines.lines[0] == "\(Self.several)\t-\t-\tseveralSolutions")
    #expect(lines.lines[1].contains("\teasy\t"))
    let se = try Program.run(["grade", "--scale", "se", "--format", "csv", Self.several])
    #expect(se.lines == ["puzzle,er,ep,ed,unrated", "\(Self.several),,,,severalSolutions"])
  }
}

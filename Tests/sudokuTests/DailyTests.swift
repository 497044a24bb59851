import Foundation
import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuRating
import TestSupport
import Testing

/// `sudoku generate --daily`: the puzzles of days, the same as those of `game.daily`.
@Suite struct DailyTests {
  static let firstRule = [
    "csv": "f589861c95d241add6fa3cea5d1e1b8ef502e9437abf54337121d31b0845fa5e",
    "jsonl": "9f04c90d512ceec1cf799adad9f3e45720d32b2d4bc67a8a32c4e5f3f1e77495",
    "line": "3865fa2e31d45d7052a7a97e235edd7fa29047314fa981caaa7bc1d524eb608b",
    "text": "6961627c55958b2a442610af00da3c4adae86cfbacf5f502de9f86e2cf7b0f76",
  ]

  static let secondRule = [
    ("", "397fa8b8bd7fd20d5299446e9fa463acf7c1d926d4233dba767f54483b0a0937"),
    ("our paper 81", "418716077b638bb88934378c18194b379faaca921c0527627d4fcaef041187fe"),
  ]

  private static let levels = ["easy", "medium", "hard", "expert", "extreme"]

  @Test(arguments: [
    ([], ""), (["--rule", "daily-1"], #","rule":"daily-1""#),
    (["--series", "our paper"], #","series":"our paper""#),
    (
      ["--symmetry", "vertical", "--clues", "30...40"],
      #","targets":{"maxClues":40,"minClues":30,"symmetry":"vertical"}"#
    ),
    (["--needs", "hidden-single-block"], #","targets":{"needs":["hidden-single-block"]}"#),
  ])
  func thePuzzleIsThatOfTheProtocol(_ options: [String], _ members: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "daily-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let requests = Self.levels.enumerated().map { id, level in
      #"{"id":\#(id),"jsonrpc":"2.0","method":"game.daily","#
        + #""params":{"date":"2027-03-01","level":"\#(level)"\#(members)}}"# + "\n"
    }
    let served = try Binary.run(
      ["serve", "--data", folder.path, "--log-level", "error"], input: requests.joined())
    var boards: [Int: String] = [:]
    for line in served.lines {
      let answer = try JSONValue(parsing: String(line))
      guard let id = answer["id"]?.integer else { continue }
      boards[Int(id)] = answer["result"]?["givens"]?.string
    }
    let run = try Program.run(
      ["generate", "--daily", "2027-03-01", "--level", Self.levels.joined(separator: ",")] + options
    )
    #expect(run.status == 0 && run.error.isEmpty)
    #expect(run.lines.map(String.init) == Self.levels.indices.map { boards[$0] ?? "-" })
  }

  @Test func aRangeOfDays() throws {
    let arguments = ["generate", "--daily", "2024-02-27...2024-03-02", "--level", "easy,hard"]
    let csv = try Program.run(arguments + ["--format", "csv"])
    let rows = csv.lines.map { $0.split(separator: ",") }
    #expect(rows[0].prefix(4) == ["date", "dailyLevel", "rule", "puzzle"])
    let days = ["2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01", "2024-03-02"]
    #expect(rows.dropFirst().map { $0[0] } == days.flatMap { [$0[...], $0[...]] })
    #expect(Set(rows.dropFirst().map { $0[2] }) == ["daily-2"])
    let single = try Program.run(["generate", "--daily", "2024-02-29", "--level", "hard"])
    #expect(single.lines.first == rows[6][3])
    let shards = try (1...3).map { try Program.run(arguments + ["--shard", "\($0)/3"]).output }
    #expect(shards.joined() == (try Program.run(arguments + ["--jobs", "1"])).output)
    let json = try Program.run(["generate", "--daily", "2024-02-29", "--format", "jsonl"])
    let value = try JSONValue(parsing: json.output)
    #expect(value["date"]?.string == "2024-02-29" && value["rule"]?.string == "daily-2")
    #expect(value["dailyLevel"]?.string == "medium" && value["index"]?.integer == 0)
    let text = try Program.run(["generate", "--daily", "2024-02-29", "--format", "text"])
    #expect(text.output.hasPrefix("2024-02-29 medium\n"))
  }

  /// A month of the first rule, all levels, in every format, as 0.1 wrote it.
  @Test(arguments: ["line", "csv", "jsonl", "text"].sized(2))
  func theFirstRuleKeepsItsBytes(_ format: String) throws {
    let run = try Program.run([
      "generate", "--daily", "2026-02-01...2026-02-28", "--rule", "daily-1", "--level",
      Self.levels.joined(separator: ","), "--format", format,
    ])
    #expect(run.status == 0 && run.lines.count >= 140)
    #expect(SHA256.hash(of: run.output.utf8).description == Self.firstRule[format])
  }

  /// A month of the second rule, all levels, and of a series.
  @Test func theSecondRuleKeepsItsPuzzles() throws {
    for (series, hash) in Self.secondRule {
      let run = try Program.run(
        [
          "generate", "--daily", "2026-02-01...2026-02-28", "--level",
          Self.levels.joined(separator: ","),
        ] + (series.isEmpty ? [] : ["--series", series]))
      #expect(run.status == 0 && run.lines.count == 140)
      #expect(SHA256.hash(of: run.output.utf8).description == hash, "\(series)")
      let graded = try Program.run(["grade"], input: run.output)
      let levels = graded.lines.map { String($0.split(separator: "\t")[1]) }
      #expect(levels == (0..<28).flatMap { _ in Self.levels })
      for (index, line) in run.lines.enumerated() where index % 5 == 0 {
        #expect(try Board(line: line).clueCount <= 45)
      }
    }
  }

  @Test func aSeriesHasPuzzlesOfItsOwn() throws {
    func puzzle(_ arguments: [String]) throws -> String {
      let run = try Program.run(
        ["generate", "--daily", "2026-11-20", "--level", "hard"] + arguments)
      #expect(run.status == 0, "\(run.error)")
      return run.lines.first.map(String.init) ?? ""
    }
    let names = ["a", "b", "A", "a ", "é", "e\u{301}", String(repeating: "x", count: 100)]
    let puzzles = try [puzzle([])] + names.map { try puzzle(["--series", $0]) }
    #expect(Set(puzzles).count == puzzles.count)
    #expect(try puzzle(["--series", "a"]) == puzzles[1])
    let full = try Board(
      line: puzzle(["--series", "a", "--symmetry", "full", "--clues", "24...32"]))
    #expect(24...32 ~= full.clueCount && Symmetry.full.holds(for: full.filledCells))
    let rated = try puzzle(["--series", "a", "--rating", "45...50", "--needs", "x-wing"])
    let grade = LevelScale().grade(try Board(line: rated))
    #expect(450...500 ~= grade.scoreTenths ?? 0 && grade.techniqueCounts[.xWing] > 0)
    // The name is a secret: nothing that is published shows it.
    let json = try Program.run([
      "generate", "--daily", "2026-11-20", "--series", "secret", "--format", "jsonl",
    ])
    #expect(!json.output.contains("secret"))
  }

  /// The rule of days has no seed that a command could name.
  @Test func aDailyRunEndedByABudgetCanBeContinued() throws {
    let run = try Program.run([
      "generate", "--daily", "0000-01-01...9999-12-31", "--level", "easy", "--budget", "2s", "-j1",
    ])
    #expect(run.status == 1 && !run.lines.isEmpty)
    #expect(run.error.contains("the same command with --skip"), "\(run.error)")
  }

  @Test func badDaysAreRefusedWithTheirPlace() throws {
    for (days, message) in [
      ("2026-02-30", "character 9: 2026-02 has the days 01 to 28"),
      ("2100-02-29", "character 9: 2100-02 has the days 01 to 28"),
      ("2026-04-31", "character 9: 2026-04 has the days 01 to 30"),
      ("2026-01-00", "character 9: 2026-01 has the days 01 to 31"),
      ("2026-13-01", "character 6: the months are 01 to 12"),
      ("2026-1-01", "character 7: a day is written as 2026-11-20"),
      ("10000-01-01", "character 5: a day is written as"), ("", "character 1: a day is written as"),
      ("2026-01-01x", "character 11: nothing is expected after a day"),
      ("2026-01-01...2026-02-30", "character 22: 2026-02 has the days 01 to 28"),
      ("2026-01-02...2026-01-01", "character 14: the last day is before the first"),
      ("2026-01-02...", "character 14: a day is written as"),
    ] {
      let run = try Program.run(["generate", "--daily", days])
      #expect(run.status == 2 && run.output.isEmpty && run.error.contains(message), "\(days)")
    }
  }

  @Test func dailyOptionsAreLevelsOnly() throws {
    for arguments in [
      ["--seed", "1"], ["--count", "2"], ["--unique-classes"], ["--spread"], ["--jewel", "pearl"],
      ["--ed", "1.2"],
    ] {
      let run = try Program.run(["generate", "--daily", "2026-01-01"] + arguments)
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(run.error.contains("\(arguments[0]) can't be combined with --daily"))
    }
    for arguments in [
      ["--minimal"], ["--symmetry", "full"], ["--clues", "24"], ["--rating", "3.0"],
      ["--needs", "x-wing"], ["--attempts", "5"], ["--scale", "level"], ["--series", "x"],
    ] {
      let run = try Program.run(
        ["generate", "--daily", "2026-01-01", "--rule", "daily-1"] + arguments)
      #expect(run.status == 2 && run.error.contains("rule daily-1 decides all but the level"))
    }
    for (arguments, message) in [
      (["--rule", "daily-9"], "Valid is a rule: daily-1 or daily-2"),
      (["--series", ""], "--series needs a name"),
      (["--scale", "se"], "--daily needs the scale 'level'"),
      (["--level", "hard", "--rating", "70"], "no puzzle of the level 'hard' (40.0 to 59.9)"),
      (["--clues", "26", "--symmetry", "full"], "26 clues can't have the symmetry 'full'"),
    ] {
      let run = try Program.run(["generate", "--daily", "2026-01-01"] + arguments)
      #expect(run.status == 2 && run.output.isEmpty && run.error.contains(message), "\(run.error)")
    }
    for option in ["--series", "--rule"] {
      let run = try Program.run(["generate", option, "daily-1"])
      #expect(run.status == 2 && run.error.contains("\(option) needs --daily"))
    }
    let level = try Program.run(["generate", "--daily", "2026-01-01", "--level", "devilish"])
    #expect(level.status == 2 && level.error.contains("valid levels: easy, medium"))
    let many = try Program.run(["generate", "--daily", "2026-01-01", "--level", "easy:2"])
    #expect(many.status == 2 && many.error.contains("one puzzle of each level"))
  }
}

import Foundation
import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuRating
import SudokuTechniques
import TestSupport
import Testing

/// `sudoku generate --daily`: the puzzles of days, the same as those of `game.daily`.
@Suite struct DailyTests {
  /// The hash of a month, and of its first two days, which plain code makes.
  static let firstRule = [
    "csv": (
      month: "f589861c95d241add6fa3cea5d1e1b8ef502e9437abf54337121d31b0845fa5e",
      days: "db091b00fe6d27f2ef2bea44ca33d47d2745104895907e558d8297e4af002c48"
    ),
    "jsonl": (
      month: "9f04c90d512ceec1cf799adad9f3e45720d32b2d4bc67a8a32c4e5f3f1e77495",
      days: "7bdb4d536742e53b4333b3def9b29707f8b8a5d3090aa1c6989a84c807d96d81"
    ),
    "line": (
      month: "3865fa2e31d45d7052a7a97e235edd7fa29047314fa981caaa7bc1d524eb608b",
      days: "d2bc8c757c67db03082373c280512670fe55a8354470475ac3fc33aa7d43b623"
    ),
    "text": (
      month: "6961627c55958b2a442610af00da3c4adae86cfbacf5f502de9f86e2cf7b0f76",
      days: "6e40f7b5842503ede28a87510a53e7eee5fdf2c0d131e3813db1d4193b9f7062"
    ),
  ]

  static let secondRule = [
    (
      series: "", month: "397fa8b8bd7fd20d5299446e9fa463acf7c1d926d4233dba767f54483b0a0937",
      days: "3c0c42a943fb9b65d8a06663e39bd41ee9d2ceedfcfa42ae3a76261c3c894b15"
    ),
    (
      series: "our paper 81",
      month: "418716077b638bb88934378c18194b379faaca921c0527627d4fcaef041187fe",
      days: "84c259374976254ff8b886728f01fb62fd48a92735b9bc2f90993763516652ec"
    ),
  ]

  private static let dayCount = sized(2, full: 28)
  private static let days = "2026-02-01...2026-02-" + (TestSize.isFull ? "28" : "02")

  private static let levels = ["easy", "medium", "hard", "expert", "extreme"]

  @Test(
    arguments: [
      ([], ""), (["--rule", "daily-1"], #","rule":"daily-1""#),
      (["--series", "our paper"], #","series":"our paper""#),
      (
        ["--symmetry", "vertical", "--clues", "30...40"],
        #","targets":{"maxClues":40,"minClues":30,"symmetry":"vertical"}"#
      ),
      (["--needs", "hidden-single-block"], #","targets":{"needs":["hidden-single-block"]}"#),
    ].sized(3))
  func thePuzzleIsThatOfTheProtocol(_ options: [String], _ members: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "daily-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let levels = Self.levels.prefix(sized(3, full: 5))
    let requests = levels.enumerated().map { id, level in
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
      ["generate", "--daily", "2027-03-01", "--level", levels.joined(separator: ",")] + options
    )
    #expect(run.status == 0 && run.error.isEmpty)
    #expect(run.lines.map(String.init) == levels.indices.map { boards[$0] ?? "-" })
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

  /// Days of the first rule, all levels, in every format, as 0.1 wrote them.
  @Test(arguments: ["line", "csv", "jsonl", "text"].sized(2))
  func theFirstRuleKeepsItsBytes(_ format: String) throws {
    let run = try Program.run([
      "generate", "--daily", Self.days, "--rule", "daily-1", "--level",
      Self.levels.joined(separator: ","), "--format", format,
    ])
    #expect(run.status == 0 && run.lines.count >= 5 * Self.dayCount)
    let expected = Self.firstRule[format].map { TestSize.isFull ? $0.month : $0.days }
    #expect(SHA256.hash(of: run.output.utf8).description == expected)
  }

  /// Days of the second rule, all levels, and of a series.
  @Test func theSecondRuleKeepsItsPuzzles() throws {
    for (series, month, days) in Self.secondRule {
      let run = try Program.run(
        [
          "generate", "--daily", Self.days, "--level", Self.levels.joined(separator: ","),
        ] + (series.isEmpty ? [] : ["--series", series]))
      #expect(run.status == 0 && run.lines.count == 5 * Self.dayCount)
      let expected = TestSize.isFull ? month : days
      #expect(SHA256.hash(of: run.output.utf8).description == expected, "\(series)")
      let graded = try Program.run(["grade"], input: run.output)
      let levels = graded.lines.map { String($0.split(separator: "\t")[1]) }
      #expect(levels == (0..<Self.dayCount).flatMap { _ in Self.levels })
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
    let names = ["a", "b", "A", "a ", "é", "e\u{301}", String(repeating: "x", count: 100)].prefix(
      sized(3, full: 7))
    let puzzles = try [puzzle([])] + names.map { try puzzle(["--series", $0]) }
    #expect(Set(puzzles).count == puzzles.count)
    #expect(try puzzle(["--series", "a"]) == puzzles[1])
    let full = try Board(
      line: puzzle(["--series", "a", "--symmetry", "full", "--clues", "24...32"]))
    #expect(24...32 ~= full.clueCount && Symmetry.full.holds(for: full.filledCells))
    // Plain code finds pairs sooner than fish.
    let (needed, range) = TestSize.isFull ? (Technique.xWing, 450...500) : (.nakedPair, 400...590)
    let rated = try puzzle([
      "--series", "a", "--rating", "\(range.lowerBound / 10)...\(range.upperBound / 10)",
      "--needs", needed.id,
    ])
    let grade = LevelScale().grade(try Board(line: rated))
    #expect(range ~= grade.scoreTenths ?? 0 && grade.techniqueCounts[needed] > 0)
    // The name is a secret: nothing that is published shows it.
    let json = try Program.run([
      "generate", "--daily", "2026-11-20", "--series", "secret", "--format", "jsonl",
    ])
    #expect(!json.output.contains("secret"))
  }

  /// The rule of days has no seed that a command could name.
  @Test func aDailyRunEndedByABudgetCanBeContinued() throws {
    let run = try Program.run([
      "generate", "--daily", "0000-01-01...9999-12-31", "--level", "easy", "--budget", "1s", "-j1",
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
    ].sized(4) {
      let run = try Program.run(["generate", "--daily", days])
      #expect(run.status == 2 && run.output.isEmpty && run.error.contains(message), "\(days)")
    }
  }

  @Test func dailyOptionsAreLevelsOnly() throws {
    for arguments in [
      ["--seed", "1"], ["--count", "2"], ["--unique-classes"], ["--spread"], ["--jewel", "pearl"],
      ["--ed", "1.2"],
    ].sized(2) {
      let run = try Program.run(["generate", "--daily", "2026-01-01"] + arguments)
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(run.error.contains("\(arguments[0]) can't be combined with --daily"))
    }
    for arguments in [
      ["--minimal"], ["--symmetry", "full"], ["--clues", "24"], ["--rating", "3.0"],
      ["--needs", "x-wing"], ["--attempts", "5"], ["--scale", "level"], ["--series", "x"],
    ].sized(2) {
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
    ].sized(2) {
      let run = try Program.run(["generate", "--daily", "2026-01-01"] + arguments)
      #expect(run.status == 2 && run.output.isEmpty && run.error.contains(message), "\(run.error)")
    }
    for option in ["--series", "--rule"].sized(1) {
      let run = try Program.run(["generate", option, "daily-1"])
      #expect(run.status == 2 && run.error.contains("\(option) needs --daily"))
    }
    let level = try Program.run(["generate", "--daily", "2026-01-01", "--level", "devilish"])
    #expect(level.status == 2 && level.error.contains("valid levels: easy, medium"))
    let many = try Program.run(["generate", "--daily", "2026-01-01", "--level", "easy:2"])
    #expect(many.status == 2 && many.error.contains("one puzzle of each level"))
  }
}

import Foundation
import JSONCoding
import TestSupport
import Testing

/// `sudoku generate --daily`: the puzzles of days, the same as those of `game.daily`.
@Suite struct DailyTests {
  private static let levels = ["easy", "medium", "hard", "expert", "extreme"]

  @Test func thePuzzleIsThatOfTheProtocol() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "daily-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let requests = Self.levels.enumerated().map { id, level in
      #"{"id":\#(id),"jsonrpc":"2.0","method":"game.daily","#
        + #""params":{"date":"2027-03-01","level":"\#(level)"}}"# + "\n"
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
      ["generate", "--daily", "2027-03-01", "--level", Self.levels.joined(separator: ",")])
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
    #expect(Set(rows.dropFirst().map { $0[2] }) == ["daily-1"])
    let single = try Program.run(["generate", "--daily", "2024-02-29", "--level", "hard"])
    #expect(single.lines.first == rows[6][3])
    let shards = try (1...3).map { try Program.run(arguments + ["--shard", "\($0)/3"]).output }
    #expect(shards.joined() == (try Program.run(arguments + ["--jobs", "1"])).output)
    let json = try Program.run(["generate", "--daily", "2024-02-29", "--format", "jsonl"])
    let value = try JSONValue(parsing: json.output)
    #expect(value["date"]?.string == "2024-02-29" && value["rule"]?.string == "daily-1")
    #expect(value["dailyLevel"]?.string == "medium" && value["index"]?.integer == 0)
    let text = try Program.run(["generate", "--daily", "2024-02-29", "--format", "text"])
    #expect(text.output.hasPrefix("2024-02-29 medium\n"))
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
      ["--seed", "1"], ["--count", "2"], ["--minimal"], ["--symmetry", "full"],
      ["--clues", "24"], ["--rating", "3.0"], ["--needs", "x-wing"], ["--attempts", "5"],
      ["--scale", "level"], ["--unique-classes"],
    ] {
      let run = try Program.run(["generate", "--daily", "2026-01-01"] + arguments)
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(run.error.contains("\(arguments[0]) can't be combined with --daily"))
    }
    let level = try Program.run(["generate", "--daily", "2026-01-01", "--level", "devilish"])
    #expect(level.status == 2 && level.error.contains("valid levels: easy, medium"))
    let many = try Program.run(["generate", "--daily", "2026-01-01", "--level", "easy:2"])
    #expect(many.status == 2 && many.error.contains("one puzzle of each level"))
  }
}

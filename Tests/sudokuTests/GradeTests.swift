import TestSupport
import Testing

/// `sudoku grade`: each scale has its columns, whatever else is asked for.
@Suite struct GradeTests {
  static let puzzle =
    "...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7..."

  @Test(arguments: [
    ("se", ["puzzle", "er", "ep", "ed", "level", "unrated"]),
    ("level", ["puzzle", "level", "number", "unrated"]),
    ("hodoku", ["puzzle", "level", "score", "unrated"]),
  ])
  func columns(scale: String, names: [String]) throws {
    func table(_ options: [String]) throws -> [[String]] {
      let run = try Program.run(
        ["grade", "--scale", scale, "--format", "csv"] + options + [Self.puzzle])
      #expect(run.status == 0 && run.error.isEmpty)
      return run.lines.map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
    }
    let plain = try table([])
    #expect(plain[0] == names && plain[1].count == names.count)
    #expect(plain[1][1...].dropLast().allSatisfy { !$0.isEmpty })
    for (options, added) in [
      (["--path"], ["techniques"]), (["--explain"], ["steps"]),
      (["--path", "--explain"], ["techniques", "steps"]),
    ] {
      let more = try table(options)
      #expect(more[0] == names + added)
      #expect(more[1].prefix(names.count) == plain[1][...], "\(options)")
    }
    // In a line the reason comes last, and only where there is one.
    let line = try Program.run(["grade", "--scale", scale, "--path", Self.puzzle])
    #expect(line.lines[0].split(separator: "\t").count == names.count)
  }

  @Test func ratingsAreCompared() throws {
    let bad = ".6.....2.79.8...31..4.9.....7...68.9..9.2...3.....5.4...7.8.2..4..9.2...3........"
    let rating = try Program.run(["grade", Self.puzzle]).output.split(separator: "\t")[1]
    for (option, answer) in [("--at-least", "yes"), ("--at-most", "yes")] {
      let run = try Program.run(["grade", option, String(rating), Self.puzzle])
      #expect(run.lines == ["\(Self.puzzle)\t\(answer)"] && run.status == 0)
    }
    let higher = try Program.run(["grade", "--at-least", "11.9", "--format", "jsonl", Self.puzzle])
    #expect(higher.lines == ["{\"answer\":false,\"puzzle\":\"\(Self.puzzle)\"}"])
    let none = try Program.run(["grade", "--at-most", "1.2", "--format", "csv", bad])
    #expect(none.lines == ["puzzle,answer,unrated", "\(bad),,noSolution"] && none.status == 1)
    for wrong in [
      ["--at-least", "7", "--at-most", "8"], ["--at-least", "7", "--path"], ["--at-least", "7.15"],
      ["--at-most", "8", "--scale", "level"], ["--at-least", "6.5...7"], ["--at-least", "-1"],
    ] {
      #expect(try Program.run(["grade"] + wrong + [Self.puzzle]).status == 2, "\(wrong)")
    }
  }
}

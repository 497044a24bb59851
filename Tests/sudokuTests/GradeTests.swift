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
      let run = try Binary.run(
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
    let line = try Binary.run(["grade", "--scale", scale, "--path", Self.puzzle])
    #expect(line.lines[0].split(separator: "\t").count == names.count)
  }
}

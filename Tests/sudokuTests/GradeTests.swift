import JSONCoding
import SudokuRating
import TestSupport
import Testing

/// `sudoku grade`: each scale has its columns, whatever else is asked for.
@Suite struct GradeTests {
  static let puzzle =
    "...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7..."

  @Test(arguments: [
    ("se", ["puzzle", "er", "ep", "ed", "unrated"]),
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

  /// Without a scale: a level and a number; ratings of `se` have no level in any format.
  @Test func theLevelIsTheDefault() throws {
    let plain = try Program.run(["grade", Self.puzzle])
    #expect(plain.output == (try Program.run(["grade", "--scale", "level", Self.puzzle])).output)
    let fields = plain.lines[0].split(separator: "\t")
    #expect(fields.count == 3 && GenerateTests.levels.contains(String(fields[1])))
    for format in ["line", "csv", "jsonl", "text"] {
      let run = try Program.run(["grade", "--scale", "se", "--format", format, Self.puzzle])
      #expect(!run.output.contains("level") && !run.output.contains("extreme"), "\(run.output)")
    }
  }

  /// Several scales in one pass: the same figures as one after the other, in every format.
  @Test(
    arguments: [
      ["level", "se"], ["se", "level"], ["hodoku", "level", "se"], ["se", "hodoku"],
    ].suffix(sized(2, full: 4)))
  func severalScales(_ names: [String]) throws {
    let input = [Self.puzzle, RecordShapeTests.several, "..x", ""].joined(separator: "\n")
    func table(_ scale: String, _ format: String) throws -> [[String]] {
      let run = try Program.run(["grade", "--scale", scale, "--format", format], input: input)
      let separator: Character = format == "csv" ? "," : "\t"
      return run.lines.map {
        $0.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
      }
    }
    let all = names.joined(separator: ",")
    var columns = ["puzzle"]
    var row = [Self.puzzle]
    for name in names {
      let one = try table(name, "csv")
      columns += one[0].dropFirst().dropLast()
        .map { name == "hodoku" && $0 == "level" ? "hodokuLevel" : $0 }
      row += one[1].dropFirst().dropLast()
    }
    let csv = try table(all, "csv")
    #expect(csv[0] == columns + ["unrated"] && csv[1] == row + [""])
    #expect(csv[2].last == "severalSolutions" && csv.allSatisfy { $0.count == csv[0].count })
    let lines = try table(all, "line")
    #expect(lines[0] == row && lines.count == 3)
    #expect(lines[1].last == "severalSolutions" && lines[2].allSatisfy { $0 == "-" })
    let json = try Program.run(["grade", "--scale", all, "--format", "jsonl"], input: input)
    let value = try JSONValue(parsing: String(json.lines[0]))
    let ratings = try #require(value["ratings"])
    #expect(names.allSatisfy { ratings[$0]?["scale"]?.string == $0 })
    #expect(
      value["level"]?.string
        == (names.contains("level") ? row[columns.firstIndex(of: "level") ?? 0] : nil))
    #expect(value["hodokuLevel"] != nil || !names.contains("hodoku"))
  }

  @Test func badListsOfScalesAreRefused() throws {
    let names = ScaleRegistry.standard.names
    let valid = "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
    for scale in ["level,", "level,level", "se,nope", ",", ""].sized(2) {
      let run = try Program.run(["grade", "--scale", scale, Self.puzzle])
      #expect(
        run.status == 2
          && (run.error.contains("Valid is a scale: \(valid)")
            || run.error.contains("names a scale twice")),
        "\(scale): \(run.error)")
    }
    for option in ["--path", "--explain"] {
      let run = try Program.run(["grade", "--scale", "level,se", option, Self.puzzle])
      #expect(run.status == 2 && run.error.contains("need a single scale"))
    }
    let known = try Program.run(
      ["grade", "--scale", "level,se", "--techniques", "subset", Self.puzzle])
    #expect(known.status == 2 && known.error.contains("'se' does not support it"))
  }

  @Test func ratingsAreCompared() throws {
    let bad = ".6.....2.79.8...31..4.9.....7...68.9..9.2...3.....5.4...7.8.2..4..9.2...3........"
    let rating = try Program.run(["grade", "--scale", "se", Self.puzzle]).output.split(
      separator: "\t")[1]
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
    ].sized(2) {
      #expect(try Program.run(["grade"] + wrong + [Self.puzzle]).status == 2, "\(wrong)")
    }
  }
}

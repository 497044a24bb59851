import Foundation
import SudokuProtocol
import SudokuRating
import SudokuTechniques
import TestSupport
import Testing

/// One's own order of techniques, from a file.
@Suite struct OwnScaleTests {
  private static let hard =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
  private static let easy =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."

  private func file(_ text: String) throws -> String {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("scale-\(UUID().uuidString).json")
    try text.write(to: url, atomically: true, encoding: .utf8)
    return url.path
  }

  private static let small = """
    {"name": "small", "score": "sum",
     "levels": [{"name": "low", "below": 100}, {"name": "high"}],
     "techniques": [
       {"id": "naked-single", "score": 1}, {"id": "hidden-single-block", "score": 2.5},
       {"id": "Hidden Single (line)", "score": 3, "level": "high"},
       {"id": "full-house", "score": 1, "use": false}]}
    """

  @Test func theOrderAndTheScoresCount() throws {
    let path = try file(Self.small)
    let run = try Program.run(
      ["grade", "--scale", path, "--path", "--format", "jsonl", Self.easy])
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains(#""scale":"small""#))
    #expect(!run.output.contains("full-house"))
    #expect(run.output.contains(#""level":"#))
    let hint = try Program.run(["hint", "--order", path, Self.easy])
    #expect(hint.status == 0 && hint.output.contains("Naked Single"), "\(hint.output)")
    let beyond = try Program.run(["grade", "--scale", path, Self.hard])
    #expect(beyond.output.contains("beyondTechniques"))
    let made = try Program.run(
      ["generate", "--scale", path, "--level", "low", "--seed", "4", "--format", "jsonl"])
    #expect(made.status == 0 && made.output.contains(#""level":"low""#), "\(made.error)")
    let levels = try Program.run(["levels", "--scale", path, "--format", "line"])
    #expect(levels.output.hasPrefix("low\t0.0\t"), "\(levels.output)")
  }

  @Test func theGeneratorTakesItsScoresAndLevels() throws {
    let path = try file(Self.small)
    let options = ["--scale", path, "--rating", "100...130", "--seed", "1", "--format", "jsonl"]
    let made = try Program.run(["generate"] + options)
    #expect(made.status == 0, "\(made.error)")
    let again = try Program.run(["generate"] + options)
    #expect(made.output == again.output)
    let object = Self.small.split(separator: "\n").joined()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scale-data-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let served = try Binary.run(
      ["serve", "--data", folder.path, "--log-level", "error"],
      input: """
        {"jsonrpc": "2.0", "id": 1, "method": "puzzle.generate", "params": {"scale": \(object), "minRating": 100, \
        "maxRating": 130, "seed": 1}}
        {"jsonrpc": "2.0", "id": 2, "method": "puzzle.generate", "params": {"scale": \(object), "level": "high", "seed": 1}}
        {"jsonrpc": "2.0", "id": 3, "method": "puzzle.generate", "params": {"scale": \(object), "level": "hard"}}
        {"jsonrpc": "2.0", "id": 4, "method": "game.new", "params": {"generate": {"scale": \(object), "seed": 1}}}

        """)
    let answers = served.output.split(separator: "\n")
    let puzzle = try #require(made.output.firstMatch(of: /"puzzle":"([^"]*)"/)?.1)
    #expect(answers.first { $0.contains(#""id":1"#) }?.contains(puzzle) == true, "\(served.output)")
    #expect(answers.contains { $0.contains(#""id":2"#) && $0.contains(#""level":"high""#) })
    #expect(answers.contains { $0.contains(#""id":3"#) && $0.contains("no level 'hard'") })
    #expect(answers.contains { $0.contains(#""id":4"#) && $0.contains(#""givens""#) })
    let refused = try Program.run(["generate", "--scale", path, "--level", "hard"])
    #expect(refused.status == 2 && refused.error.contains("valid levels: low, high"))
  }

  @Test(arguments: ["hodoku", "se", "level"])
  func knownScalesAreFilesToStartFrom(name: String) throws {
    let printed = try Program.run(["techniques", "--scale", name, "--as-scale"])
    #expect(printed.status == 0)
    let path = try file(printed.output)
    let run = try Program.run(["grade", "--scale", path, Self.easy, Self.hard])
    #expect(run.status == 0, "\(run.error)")
    #expect(!run.output.contains("beyondTechniques"), "\(run.output)")
    let schema = try Program.run(["schema", "scale"])
    #expect(schema.status == 0 && schema.output.contains("techniques"))
  }

  @Test func anOwnScaleIsAFileToStartFromToo() throws {
    let name = String(repeating: "n", count: 40)
    let own = Self.small.replacing("\"name\": \"small\"", with: "\"name\": \"\(name)\"")
    // Some editors begin a file with a byte order mark.
    let path = try file("\u{FEFF}" + own)
    let printed = try Program.run(["techniques", "--scale", path, "--as-scale"])
    #expect(printed.status == 0 && printed.output.contains("\"score\": \"sum\""), "\(printed)")
    let copy = try file(printed.output)
    let (before, after) = (
      try Program.run(["grade", "--scale", path, Self.easy]),
      try Program.run(["grade", "--scale", copy, Self.easy])
    )
    #expect(before.status == 0 && before.output == after.output, "\(before) \(after)")
  }

  @Test(arguments: [
    ("{", "not JSON"), ("[]", "an object"), (#"{"name": "x"}"#, "techniques"),
    (#"{"name": "level", "techniques": [{"id": "x-wing", "score": 1}]}"#, "a name"),
    (#"{"name": "x", "techniques": [{"id": "x-wings-of-love", "score": 1}]}"#, "techniques[0]"),
    (#"{"name": "x", "techniques": [{"id": "x-wing", "score": -1}]}"#, "techniques[0]"),
    (#"{"name": "x", "techniques": [{"id": "brute-force", "score": 1}]}"#, "techniques[0]"),
    (#"{"name": "x", "techniques": [{"id": "x-wing", "score": 1, "lvl": 1}]}"#, "lvl"),
    (
      #"{"name": "x", "techniques": [{"id": "x-wing", "score": 1}, {"id": "X-Wing", "score": 2}]}"#,
      "none twice"
    ),
    (#"{"name": "x", "techniques": []}"#, "at least one"),
    (#"{"name": "x", "techniques": [{"id": "x-wing", "score": 4.25}]}"#, "one decimal"),
    (
      #"{"name": "x", "levels": [{"name": ""}], "techniques": [{"id": "x-wing", "score": 1}]}"#,
      "levels[0]"
    ),
    (#"{"name": " ", "techniques": [{"id": "x-wing", "score": 1}]}"#, "can be seen"),
    (
      #"{"name": "x", "levels": [{"name": "a"}, {"name": "b"}], "techniques": [{"id": "x-wing", "score": 1}]}"#,
      "levels"
    ),
    (#"{"name": "x", "techniques": [{"id": "x-wing", "score": 1, "level": "z"}]}"#, "levels"),
  ])
  func badFilesAreRefused(text: String, part: String) throws {
    let run = try Program.run(["grade", "--scale", try file(text), Self.easy])
    #expect(run.status == 2 && run.error.contains(part), "\(run.error)")
  }

  @Test func missingFilesAreRefused() throws {
    let run = try Program.run(["grade", "--scale", "./nowhere.json", Self.easy])
    #expect(run.status == 2 && run.error.contains("can't be read"), "\(run.error)")
  }

  @Test func theShortestPathHasFewSteps() throws {
    let remote =
      ".58.7493.....3.47.....9...6..2..7..3...3.9...4..6..2..3...8.....97.6.....1694.78."
    func count(_ options: [String]) throws -> Int {
      let run = try Program.run(["grade", "--explain", "--format", "text"] + options + [remote])
      #expect(run.status == 0, "\(run.error)")
      return run.output.split(separator: "\n").count { $0.contains("<>") || $0.contains(" not ") }
    }
    #expect(try count(["--shortest"]) <= count([]))
    let refused = try Program.run(["grade", "--scale", "se", "--path", "--shortest", remote])
    #expect(refused.status == 2 && refused.error.contains("needs the scale 'level'"))
  }
}

/// `sudoku lesson`.
@Suite struct LessonTests {
  @Test func techniquesHaveLessons() {
    #expect(Technique.all.filter { Lesson($0) == nil } == [.bruteForce])
  }

  @Test(arguments: ["x-wing", "XY-Wing", "bug-1", "locked-pair", "m-wing", "multivalue-x-wing"])
  func aLessonHasADrawingAndThreePositions(name: String) throws {
    let run = try Program.run(["lesson", name])
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("Position 3") && run.output.contains("==="))
    let lines = try Program.run(["lesson", name, "--format", "jsonl"])
    #expect(lines.output.split(separator: "\n").count == 3)
  }

  /// A family has the lessons of its techniques.
  ///
  /// Plain code takes half a minute for their positions.
  @Test(.enabled(if: TestSize.isFull)) func familiesHaveLessons() throws {
    let run = try Program.run(["lesson", "unique-rectangle"])
    let titles = run.lines.filter { $0.hasPrefix("Unique Rectangle type ") && !$0.contains(":") }
    #expect(run.status == 0 && titles.count == 7 && Set(titles).count == 7, "\(titles)")
  }

  /// The first "house" of a lesson is explained.
  @Test func lessonsSayWhatAHouseIs() {
    for lesson in Technique.all.compactMap(Lesson.init) {
      let first = lesson.text.split(separator: "house", maxSplits: 1)
      let isClear =
        first.count < 2 || lesson.text.contains("row, column or block")
        || lesson.text.contains("rows, columns or blocks") || lesson.text.contains("houses of")
      #expect(isClear, "\(lesson.technique): \(lesson.text)")
    }
  }

  @Test(arguments: [
    ["lesson", "nope"], ["lesson", "brute-force"], ["lesson"],
  ])
  func badNamesAreRefused(arguments: [String]) throws {
    let run = try Program.run(arguments)
    #expect(run.status == 2 && !run.error.isEmpty)
  }
}

import Foundation
import TestSupport
import Testing

/// Bad input gets one clear line with its place, and the rest is still processed.
@Suite struct BadInputTests {
  static let good =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  static let solved =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

  @Test(arguments: [
    (String(good.dropLast()), 81, "only 80 of 81"),
    (good + "1", 82, "more than 81"),
    ("q" + good.dropFirst(), 1, "unexpected character 'q'"),
    ("55" + good.dropFirst(2), 2, "clue 5 appears twice in row 1: r1c1 and r1c2"),
    ("\u{1}\u{2}\u{7F}", 1, "unexpected byte 0x1"),
  ])
  func oneBadLineAmongGoodOnes(_ bad: String, column: Int, message: String) throws {
    for command in ["solve", "check", "grade", "identify", "convert"].sized(2) {
      let run = try Program.run([command], input: "\(Self.good)\n\(bad)\n\(Self.good)\n")
      #expect(run.status == 1, "\(command)")
      #expect(run.lines.count == 3, "\(command)")
      #expect(run.lines.first?.hasPrefix(Self.good) == true)
      #expect(run.lines.last?.hasPrefix(Self.good) == true)
      let errors = run.error.split(separator: "\n")
      #expect(errors.count == 1)
      #expect(run.error.hasPrefix("<stdin>:2:\(column): error: "), "\(run.error)")
      #expect(run.error.contains(message), "\(run.error)")
    }
  }

  /// The fields of an invalid puzzle come with its fault, to identify it.
  @Test(
    arguments: ["solve", "solve --all", "solve --count", "grade", "check", "hint", "minimize"]
      .sized(4))
  func faultsCarryWhatCameWithThem(_ command: String) throws {
    let command = command.split(separator: " ").map(String.init)
    let twice = "55" + Self.good.dropFirst(2)
    let records = try Program.run(
      command + ["--format", "jsonl"],
      input: """
        {"id":"a","puzzle":"\(Self.good)"}
        {"id":"b","puzzle":"53","tags":["x"],"error":"old"}
        {"id":"c"}
        {"id":"d","puzzle":"\(twice)"}

        """)
    #expect(records.status == 1 && records.lines.count == 4, "\(records)")
    #expect(
      records.lines[1].hasSuffix(
        #"},"id":"b","input_puzzle":"53","tags":["x"],"input_error":"old"}"#))
    for (line, id) in zip(records.lines.dropFirst(2), ["c", "d"]) {
      #expect(line.hasPrefix(#"{"error":{"column":"#) && line.hasSuffix("},\"id\":\"\(id)\"}"))
    }
    let table = try Program.run(
      command + ["--format", "csv"],
      input: "id,book,puzzle\na,x,\(Self.good)\nb,\"y,z\",53\nc,,\(twice)\nd\n")
    #expect(table.status == 1 && table.lines.count == 5, "\(table)")
    let faults = [("53", "b,\"y,z\""), (twice, "c,"), ("", "d,")]
    for (line, (start, end)) in zip(table.lines.dropFirst(2), faults) {
      #expect(line.hasPrefix(start + ",") && line.hasSuffix(",\(end)"), "\(line)")
    }
  }

  @Test func emptyAndMissingFiles() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try Data().write(to: folder / "empty.txt")
    try Data("\(Self.good)\n".utf8).write(to: folder / "good.txt")
    let empty = try Program.run(["solve", (folder / "empty.txt").path])
    #expect(empty.status == 1)
    #expect(empty.error.contains("empty.txt:1:1: error: the input is empty"))
    let missing = try Program.run([
      "solve", (folder / "none.txt").path, (folder / "good.txt").path,
    ])
    #expect(missing.status == 66)
    #expect(missing.error.contains("none.txt: error: no such file"))
    #expect(missing.output == "\(Self.good)\t1\t\(Self.solved)\n")
    let directory = try Program.run(["solve", folder.url.path])
    #expect(directory.status == 66)
    #expect(directory.error.contains("is a folder"))
  }

  @Test func anOverlongLineIsSkipped() throws {
    let long = String(repeating: "1", count: 3 << 20)
    let run = try Program.run(["solve"], input: "\(Self.good)\n\(long)\n\(Self.good)\n")
    #expect(run.status == 1)
    #expect(run.lines.count == 3)
    #expect(run.error == "<stdin>:2:1048577: error: the line is longer than 1048576 bytes\n")
    #expect(run.lines.last == "\(Self.good)\t1\t\(Self.solved)")
  }

  @Test func wrongUsage() throws {
    for arguments in [
      ["solve", "--limit", "0"], ["solve", "--jobs", "x"], ["nonsense"], ["solve", "--isa", "mmx"],
      ["solve", "--count", "--all"], ["generate", "--level", "impossible"],
    ].sized(3) {
      let run = try Program.run(arguments)
      #expect(run.status == 2, "\(arguments)")
      #expect(run.output.isEmpty && !run.error.isEmpty)
    }
  }

  @Test func anInvalidArgumentIsExplained() throws {
    let run = try Program.run(["solve", String(Self.good.dropLast())])
    #expect(run.status == 1)
    #expect(run.error.contains("only 80 of 81 cells"))
  }

  @Test func severalOrNoSolutionsAreValidInput() throws {
    let several = "1" + String(repeating: ".", count: 80)
    // Norvig's example of a board without a solution that looks harmless.
    let none =
      ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
    let run = try Program.run(["solve", several, none, Self.good])
    #expect(run.status == 1)
    #expect(run.error.isEmpty)
    let fields = run.lines.map { $0.split(separator: "\t") }
    #expect(fields.map { $0[1] } == ["2", "0", "1"])
    #expect(fields.map { $0[2] == "-" } == [false, true, false])
    let counted = try Program.run(["solve", "--count", "--limit", "7", several])
    #expect(counted.status == 0)
    #expect(counted.output == "\(several)\t7\tlimit\n")
  }

  @Test func jsonLinesWithMistakes() throws {
    let lines = [
      #"{"puzzle": "\#(Self.good)", "note": 1}"#, #"{"puzzle": 5}"#, #"{"puzzle": "12"}"#,
      #"{"puzzle": "\#(Self.good)", "#, #"{"puzzle": "\#(Self.good)"}"#,
    ]
    let run = try Program.run(["solve", "--format", "jsonl"], input: lines.joined(separator: "\n"))
    #expect(run.status == 1)
    #expect(run.lines.count == 5)
    #expect(run.lines.map { $0.contains("error") } == [false, true, true, true, false])
    let errors = run.error.split(separator: "\n")
    #expect(errors.count == 3)
    #expect(errors.first?.hasPrefix("<stdin>:2:12: error: ") == true)
    #expect(errors.last?.hasPrefix("<stdin>:4:") == true)
  }
}

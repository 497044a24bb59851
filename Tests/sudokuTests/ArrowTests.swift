import Foundation
import SudokuCore
import SudokuFormats
import TestSupport
import Testing

/// `--format arrow` out and in.
///
/// Tests/python/test_arrow_command.py reads and writes it with pyarrow.
@Suite struct ArrowTests {
  private static let puzzles = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "4.1.6....3.....2........8..15.2.....6......1....9......2.7.8..........43.7.......",
    // Several solutions, none, and a board that breaks the rules.
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419............",
    "5168497323.76.5...8.97...65135.6.9.7472591..696837..5.253186.746842.75..791.5.6.8",
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
  ]
  private static let lines = puzzles.joined(separator: "\n") + "\n"

  /// The Arrow stream of a command.
  private func stream(_ arguments: [String], input: String = lines) throws -> Data {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = (folder / "x.arrow").path
    let run = try Program.run(arguments + ["--format", "arrow", "-o", file], input: input)
    #expect(run.status <= 1, "\(run.error)")
    return FileManager.default.contents(atPath: file) ?? Data()
  }

  @Test(
    arguments: [
      ["solve"], ["solve", "--count"], ["grade"], ["grade", "--scale", "level,se"],
      ["grade", "--path"], ["identify"], ["identify", "--form", "minlex"], ["check"],
      ["candidates"],
      ["minimize", "--seed", "7"],
    ].sized(4))
  func whatIsWrittenIsRead(_ command: [String]) throws {
    let written = try stream(command, input: Self.puzzles[0] + "\n" + Self.puzzles[1] + "\n")
    #expect(written.suffix(8) == Data([255, 255, 255, 255, 0, 0, 0, 0]))
    let solved = try Program.run(["solve", "--format", "line"], inputBytes: written)
    let lines =
      command == ["minimize", "--seed", "7"]
      ? try Program.run(command + ["--format", "line"], input: Self.lines).output
      : Self.puzzles[0] + "\n" + Self.puzzles[1] + "\n"
    let expected = try Program.run(["solve", "--format", "line"], input: lines)
    #expect(solved.status == 0, "\(solved.error)")
    #expect(
      solved.output.split(separator: "\n")
        == Array(expected.output.split(separator: "\n").prefix(2)))
  }

  @Test func everyRowStays() throws {
    let written = try stream(["solve"])
    let run = try Program.run(["check", "--format", "csv"], inputBytes: written)
    let rows = run.output.split(separator: "\n")
    #expect(rows.count == 6)
    #expect(rows[1].contains("unique") && rows[1].contains("right"))
    #expect(rows[3].contains("multiple") && rows[4].contains("none"))
    #expect(run.error.contains(":5:1: error: clue 5 appears twice in row 1"), "\(run.error)")
  }

  /// A stream with two columns `id`, a number and a flag beside texts of puzzles; the second is none.
  private static let typed: Data = {
    let table = ArrowTable([
      .init("id", .integer), .init("puzzle", .text), .init("id", .unsigned), .init("x", .number),
      .init("is", .flag),
    ])
    var rows: [UInt8] = []
    for (text, id) in [(puzzles[0], 7), ("junk", nil)] {
      rows.append(arrow: id)
      rows.append(arrow: text)
      rows.append(arrowCell: "18446744073709551615", .unsigned)
      rows.append(arrow: 0.5)
      rows.append(arrow: true)
    }
    return Data(table.schema + table.batch(of: rows) + ArrowTable.end)
  }()

  @Test func typesAndDamagedTextsStay() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = (folder / "x.arrow").path
    let run = try Program.run(
      ["check", "--format", "arrow", "-o", file], inputBytes: Self.typed)
    #expect(run.status == 1 && run.error.contains("<stdin>:2:1: error"), "\(run.error)")
    let written = try Data(contentsOf: URL(fileURLWithPath: file))
    // The values keep their types, so they are no texts in JSON.
    let rows = try Program.run(["convert", "--to", "jsonl"], inputBytes: written)
    #expect(
      rows.output.contains(#""id":7,"id_2":18446744073709551615,"x":0.5,"is":true"#),
      "\(rows.output)")
    let table = try Program.run(["convert", "--to", "csv"], inputBytes: Self.typed)
    #expect(
      table.output == """
        puzzle,solution,id,id_2,x,is
        \(Self.puzzles[0]),,7,18446744073709551615,0.5,true
        junk,,,18446744073709551615,0.5,true

        """, "\(table.output)")
  }

  @Test func slowCommandsWriteLargeBatches() throws {
    let lines = String(repeating: Self.puzzles[0] + "\n", count: 300)
    let written = try stream(["grade"], input: lines)
    let header = Data([255, 255, 255, 255])
    let batches = written.indices.count { index in
      index + 8 <= written.count && index % 8 == 0
        && written[(written.startIndex + index)..<(written.startIndex + index + 4)] == header
    }
    // The schema, the batch, and the end.
    #expect(batches == 3)
  }

  @Test(arguments: ["x.arrow", "x.arrows"])
  func theNameChoosesArrow(_ name: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = (folder / name).path
    let run = try Program.run(["identify", "-o", file], input: Self.puzzles[0] + "\n")
    #expect(run.status == 0, "\(run.error)")
    let written = FileManager.default.contents(atPath: file)
    #expect(try written == stream(["identify"], input: Self.puzzles[0] + "\n"))
    let refused = try Program.run(["dedupe", "-o", file], input: Self.lines)
    #expect(refused.status == 2, "\(refused)")
    #expect(refused.error.contains("no results as --format arrow"), "\(refused)")
    let converted = try Program.run(["convert", "-o", file], input: Self.lines)
    #expect(converted.status == 2 && converted.error.contains("is not an output format"))
    #expect(FileManager.default.contents(atPath: file) == written)
  }

  @Test func otherColumnsStay() throws {
    let table = "id,puzzle,tag\n7,\(Self.puzzles[0]),a\n8,\(Self.puzzles[1]),\n"
    let written = try stream(["identify"], input: table)
    let run = try Program.run(["solve", "--format", "csv"], inputBytes: written)
    #expect(run.output.hasPrefix("puzzle,solutionCount,solution,"))
    #expect(run.output.contains(",7,a\n") && run.output.contains("p1-"), "\(run.output)")
  }

  @Test func newPuzzlesAreTheSame() throws {
    let options = ["generate", "-q", "--level", "easy", "-c5", "--seed", "7"]
    let written = try stream(options, input: "")
    let solved = try Program.run(["solve", "--format", "line"], inputBytes: written)
    let lines = try Program.run(options).output
    #expect(
      solved.output.split(separator: "\n").map { String($0.prefix(81)) }
        == lines.split(separator: "\n").map(String.init))
    #expect(try !stream(["generate", "--grids", "-c3", "--seed", "1"], input: "").isEmpty)
  }

  @Test func damagedStreamsAreErrors() throws {
    let whole = try stream(["grade", "--scale", "level,se"])
    var random = SeededRandom(seed: 20_261_125)
    for round in 0..<sized(10, full: 300) {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = bytes.startIndex + Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      if round % 3 == 0 { bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &random)) }
      let run = try Program.run(["candidates", "--format", "line"], inputBytes: bytes)
      #expect([0, 1, 66].contains(run.status), "\(round): \(run.error)")
    }
    let cut = try Program.run(["solve"], inputBytes: whole.dropLast(20))
    #expect(cut.status == 66 && cut.error.contains("ends within a batch"), "\(cut.error)")
  }

  @Test func commandsWithoutRowsRefuse() throws {
    for command in [["levels"], ["solve", "--all"], ["convert"], ["dedupe"]] {
      let run = try Program.run(command + ["--format", "arrow"], input: Self.lines)
      #expect(run.status == 2, "\(command) \(run.output)")
    }
  }
}

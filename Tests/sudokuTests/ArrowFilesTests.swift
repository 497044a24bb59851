import Foundation
import SudokuCore
import SudokuFormats
import TestSupport
import Testing

/// Arrow files of pyarrow and polars: compressed batches, dictionaries, dates, times and decimals.
///
/// Tests/Scripts/make-arrow has written Tests/Data/arrow, and the tables beside the files.
@Suite struct ArrowFilesTests {
  private static let folder = Repository.root.appendingPathComponent("Tests/Data/arrow")

  private static func data(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent(name))
  }

  private static func rows(_ name: String) throws -> String {
    String(decoding: try data(name), as: UTF8.self)
  }

  private static let files = [
    ("pyarrow-plain.feather", "pyarrow.csv"), ("pyarrow-lz4.feather", "pyarrow.csv"),
    ("pyarrow-zstd.feather", "pyarrow.csv"), ("dictionary-texts.feather", "dictionary.csv"),
    ("dictionary-lists.feather", "dictionary.csv"), ("growing.arrows", "growing.csv"),
    ("replaced.arrows", "replaced.csv"), ("polars-uncompressed.arrow", "polars.csv"),
    ("polars-lz4.arrow", "polars.csv"), ("polars-zstd.arrow", "polars.csv"),
    ("polars-lz4.arrows", "polars.csv"), ("array.arrow", "array.csv"),
  ]

  @Test(arguments: files)
  func filesOfOtherProgramsAreRead(_ name: String, _ table: String) throws {
    let run = try Program.run(["convert", "--to", "csv"], inputBytes: try Self.data(name))
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    #expect(run.output == (try Self.rows(table)))
  }

  /// An Arrow table of results has the values and the types.
  @Test(arguments: ["pyarrow-lz4.feather", "polars-zstd.arrow"])
  func typesStayInArrow(_ name: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = (folder / "solved.arrow").path
    let solved = try Program.run(
      ["solve", "--format", "arrow", "-o", file], inputBytes: try Self.data(name))
    #expect(solved.status == 0 && solved.error.isEmpty, "\(solved.error)")
    let again = try Program.run(["solve", "--format", "csv", "-q", file])
    let direct = try Program.run(["solve", "--format", "csv"], inputBytes: try Self.data(name))
    func cells(_ run: Binary.Run) -> [Set<Substring>] {
      run.lines.map { Set($0.split(separator: ",")) }
    }
    for (line, expected) in zip(cells(again), cells(direct)) {
      #expect(line.isSuperset(of: expected))
    }
    #expect(again.lines.count == direct.lines.count)
    // The schema has the names of the zones.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(
      bytes.firstRange(of: Data((name.hasPrefix("py") ? "Europe/Berlin" : "UTC").utf8)) != nil)
  }

  /// polars writes dictionaries behind the rows of a file; a pipe has only what came.
  @Test func dictionariesBehindTheirRowsNeedAFile() throws {
    let path = Self.folder.appendingPathComponent("polars-lz4.arrow").path
    let run = try Binary.run(shell: "cat '\(path)' | '\(Binary.url.path)' convert --to csv")
    #expect(run.status == 66)
    #expect(
      run.error.contains(
        "<stdin>: error: the Arrow dictionary of 'kind' comes after its rows: give the file by its")
    )
  }

  /// No damage ends the process or runs on; each error has a place.
  @Test(arguments: files.map(\.0).sized(4))
  func damagedFilesAreErrors(_ name: String) throws {
    let whole = try Self.data(name)
    var random = SeededRandom(seed: 20_261_130)
    for round in 0..<sized(3, full: 100) {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = bytes.startIndex + Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] =
          Bool.random(using: &random)
          ? [0, 1, 0x7F, 0x80, 0xFF][Int.random(in: 0..<5, using: &random)]
          : UInt8.random(in: 0...255, using: &random)
      }
      if round % 5 == 0 { bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &random)) }
      let run = try Program.run(["convert", "--to", "csv"], inputBytes: bytes)
      #expect([0, 1, 66].contains(run.status), "\(round): \(run.error)")
      #expect(run.status == 0 || run.error.contains("<stdin>"), "\(round): \(run.error)")
    }
  }

  /// Columns of other types are named, even where no other messages are printed.
  @Test(arguments: [["solve"], ["solve", "--all"], ["dedupe"]])
  func whatIsNotReadIsNamed(_ command: [String]) throws {
    let table = ArrowTable([.init("puzzle", .text), .init("marks", .candidates)])
    var rows: [UInt8] = []
    rows.append(
      arrow: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    rows.append(arrow: PencilMarks?.none)
    let bytes = Data(table.schema + table.batch(of: rows) + ArrowTable.end)
    let run = try Program.run(command + ["-q"], inputBytes: bytes)
    #expect(run.status == 0)
    #expect(
      run.error
        == "sudoku: note: <stdin> has columns whose Arrow types are not read: marks\n")
  }

  /// A row of nulls has its reason beside it.
  @Test(arguments: ["solve", "identify", "candidates"])
  func badRowsHaveAReason(_ command: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = (folder / "x.arrow").path
    let run = try Program.run(
      [command, "-q", "--format", "arrow", "-o", file],
      input: "id,puzzle\n7,junk\n8,\(String(repeating: ".", count: 80))1\n")
    #expect(run.status == 1)
    let rows = try Program.run(["convert", "--to", "jsonl", "-q", file])
    #expect(rows.output.contains(#""input_error":"unexpected character 'j'"#), "\(rows.output)")
    #expect(rows.output.contains(#""id":"7""#), "\(rows.output)")
  }
}

import SudokuCore
import SudokuFormats
import Testing

/// Tables: headers, positions of errors, quoting, and pieces of any size.
@Suite struct TableFormatTests {
  private let board = BoardReaderTests.line
  private let solution = BoardReaderTests.solution

  /// The records, read in pieces of each of some sizes, which must not matter.
  private func read(_ text: String, as format: PuzzleFormat? = nil) -> [BoardReader.Record] {
    let bytes = Array(text.utf8)
    var results: [[BoardReader.Record]] = []
    for size in [1, 2, 3, 64, bytes.count] {
      var reader = BoardReader(format: format)
      var records: [BoardReader.Record] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.read(bytes[start..<min(bytes.count, start + size)]) { records.append($0) }
      }
      reader.finish { records.append($0) }
      results.append(records)
    }
    for result in results { #expect(result == results[0]) }
    return results[0]
  }

  private func puzzles(_ records: [BoardReader.Record]) -> [PuzzleRecord] {
    records.compactMap { if case .puzzle(let record) = $0 { record } else { nil } }
  }

  private func errors(_ records: [BoardReader.Record]) -> [String] {
    records.compactMap { if case .failure(let error, _) = $0 { error.description } else { nil } }
  }

  @Test(arguments: [(",", "csv"), ("\t", "tsv"), (";", "ssv")])
  func theHeaderNamesTheColumns(_ separator: String, _ name: String) throws {
    let marks = (["12"] + [String](repeating: ".", count: 80)).joined(separator: " ")
    let placed = String(repeating: ".", count: 2) + "4" + String(repeating: ".", count: 78)
    let lines = [
      ["Id", "Quizzes", "", "Solutions", "placed", "pencil marks", "Id"],
      ["7", board, "x", solution, placed, marks, "8", "extra"], ["", board],
    ]
    let text = lines.map { $0.joined(separator: separator) }.joined(separator: "\n")
    let records = puzzles(read(text))
    #expect(records.map(\.line) == [2, 3])
    let first = try #require(records.first)
    #expect(first.puzzle.line == board && first.solution?.line == solution)
    #expect(
      first.placed?[Cell(index: 2)] == Digit(4) && first.candidates?[Cell(index: 0)].count == 2)
    #expect(
      first.fields == [
        PuzzleField("Id", .json("7")), PuzzleField("column3", "x"), PuzzleField("Id_2", .json("8")),
        PuzzleField("column8", "extra"),
      ])
    #expect(records.last?.parts == [])
    var reader = BoardReader()
    reader.read(Array(text.utf8)[...]) { _ in }
    #expect(reader.format?.rawValue == name && reader.fieldNames == ["Id", "column3", "Id_2"])
  }

  @Test func errorsHavePositionsInTheRow() {
    let wrong = board.replacing("6", with: "q", maxReplacements: 1)
    let double = board.replacing("53.", with: "535", maxReplacements: 1)
    let text =
      "id,puzzle\n1,\(wrong)\n22,\"\(double)\"\n3\n# comment\n4,\(board.dropLast(2))\n5,\(board)\n"
    let records = read(text)
    #expect(
      errors(records) == [
        "2:12: unexpected character 'q': a cell is 1 to 9, or one of . 0 - _ * x ? where it is empty",
        "3:7: clue 5 appears twice in row 1: r1c1 and r1c3",
        "4:2: the row has no field 2 for the puzzle", "6:82: the board has only 79 of 81 cells",
      ])
    #expect(puzzles(records).map(\.line) == [7])
    // The other fields of a damaged record are kept.
    guard case .failure(_, let fields)? = records.first else { return }
    #expect(fields == [PuzzleField("puzzle", wrong), PuzzleField("id", .json("1"))])
  }

  @Test func aTableWithoutAPuzzleColumnIsReported() {
    let found = errors(read("a,b\n1,2\n", as: .csv))
    #expect(
      found == [
        "2:1: no column holds boards of 81 cells"
      ])
  }

  /// The one rule for quotes: separators, quotes, line ends, and a bare `#`, which begins a comment.
  @Test func equalNamesGetTheFirstFreeNumbers() throws {
    let board = BoardReaderTests.line
    let record = try #require(
      puzzles(read("puzzle,x,x_2,x,,x,puzzle\n\(board),1,2,3,4,5,6\n")).first)
    #expect(record.fields.map(\.name) == ["x", "x_2", "x_3", "column5", "x_4", "puzzle_2"])
    let object = "{\"puzzle\":\"\(board)\",\"x\":1,\"x_3\":2,\"x\":3,\"x\":4}\n"
    let members = try #require(puzzles(read(object)).first)
    #expect(members.fields.map(\.name) == ["x", "x_3", "x_2", "x_4"])
  }

  @Test func aTableHasAtMostAsManyColumnsAsASheet() {
    let names = String(repeating: ",x", count: 1 << 14)
    #expect(puzzles(read("puzzle\(names.dropLast(2))\n\(BoardReaderTests.line)\n")).count == 1)
    #expect(
      errors(read("puzzle\(names)\n\(BoardReaderTests.line)\n"))
        == ["2:1: the table has 16385 columns: at most 16384 are read"])
  }

  @Test func cellsAreQuotedIfNeeded() {
    func cell(_ text: String, _ separator: Character = ",") -> String {
      var bytes: [UInt8] = []
      TableText.append(text, separator: separator.asciiValue ?? 0, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(cell("plain; text # 5") == "plain; text # 5")
    #expect(cell("a,b") == "\"a,b\"" && cell("a;b", ";") == "\"a;b\"" && cell("a,b", ";") == "a,b")
    #expect(cell("5\"") == "\"5\"\"\"" && cell("a\r\nb") == "\"a\nb\"")
    #expect(cell("#1") == "\"#1\"")
    var row: [UInt8] = []
    TableText.append(row: ["#1", "", "a,b"], separator: UInt8(ascii: ","), to: &row)
    #expect(String(decoding: row, as: UTF8.self) == "\"#1\",,\"a,b\"\n")
  }

  /// A field that begins with `#` in the first column is no comment when read back.
  @Test func fieldsComeBackAsWritten() throws {
    let fields = ["#1", "a,b", "line\nbreak", "\"quoted\"", " x"].enumerated().map {
      PuzzleField("f\($0)", $1)
    }
    let record = PuzzleRecord(puzzle: try Board(line: board), fields: fields)
    for format in [PuzzleFormat.csv, .tsv, .ssv] {
      let writer = PuzzleWriter(format, columns: fields.map(\.name))
      let back = puzzles(read(writer.file(of: [record])))
      #expect(back.map(\.fields) == [fields], "\(format.rawValue)")
      let separator: UInt8 = format == .csv ? 0x2C : format == .tsv ? 0x09 : 0x3B
      var text = Array("f0,puzzle\n".utf8).map { $0 == 0x2C ? separator : $0 }
      TableText.append(row: ["#1", board], separator: separator, to: &text)
      #expect(puzzles(read(String(decoding: text, as: UTF8.self))).first?.field("f0") == "#1")
    }
  }
}

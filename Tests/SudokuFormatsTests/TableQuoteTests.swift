import SudokuCore
import SudokuFormats
import Testing

/// Quotes in tables (RFC 4180): fields that span lines, quotes that are out of place.
@Suite struct TableQuoteTests {
  private let board = BoardReaderTests.line

  private func read(_ text: String, size: Int = .max) -> [BoardReader.Record] {
    var reader = BoardReader()
    var records: [BoardReader.Record] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: min(size, bytes.count)) {
      reader.read(bytes[start..<min(bytes.count, start + min(size, bytes.count))]) {
        records.append($0)
      }
    }
    reader.finish { records.append($0) }
    return records
  }

  private func puzzles(_ records: [BoardReader.Record]) -> [PuzzleRecord] {
    records.compactMap { if case .puzzle(let record) = $0 { record } else { nil } }
  }

  @Test func aFieldSpansLines() {
    let text =
      "id,note,puzzle\r\n1,\"one\r\n\n# two\n\"\"three\"\"\",\(board)\r\n"
      + "2,plain,\(board)\r\n"
    for size in [1, 7, 1_000] {
      let records = read(text, size: size)
      let found = puzzles(records)
      #expect(records.count == 2 && found.count == 2, "\(records)")
      #expect(found.first?.field("note") == "one\n\n# two\n\"three\"")
      #expect(found.map(\.line) == [2, 6])
    }
  }

  /// Spreadsheets name the separator in a line before the header.
  @Test(arguments: ["sep=;", "\"sep=;\"", "SEP=;"])
  func theSeparatorIsNamed(in first: String) {
    for start in ["", "\u{FEFF}"] {
      let text = "\(start)\(first)\r\nid;puzzle\r\n7;\(board)\r\n8;\(board)\r\n"
      for size in [1, 7, 1_000] {
        let records = read(text, size: size)
        #expect(records.count == 2, "\(records)")
        #expect(puzzles(records).map { $0.field("id") } == ["7", "8"])
        #expect(puzzles(records).map(\.line) == [3, 4])
      }
    }
  }

  @Test func whatIsWrittenComesBack() throws {
    let record = PuzzleRecord(
      puzzle: try Board(line: board), fields: [PuzzleField("note", "one\ntwo, \"three\"\n")])
    for format in [PuzzleFormat.csv, .tsv, .ssv] {
      let writer = PuzzleWriter(format, columns: ["note"])
      #expect(writer.losses(of: record).isEmpty)
      let back = puzzles(read(writer.file(of: [record, record])))
      #expect(back.map(\.fields) == [record.fields, record.fields])
    }
  }

  /// A misplaced quote costs only its own row.
  @Test func aStrayQuoteCostsOneRow() {
    let rows = (1...50).map { "\($0),\(board),x" }.joined(separator: "\n")
    let text = "id,puzzle,note\n0,\(board),\"open\n\(rows)\n"
    let records = read(text)
    #expect(records.count == 51 && puzzles(records).count == 50)
    guard case .failure(let error, _) = records[0] else {
      Issue.record("the row with the quote is a mistake")
      return
    }
    #expect(error.line == 2 && "\(error)".contains("quoted field"))
    // In the middle of a field a quote is a character.
    let inch = puzzles(read("puzzle,note\n\(board),5\" screen\n"))
    #expect(inch.first?.field("note") == "5\" screen")
  }

  /// No pattern of quotes makes reading slow: all of a megabyte is read at most twice.
  @Test(
    .timeLimit(.minutes(1)), arguments: ["b\",\"c", "\"a", "x,\"\"", "\"\"\"", "\"", ",\",\"\""]
  )
  func manyQuotesAreNotSlow(_ line: String) {
    let count = 20_000
    let lines = [String](repeating: line, count: count).joined(separator: "\n")
    let text = "puzzle,note\n\(board),\"x\n" + lines
    let records = read(text)
    #expect(!records.isEmpty && records.count <= count + 1)
  }
}

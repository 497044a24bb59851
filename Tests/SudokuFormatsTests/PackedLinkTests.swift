import SudokuCore
import Testing

@testable import SudokuFormats

/// Links that hold a position: sudokuwiki.org's texts and SudokuPad's own form.
@Suite struct PackedLinkTests {
  private func read(_ text: String) -> [BoardReader.Record] {
    var reader = BoardReader()
    var records: [BoardReader.Record] = []
    reader.read(Array(text.utf8)[...]) { records.append($0) }
    reader.finish { records.append($0) }
    return records
  }

  private func puzzle(_ text: String) throws -> PuzzleRecord {
    let records = read(text)
    guard records.count == 1, case .puzzle(let record)? = records.first else {
      throw BoardTextError(.malformed("\(records)"), line: 1, column: 1)
    }
    return record
  }

  /// A link as the site makes it, and the clues of the same puzzle as its own page has them.
  @Test func aPositionOfSudokuWiki() throws {
    let text =
      "S9B015y2e685w68050609040i022e0e0f0a2e085y050f0a5u090b042e2u2e0i06042c0810012q0f0dd0015w9i102e020a"
      + "089e03050f9e0d5y042e05d0609i010f095y0e5y0f0a045y0206020166cy669id205"
    for link in ["https://www.sudokuwiki.org/sudoku.htm?bd=" + text, text, text.uppercased()] {
      let record = try puzzle(link)
      #expect(record.puzzle.line.hasPrefix("1.....5694.2.....8.5...9.4...."))
      #expect(record.placed?[Cell(row: 1, column: 1)] == Digit(9))
      #expect(record.candidates?[Cell(row: 0, column: 1)].map(\.rawValue) == [3, 7, 8])
    }
  }

  /// The older text: bits of base 32, with a bit for clues.
  @Test func anOlderPositionOfSudokuWiki() throws {
    var text = ""
    let clues = try Board(line: BoardReaderTests.line)
    for cell in CellSet.all {
      let bits = clues[cell].map { 2 << $0.index | 1 } ?? 2 << 3 | 2 << 4
      text += (bits < 32 ? "0" : "") + String(bits, radix: 32)
    }
    let record = try puzzle("https://www.sudokuwiki.org/sudoku.htm?bd=" + text)
    #expect(record.puzzle == clues && record.placed == nil)
    #expect(record.candidates?[Cell(row: 0, column: 2)].map(\.rawValue) == [4, 5])
  }

  @Test func damagedPositionsAreMistakes() {
    let zeros = String(repeating: "0", count: 160)
    for text in ["S9B", "S9Bzz" + zeros, "S9B-1" + zeros, "zz" + zeros] {
      let records = read("https://www.sudokuwiki.org/sudoku.htm?bd=" + text)
      #expect(records.count == 1)
      if case .puzzle? = records.first { Issue.record("\(text) is not a position") }
    }
  }

  /// SudokuPad's own form: names shortened, quotes turned, empty cells left out.
  @Test func sudokuPadsOwnForm() throws {
    let board = try Board(line: BoardReaderTests.line)
    let rows = (0..<9).map { row in
      "["
        + (0..<9).map { column in
          board[Cell(row: row, column: column)].map { "{v:\($0)}" } ?? ""
        }.joined(separator: ",") + "]"
    }
    let regions = (0..<9).map { block in
      "["
        + (0..<9).map { "[\(block / 3 * 3 + $0 / 3),\(block % 3 * 3 + $0 % 3)]" }
        .joined(separator: ",") + "]"
    }
    let text =
      "{cs:50,ce:[\(rows.joined(separator: ","))],re:[\(regions.joined(separator: ","))],"
      + "ca:[{v:'author: somebody'}],settings:{conflictchecker:f},"
      + "metadata:{t:'It\\'s a test',solution:'\(BoardReaderTests.solution)'}}"
    for prefix in [
      "https://sudokupad.app/scl", "scl", "https://app.crackingthecryptic.com/?puzzleid=scl",
    ] {
      let record = try puzzle(prefix + LZString.compressed(text).replacing("+", with: "%2B"))
      #expect(record.puzzle == board)
      #expect(record.solution?.line == BoardReaderTests.solution)
      #expect(record.field("title") == "It's a test")
    }
    // Plain JSON in the same wrapping, and a variant.
    let json = String(decoding: SudokuPadText.json(Array(text.utf8)), as: UTF8.self)
    #expect(SudokuPadText.json(Array(json.utf8)) == Array(json.utf8))
    #expect(try puzzle("scl" + LZString.compressed(json)).puzzle == board)
    let killer = text.replacing("{v:'author: somebody'}", with: "{v:10,ce:[[0,0],[0,1]]}")
    let records = read("scl" + LZString.compressed(killer))
    guard records.count == 1, case .failure(let error, _)? = records.first else {
      Issue.record("a variant is refused")
      return
    }
    #expect(error.message.contains("variant"))
  }
}

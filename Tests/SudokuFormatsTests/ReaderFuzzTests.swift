import SudokuCore
import SudokuFormats
import TestSupport
import Testing

/// Damaged files of every format: no crash, no hang, no record without a place, the same records
/// whatever the pieces.
///
/// `SUDOKU_FUZZ=100000` sets how many files are tried for each format.
@Suite struct ReaderFuzzTests {
  private static let count = FuzzCount.files(120)
  private static let seed = FuzzCount.seed

  @Test(arguments: PuzzleFormat.allCases)
  func damagedFiles(_ format: PuzzleFormat) throws {
    var random = SeededRandom(
      seed: Self.seed &+ UInt64(format.rawValue.utf8.reduce(0) { $0 + Int($1) }))
    let whole = Array(PuzzleWriter(format).file(of: try records()).utf8)
    for number in 0..<Self.count {
      let bytes = DamagedFile.damaged(whole, &random, most: 7)
      let all = read(bytes, size: bytes.count + 1)
      guard number % 4 == 0 else { continue }
      let pieces = read(bytes, size: 1 + random.next(below: 120))
      if pieces != all {
        Issue.record("seed \(Self.seed), \(format.rawValue) \(number): pieces change \(bytes)")
        return
      }
      let lineCount = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
      for case .failure(let error, _) in all {
        #expect(1...lineCount ~= error.line && error.column >= 1, "\(error)")
      }
    }
  }

  /// Carriage returns end lines alone or with a line feed, in UTF-16 too, whatever the pieces.
  @Test(arguments: [true, false])
  func carriageReturnsInPieces(isWide: Bool) {
    let text = "123\r\r\n\n\r\r\r\nx\r\r5\n"
    let bytes = isWide ? text.utf16.flatMap { [UInt8($0), 0] } : Array(text.utf8)
    let all = decoded(bytes, size: bytes.count)
    let lines = all.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    #expect(lines == ["123", "", "", "", "", "", "x", "", "5", ""])
    for size in 1..<bytes.count {
      let pieces = decoded(bytes, size: size).split(omittingEmptySubsequences: false) {
        $0.isNewline
      }
      #expect(pieces.map(String.init) == lines, "pieces of \(size)")
    }
  }

  private func decoded(_ bytes: [UInt8], size: Int) -> String {
    var decoder = TextDecoder()
    var text: [UInt8] = []
    for begin in stride(from: 0, to: bytes.count, by: size) {
      text += decoder.decode(Array(bytes[begin..<min(begin + size, bytes.count)]))
    }
    return String(decoding: text + decoder.finish(), as: UTF8.self)
  }

  /// Sections whose names begin like `null`, and arrays of it, in pieces of any size.
  @Test(arguments: [
    "[nuzzle]\n5...78", "[nullable]\n5...78\n", "[null]\n", "[null , 5]", "[null", "[nul]", "[n",
    "[Puzzle]\n5...78", "[true]\n", "[puzzle],[solution]\n1,2",
    // The header of a table in the eyes of one who has the whole line.
    "[\"clues\":24,\"puzzle\"\n{\"clues\":24,\"puzzle\"", "[[\"a\",\"puzzle\"\n",
    // A damaged row below names that are not known.
    "Raster\tsolution\n[....7........9....1.8....6...97.1...4.68..79...3...8.....5.72...8.......3...861..\t\n",
    "Raster\tsolution\n[[5,3,4],\n[\"a\"]]",
  ])
  func anArrayIsFoundFromItsStart(text: String) {
    let all = read(Array(text.utf8), size: text.utf8.count + 1)
    for size in 1...text.utf8.count {
      #expect(read(Array(text.utf8), size: size) == all, "pieces of \(size)")
    }
  }

  /// In UTF-16 without a mark, byte by byte: the blank line after a CRLF stays.
  @Test func blankLinesStayAfterCRLF() {
    var decoder = TextDecoder()
    var text: [UInt8] = []
    for byte in "5\r\n\n\r\n3\r\r\n".utf8 {
      text += decoder.decode([byte])
      text += decoder.decode([0])
    }
    text += decoder.finish()
    #expect(String(decoding: text, as: UTF8.self) == "5\n\n\n3\n\n")
  }

  /// A record that is damaged becomes a failure, and the others stay.
  @Test(arguments: [PuzzleFormat.line, .sdm, .csv, .tsv, .ssv, .jsonl, .hodoku])
  func oneDamagedLineCostsOneRecord(_ format: PuzzleFormat) throws {
    var random = SeededRandom(seed: Self.seed)
    let records = try records()
    let text = PuzzleWriter(format).file(of: records)
    let lines = text.split(separator: "\n").map { Array($0.utf8) }
    let head = lines.count - records.count
    for _ in 0..<(Self.count / 3) {
      var damaged = lines
      let row = head + random.next(below: records.count)
      let place = random.next(below: 90)
      guard place < damaged[row].count else { continue }
      damaged[row][place] = UInt8(random.next(below: 26)) + UInt8(ascii: "a")
      // A damaged line is a record or a mistake.
      let found = read(Array(damaged.joined(separator: [0x0A])), size: 1 << 20)
      #expect(found.count == records.count, "\(String(decoding: damaged[row], as: UTF8.self))")
    }
  }

  private func records() throws -> [PuzzleRecord] {
    let board = try Board(line: BoardReaderTests.line)
    let solution = try Board(line: BoardReaderTests.solution)
    var placed = Board()
    placed[Cell(index: 2)] = Digit(4)
    return [
      PuzzleRecord(puzzle: board),
      PuzzleRecord(puzzle: board, solution: solution, placed: placed),
      PuzzleRecord(
        puzzle: board, candidates: PencilMarks(legalFor: board),
        fields: [PuzzleField("title", "a, \"b\""), PuzzleField("id", .json("7"))]),
      PuzzleRecord(puzzle: solution),
    ]
  }

  private func read(_ bytes: [UInt8], size: Int) -> [BoardReader.Record] {
    var reader = BoardReader(lineLimit: 4_000)
    var records: [BoardReader.Record] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.read(bytes[start..<min(bytes.count, start + size)]) { records.append($0) }
    }
    reader.finish { records.append($0) }
    return records
  }
}

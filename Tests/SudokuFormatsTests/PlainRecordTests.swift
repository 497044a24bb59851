import SudokuCore
import SudokuFormats
import TestSupport
import Testing

/// The fast paths yield the same boards, mistakes and line numbers as the formats' readers.
@Suite struct PlainRecordTests {
  /// The count of files that are tried for each format.
  private static let count = FuzzCount.files(12)

  @Test(arguments: PuzzleFormat.allCases)
  func runsAreTheRecordsThatTheReaderGives(_ format: PuzzleFormat) throws {
    var random = SeededRandom(seed: FuzzCount.seed)
    let whole = Array(PuzzleWriter(format).file(of: try boards(60, &random)).utf8)
    var runCount = 0
    for number in 0..<Self.count {
      let bytes =
        number % 3 == 0 ? whole : DamagedFile.damaged(whole, &random, most: 1 + number % 4)
      let size = number % 2 == 0 ? bytes.count + 1 : 1 + random.next(below: 3_000)
      let (expected, found, runs) = readBoth(bytes, size: size)
      runCount += runs
      guard expected == found else {
        Issue.record(
          "\(format.rawValue) \(number): \(String(decoding: bytes, as: UTF8.self))")
        return
      }
    }
    if ["grid", "ss", "opensudoku"].contains(format.rawValue) {
      #expect(runCount > Self.count / 3, "the fast way was taken")
    }
  }

  /// The state of a damaged puzzle is not a puzzle, also where states before it were read as such.
  @Test func stateOfADamagedPuzzle() {
    let line = Array(BoardReaderTests.line)
    let rows = (0..<9).map { String(line[($0 * 9)..<($0 * 9 + 9)]) + "\n" }
    let grid = rows.joined()
    let text = "\(grid)[State]\n\(grid)\n[Puzzle]\n.\(grid)[State]\n\(grid)\n\(grid)"
    for size in [text.utf8.count, 50, 1] {
      let (expected, found, _) = readBoth(Array(text.utf8), size: size)
      #expect(expected == found && expected.count == 4, "pieces of \(size): \(found)")
    }
  }

  /// Reads a file with the format's reader and the fast way; returns the number of runs, too.
  private func readBoth(
    _ bytes: [UInt8], size: Int
  ) -> (expected: [FoundRecord], found: [FoundRecord], runCount: Int) {
    var (general, fast) = (BoardReader(isDecoded: true), BoardReader(isDecoded: true))
    var (expected, found): ([FoundRecord], [FoundRecord]) = ([], [])
    var runCount = 0
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = bytes[start..<min(bytes.count, start + size)]
      general.read(piece) { expected.append(FoundRecord($0)) }
      fast.readRuns(piece) { piece in
        switch piece {
        case .record(let record): found.append(FoundRecord(record))
        case .run(let run):
          runCount += 1
          for index in 0..<run.count { found.append(FoundRecord(run.record(at: index))) }
        }
      }
    }
    general.finish { expected.append(FoundRecord($0)) }
    fast.finish { found.append(FoundRecord($0)) }
    return (expected, found, runCount)
  }

  @Test(arguments: [PuzzleFormat.line, .sdm, .csv, .tsv, .ssv, .jsonl])
  func plainLinesAreTheBoardsThatTheReaderGives(_ format: PuzzleFormat) throws {
    var random = SeededRandom(seed: FuzzCount.seed)
    let whole = Array(PuzzleWriter(format).file(of: try boards(40, &random)).utf8)
    var plainCount = 0
    for number in 0..<Self.count {
      let bytes =
        number % 3 == 0 ? whole : DamagedFile.damaged(whole, &random, most: 1 + number % 4)
      for isBoardOnly in [false, true] {
        plainCount += try compare(bytes, isBoardOnly: isBoardOnly)
      }
    }
    #expect(plainCount > Self.count, "the fast way was taken")
  }

  /// Reads a file line by line both ways; returns how many lines were plain.
  private func compare(_ bytes: [UInt8], isBoardOnly: Bool) throws -> Int {
    var head = BoardReader(isDecoded: true)
    let used = head.readHead(bytes[...]) { _ in }
    guard var lines = head.plainLines else { return 0 }
    lines.isBoardOnly = isBoardOnly
    var (place, line, plainCount) = (used, head.line, 0)
    // The file may be nothing but its head.
    guard head.takeUnfinishedLine().isEmpty else { return 0 }
    while place < bytes.count {
      var board = [UInt8](repeating: 0, count: 81)
      let (run, end) = bytes.withUnsafeBufferPointer { bytes in
        board.withUnsafeMutableBufferPointer { board in
          let run = board.baseAddress.map {
            lines.copy(from: bytes, at: place, limit: 1, to: $0, stride: 81)
          }
          return (run, lines.endOfRecord(in: bytes, at: place))
        }
      }
      let text = bytes[place..<end]
      if let run, run.count == 1 {
        #expect(run.end == end)
        var reader = head.copy(forLinesFrom: line)
        var records: [BoardReader.Record] = []
        reader.read(text) { records.append($0) }
        reader.finish { records.append($0) }
        let shown = String(decoding: text, as: UTF8.self)
        try #require(records.count == 1, "\(shown)")
        let expected = String(decoding: board, as: UTF8.self)
        switch records[0] {
        case .puzzle(let record):
          #expect(record.puzzle.line == expected, "\(shown)")
          if isBoardOnly { #expect(record.parts.isEmpty) }
        case .failure(let error, _):
          // The rules are looked at later.
          guard case .conflict = error.kind else {
            Issue.record("\(shown): \(error)")
            return plainCount
          }
        }
        plainCount += 1
      }
      line += text.count { $0 == 0x0A }
      place = end
    }
    return plainCount
  }

  /// The fast check says the same as the search for the conflict, for numbers and for characters.
  @Test func rulesAreThoseOfConflicts() {
    var random = SeededRandom(seed: FuzzCount.seed)
    var broken = 0
    for number in 0..<2_000 {
      var board = Board()
      for _ in 0..<1 + number % 12 {
        board[Cell(row: random.next(below: 9), column: random.next(below: 9))] = Digit(
          1 + random.next(below: 9))
      }
      let isBroken = board.conflict != nil
      if isBroken { broken += 1 }
      #expect(board.obeysRules != isBroken, "\(board.line)")
      let text = Array(board.line.utf8)
      let ofText = text.withUnsafeBufferPointer { $0.baseAddress.map { Notation.obeysRules($0) } }
      #expect(ofText == !isBroken, "\(board.line)")
    }
    #expect(300..<1_700 ~= broken)
    for (house, digit) in zip(House.all, 0...) {
      var board = Board()
      let cells = Array(house.cells)
      board[cells[digit % 4]] = Digit(1 + digit % 9)
      board[cells[8 - digit % 4]] = Digit(1 + digit % 9)
      #expect(!board.obeysRules, "\(board.line)")
    }
  }

  private func boards(_ count: Int, _ random: inout SeededRandom) throws -> [PuzzleRecord] {
    let solution = try Board(line: BoardReaderTests.solution)
    return (0..<count).map { _ in
      var board = Board()
      for cell in CellSet.all where random.next(below: 3) == 0 { board[cell] = solution[cell] }
      return PuzzleRecord(puzzle: board)
    }
  }
}

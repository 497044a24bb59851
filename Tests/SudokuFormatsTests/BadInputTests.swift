import SudokuCore
import SudokuFormats
import Testing

@Suite struct BadInputTests {
  private let good = BoardReaderTests.line

  @Test func aBadLineCostsOneRecord() throws {
    let text = """
      \(good)
      \(good.dropLast())
      \(good)1

      # a comment
      \(good.replacing("6", with: "q", maxReplacements: 1))
      \(good.replacing("53.", with: "535", maxReplacements: 1))
      \(good)
      """
    #expect(
      messages(read(text)) == [
        "ok", "2:81: the board has only 80 of 81 cells", "3:82: the board has more than 81 cells",
        "6:10: unexpected character 'q': a cell is 1 to 9, or one of . 0 - _ * x ? where it is empty",
        "7:3: clue 5 appears twice in row 1: r1c1 and r1c3", "ok",
      ])
  }

  @Test func overlongLinesAreSkippedInBoundedMemory() {
    let long = String(repeating: "1", count: 5_000)
    for pieces in [1, 100, 1_000, .max] {
      let records = read("\(good)\n\(long)\n\(good)\n\(long)", pieces: pieces, lineLimit: 1_000)
      #expect(
        messages(records) == [
          "ok", "2:1001: the line is longer than 1000 bytes", "ok",
          "4:1001: the line is longer than 1000 bytes",
        ])
    }
    #expect(messages(read(long, lineLimit: 1_000)).count == 1)
    #expect(
      messages(read("<game data=\"\(long)\"/><game data=\"\(good)\"/>", lineLimit: 1_000)) == [
        "1:1: the line is longer than 1000 bytes", "ok",
      ])
  }

  @Test func aBadGridCostsOneRecord() {
    let grid = BoardReaderTests.grids[2]
    let damaged = grid.replacing("| 8 . . |", with: "| 8 . |")
    let wrong = grid.replacing("| 8 . . |", with: "| 8 $ . |")
    let double = grid.replacing("| . 6 . |", with: "| 7 6 . |")
    let short = grid.split(separator: "\n").prefix(6).joined(separator: "\n")
    let text = [grid, damaged, grid, wrong, double, short, grid].joined(separator: "\n\n")
    #expect(
      messages(read(text)) == [
        "ok", "20:24: the row has 8 of 9 cells", "ok",
        "48:5: unexpected character '$': a cell is 1 to 9, or one of . 0 - _ * x ? where it is empty",
        "66:3: clue 7 appears twice in column 1: r6c1 and r7c1",
        "76:1: the board has only 36 of 81 cells", "ok",
      ])
  }

  @Test func nothingIsNoRecord() {
    for text in ["", "\n\n", "# only\n# comments\n", "\u{FEFF}", "  \t \r\n"] {
      #expect(read(text).isEmpty)
    }
    var reader = BoardReader()
    reader.read(Array("# x\n".utf8)[...]) { _ in }
    reader.finish { _ in }
    #expect(reader.isEmpty)
  }

  @Test func valuesWithoutAPuzzle() {
    #expect(
      messages(read("id,puzzle\n1\n2,\"\(good)\n3,\(good)\n4,\(good.dropLast())q")) == [
        "2:2: the row has no field 2 for the puzzle",
        "3:1: a quoted field doesn't end", "ok",
        "5:83: unexpected character 'q': a cell is 1 to 9, or one of . 0 - _ * x ? where it is empty",
      ])
  }

  @Test func markupWithoutAPuzzle() {
    let text =
      "<opensudoku>\n<!-- don't -->\n<game/><game data='1'/>\n <game data=\"\(good)\" note=\"a > b\"/>\n<game"
    #expect(
      messages(read(text)) == [
        "3:1: a game has no 'data'", "3:8: the board has only 1 of 81 cells", "ok",
        "5:1: the tag doesn't end",
      ])
  }

  /// Any bytes can be read: positions are inside the file, and the size of pieces does not matter.
  @Test func randomBytesNeverTrap() {
    let seed: UInt64 = 99
    var random = SeededRandom(seed: seed)
    let starts = ["", "<", "{", ":", "[Puzzle]\n", "puzzle,x\n", good + "\n", "123456789\n"]
    let alphabet = Array("123456789....***000\n\n\r|-=+:,\"'<>/[]{}# \tgame data=".utf8)
    for round in 0..<400 {
      var bytes = Array(starts[round % starts.count].utf8)
      for _ in 0..<random.next(below: 600) {
        bytes.append(
          round % 3 == 0
            ? UInt8(random.next(below: 256)) : alphabet[random.next(below: alphabet.count)])
      }
      let whole = records(bytes, pieces: bytes.count)
      #expect(records(bytes, pieces: 1 + random.next(below: 90)) == whole, "seed \(seed)")
      let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
      for case .failure(let error, _) in whole {
        #expect(1...lines ~= error.line && error.column >= 1)
      }
    }
  }

  private func records(_ bytes: [UInt8], pieces: Int) -> [BoardReader.Record] {
    var reader = BoardReader(lineLimit: 300)
    var records: [BoardReader.Record] = []
    for start in stride(from: 0, to: bytes.count, by: max(1, pieces)) {
      reader.read(bytes[start..<min(bytes.count, start + pieces)]) { records.append($0) }
    }
    reader.finish { records.append($0) }
    return records
  }

  private func messages(_ records: [BoardReader.Record]) -> [String] {
    records.map { record in
      switch record {
      case .puzzle: "ok"
      case .failure(let error, _): error.description
      }
    }
  }
}

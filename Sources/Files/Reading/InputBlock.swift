import SudokuCore
import SudokuFormats

/// A run of whole lines of one input, the unit of work of the filters.
package struct InputBlock: Sendable {
  package let source: String
  /// Reads the lines: of a format with a record on each line.
  package let reader: BoardReader
  /// The number of the first line, counted from 1.
  package let firstLine: Int
  /// The lines with their line ends; the last one may lack it.
  package let bytes: [UInt8]

  package init(source: String, reader: BoardReader, firstLine: Int, bytes: [UInt8]) {
    (self.source, self.reader, self.firstLine, self.bytes) = (source, reader, firstLine, bytes)
  }
}

extension InputBlock {
  /// The boards of the lines; `nil` unless each line is plain and its board obeys the rules.
  ///
  /// They equal the boards of `records`, in a fifth of the time.
  func plainBoards(withNothingElse: Bool) -> [Board]? {
    guard var lines = reader.plainLines else { return nil }
    lines.isBoardOnly = withNothingElse
    let most = bytes.count / 81 + 1
    var isPlain = false
    let cells = [UInt8](unsafeUninitializedCapacity: most * 81) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      let run = bytes.withUnsafeBufferPointer {
        lines.copy(from: $0, at: 0, limit: most, to: base, stride: 81)
      }
      isPlain = run.end == bytes.count
      count = run.count * 81
    }
    guard isPlain else { return nil }
    return boards(ofCells: cells)
  }

  var records: [InputRecord] {
    var records: [InputRecord] = []
    records.reserveCapacity(bytes.count / 82 + 1)
    var reader = reader.copy(forLinesFrom: firstLine)
    var lines = LineTexts(bytes: bytes, number: firstLine)
    func take(_ record: BoardReader.Record) {
      records.append(InputRecord(record, source: source) { lines.text(of: $0) })
    }
    reader.read(bytes[...], take)
    reader.finish(take)
    return records
  }

  /// Finds the texts of lines in their order.
  package struct LineTexts {
    let bytes: [UInt8]
    var number: Int
    var place = 0

    init(bytes: [UInt8], number: Int) { (self.bytes, self.number) = (bytes, number) }

    package mutating func text(of line: Int) -> String? {
      while number < line, let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) {
        place = end + 1
        number += 1
      }
      guard number == line else { return nil }
      let text = bytes[place...].prefix(1 << 16).prefix { $0 != UInt8(ascii: "\n") }
      let end = text.last == UInt8(ascii: "\r") ? text.dropLast() : text
      return String(decoding: end, as: UTF8.self)
    }
  }

  var opening: InputBlock {
    var end = bytes.startIndex
    for _ in 0..<100 {
      guard let next = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) else {
        end = bytes.endIndex
        break
      }
      end = next + 1
    }
    return InputBlock(
      source: source, reader: reader, firstLine: firstLine, bytes: Array(bytes[..<end]))
  }
}

extension BoardRun {
  var plainBoards: [Board]? { boards(ofCells: cells) }
}

/// The boards of characters, 81 each; `nil` unless all obey the rules.
private func boards(ofCells cells: [UInt8]) -> [Board]? {
  var boards: [Board] = []
  boards.reserveCapacity(cells.count / 81)
  for start in stride(from: 0, to: cells.count, by: 81) {
    let board = Board(unsafeValues: { values in
      for index in 0..<81 {
        let cell = cells[start + index]
        values[index] = cell == UInt8(ascii: ".") ? 0 : cell & 15
      }
    })
    guard board.repeatedCells.isEmpty else { return nil }
    boards.append(board)
  }
  return boards
}

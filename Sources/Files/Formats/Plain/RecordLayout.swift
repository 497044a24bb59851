import SudokuCore

/// The bytes of a record that spans lines, with the positions of its cells.
///
/// Records that differ only in cells are read by comparison.
///
/// It is learned from a record of the format's reader and used only between records, so the reader would
/// return the same board for a match.
struct RecordLayout: Sendable {
  /// The bytes; those of cells are ignored.
  private let bytes: [UInt8]
  /// 255 at each cell, else 0.
  private let mask: [UInt8]
  private let places: [Int]
  private let isContiguous: Bool
  let lineCount: Int
  static let lengthLimit = 2_048

  var length: Int { bytes.count }

  /// Learns the layout of a record, given as whole lines; `nil` if its cells are ambiguous.
  init?(_ text: [UInt8], of board: Board) {
    guard text.count <= Self.lengthLimit, text.last == UInt8(ascii: "\n") else { return nil }
    let cells = Array(board.line.utf8)
    guard let places = Self.run(of: cells, in: text) ?? Self.rows(of: cells, in: text) else {
      return nil
    }
    bytes = text
    self.places = places
    isContiguous = places[80] == places[0] + 80
    var mask = [UInt8](repeating: 0, count: text.count)
    for place in places { mask[place] = 255 }
    self.mask = mask
    lineCount = text.count { $0 == UInt8(ascii: "\n") }
  }

  private static func isCell(_ byte: UInt8) -> Bool {
    byte &- 0x30 <= 9 || byte == UInt8(ascii: ".")
  }

  private static func sign(_ byte: UInt8) -> UInt8 {
    byte == UInt8(ascii: "0") ? UInt8(ascii: ".") : byte
  }

  private static func run(of cells: [UInt8], in text: [UInt8]) -> [Int]? {
    let runs = text.indices.filter { isCell(text[$0]) }
    guard runs.count >= 81 else { return nil }
    let groups = text.split { !isCell($0) }.filter { $0.count >= 81 }
    guard groups.count == 1, let group = groups.first, group.count == 81,
      group.map(sign) == cells
    else { return nil }
    return Array(group.indices)
  }

  /// Nine lines with the rows of the board, if no other line has a digit.
  private static func rows(of cells: [UInt8], in text: [UInt8]) -> [Int]? {
    var places: [Int] = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let signs = line.indices.filter { isCell(line[$0]) }
      guard line.contains(where: { 0x30...0x39 ~= $0 }) else { continue }
      guard signs.count == 9, places.count <= 72,
        signs.map({ sign(line[$0]) }) == Array(cells[places.count..<(places.count + 9)])
      else { return nil }
      places += signs
    }
    return places.count == 81 ? places : nil
  }

  /// Copies the boards of consecutive matching records; returns their number.
  func copy(from text: ArraySlice<UInt8>, to boards: inout [UInt8]) -> Int {
    let most = text.count / length
    guard most > 0 else { return 0 }
    return text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress else { return 0 }
      var count = 0
      while count < most, matches(base + count * length) {
        append(base + count * length, to: &boards)
        count += 1
      }
      return count
    }
  }

  /// True if bytes match the layout; the loop has no branches, so that it becomes vector instructions.
  private func matches(_ text: UnsafePointer<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      mask.withUnsafeBufferPointer { mask in
        var difference: UInt8 = 0
        for index in 0..<bytes.count {
          let byte = text[index]
          let isCell: UInt8 = (byte &- 0x30 <= 9 ? 255 : 0) | (byte == 0x2E ? 255 : 0)
          difference |= (byte ^ bytes[index]) & ~mask[index] | mask[index] & ~isCell
        }
        return difference == 0
      }
    }
  }

  private func append(_ text: UnsafePointer<UInt8>, to boards: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 162) { buffer in
      guard let cells = buffer.baseAddress else { return }
      if isContiguous {
        _ = PlainCells.copy(from: text + places[0], to: cells)
      } else {
        places.withUnsafeBufferPointer { places in
          for index in 0..<81 { cells[81 + index] = text[places[index]] }
        }
        _ = PlainCells.copy(from: cells + 81, to: cells)
      }
      boards.append(contentsOf: UnsafeBufferPointer(start: cells, count: 81))
    }
  }

  /// The position of a cell: lines behind the record's first one, and the column, counted from 1.
  func position(of cell: Cell) -> (line: Int, column: Int) {
    let before = bytes[..<places[cell.index]]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (before.count { $0 == UInt8(ascii: "\n") }, places[cell.index] - start + 1)
  }
}

enum PlainCells {
  /// Copies 81 cells, with `.` for every sign of an empty cell; `false` if some byte is not a cell.
  @inline(__always)
  static func copy(from: UnsafePointer<UInt8>, to: UnsafeMutablePointer<UInt8>) -> Bool {
    copy(from: from, to: to) { $0 == UInt8(ascii: ".") ? 1 : 0 }
      || copyRare(from: from, to: to)
  }

  /// Copies cells of which some may have rare signs: each sign costs an instruction for all cells.
  @inline(never)
  private static func copyRare(
    from: UnsafePointer<UInt8>, to: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    copy(from: from, to: to) { Notation.emptySign($0) }
  }

  /// The loop has no branches, so that it becomes a few vector instructions.
  @inline(__always)
  private static func copy(
    from: UnsafePointer<UInt8>, to: UnsafeMutablePointer<UInt8>, isSign: (UInt8) -> UInt8
  ) -> Bool {
    var all: UInt8 = 1
    for index in 0..<81 {
      let byte = from[index]
      let isDigit: UInt8 = byte &- UInt8(ascii: "1") <= 8 ? 1 : 0
      let isEmpty = (byte == UInt8(ascii: "0") ? 1 : 0) | isSign(byte)
      to[index] = isDigit == 1 ? byte : UInt8(ascii: ".")
      all &= isDigit | isEmpty
    }
    return all == 1
  }
}

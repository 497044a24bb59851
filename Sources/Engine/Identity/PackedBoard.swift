import SudokuCore

/// The rows and columns of a board as nine 4-bit numbers each, for the searches of canonical forms.
///
/// Line `i` of the nine rows is `lines[i]`, column `i` is `lines[9 + i]`: reading `lines` from 9 on
/// is reading the transposed board. Cell `c` of a line lies in bits `4c ..< 4c + 4`.
struct PackedBoard {
  private var lines = InlineArray<18, UInt64>(repeating: 0)

  init(_ board: Board) {
    board.withUnsafeValues { values in
      // Two rows at a time, eight columns in one number: a byte for each column.
      var pairs = InlineArray<4, UInt64>(repeating: 0)
      var lastColumn: UInt64 = 0
      for row in 0..<9 {
        let start = eightValues(values + row &* 9)
        let end = UInt64(values[row &* 9 &+ 8])
        lines[unchecked: row] = packedBytes(start) | end &<< 32
        lastColumn |= end &<< UInt64(row &* 4)
        if row < 8 { pairs[unchecked: row / 2] |= start &<< UInt64(row % 2 &* 4) }
      }
      for column in 0..<8 {
        let shift = UInt64(column &* 8)
        var packed = UInt64(values[72 &+ column]) &<< 32
        for pair in 0..<4 {
          packed |= (pairs[unchecked: pair] &>> shift & 0xFF) &<< UInt64(pair &* 8)
        }
        lines[unchecked: 9 &+ column] = packed
      }
      lines[unchecked: 17] = lastColumn
    }
  }
}

/// Eight values in a row as bytes, the first lowest.
@inline(__always)
private func eightValues(_ values: UnsafePointer<UInt8>) -> UInt64 {
  UInt64(littleEndian: UnsafeRawPointer(values).loadUnaligned(as: UInt64.self))
}

/// Eight bytes below 16 as eight 4-bit numbers.
@inline(__always)
private func packedBytes(_ bytes: UInt64) -> UInt64 {
  let pairs = (bytes | bytes &>> 4) & 0x00FF_00FF_00FF_00FF
  let fours = (pairs | pairs &>> 8) & 0x0000_FFFF_0000_FFFF
  return (fours | fours &>> 16) & 0xFFFF_FFFF
}

extension PackedBoard {
  /// True if every cell holds a digit.
  var isFull: Bool {
    for row in 0..<9 where filledCells(lines[unchecked: row]) != 0x1FF { return false }
    return true
  }

  /// Lends the lines for reading without copies.
  @inline(__always)
  func withLines<R>(_ body: (PackedLines) throws -> R) rethrows -> R {
    try withUnsafePointer(to: lines) { pointer in
      try pointer.withMemoryRebound(to: UInt64.self, capacity: 18) {
        try body(PackedLines(base: $0))
      }
    }
  }
}

/// The 18 lines of a packed board, valid inside `withLines`.
struct PackedLines {
  fileprivate let base: UnsafePointer<UInt64>

  /// A line, in `0..<18`.
  @inline(__always)
  subscript(line: Int) -> UInt64 { base[line] }

  /// The cells of a line that hold a digit, bit `c` for cell `c`.
  @inline(__always)
  func filled(_ line: Int) -> Int { filledCells(base[line]) }
}

/// The cells of the 18 lines that hold a digit, kept for searches that read them many times.
struct FilledLines {
  private var lines = InlineArray<18, UInt16>(repeating: 0)

  init(_ board: PackedLines) {
    for line in 0..<18 { lines[unchecked: line] = UInt16(truncatingIfNeeded: board.filled(line)) }
  }

  /// Lends the lines: bit `c` for cell `c`.
  @inline(__always)
  func withPointer(_ body: (UnsafePointer<UInt16>) -> Void) {
    withUnsafePointer(to: lines) { pointer in
      pointer.withMemoryRebound(to: UInt16.self, capacity: 18) { body($0) }
    }
  }
}

@inline(__always)
func nibble(_ packed: UInt64, _ place: Int) -> Int {
  Int(truncatingIfNeeded: packed &>> UInt64(truncatingIfNeeded: place &* 4) & 15)
}

/// A packed list with one number, `0...15`, at a place.
@inline(__always)
func atNibble(_ value: Int, _ place: Int) -> UInt64 {
  UInt64(truncatingIfNeeded: value) &<< UInt64(truncatingIfNeeded: place &* 4)
}

/// The nonzero ones of nine 4-bit numbers, bit `c` for number `c`.
@inline(__always)
private func filledCells(_ line: UInt64) -> Int {
  var cells = line | line &>> 1
  cells = (cells | cells &>> 2) & 0x1_1111_1111
  cells = (cells | cells &>> 3) & 0x1_0303_0303
  cells = (cells | cells &>> 6) & 0x1_000F_000F
  return Int(truncatingIfNeeded: (cells | cells &>> 12 | cells &>> 24) & 0x1FF)
}

/// Nine rows of a form, each as nine 4-bit numbers with the first cell on top, so that comparing
/// numbers is comparing rows in the order of boards.
struct FormRows {
  var rows = InlineArray<9, UInt64>(repeating: .max)

  var board: Board {
    Board(unsafeValues: { values in
      for row in 0..<9 {
        // Eight of the numbers, from 4 bits each to 8.
        var bytes = rows[unchecked: row] &>> 4
        bytes = (bytes | bytes &<< 16) & 0x0000_FFFF_0000_FFFF
        bytes = (bytes | bytes &<< 8) & 0x00FF_00FF_00FF_00FF
        bytes = (bytes | bytes &<< 4) & 0x0F0F_0F0F_0F0F_0F0F
        UnsafeMutableRawPointer(values + row &* 9).storeBytes(of: bytes.bigEndian, as: UInt64.self)
        values[row &* 9 &+ 8] = UInt8(truncatingIfNeeded: rows[unchecked: row] & 15)
      }
    })
  }

  @inline(__always)
  static func == (lhs: FormRows, rhs: FormRows) -> Bool {
    for row in 0..<9 where lhs.rows[unchecked: row] != rhs.rows[unchecked: row] { return false }
    return true
  }

  @inline(__always)
  static func < (lhs: FormRows, rhs: FormRows) -> Bool {
    for row in 0..<9 where lhs.rows[unchecked: row] != rhs.rows[unchecked: row] {
      return lhs.rows[unchecked: row] < rhs.rows[unchecked: row]
    }
    return false
  }
}

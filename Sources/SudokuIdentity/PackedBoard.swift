import SudokuCore

/// The rows and columns of a board as nine 4-bit numbers each, for the searches of canonical forms.
///
/// Line `i` of the nine rows is `lines[i]`, column `i` is `lines[9 + i]`: reading `lines` from 9 on
/// is reading the transposed board. Cell `c` of a line lies in bits `4c ..< 4c + 4`.
struct PackedBoard {
  var lines = InlineArray<18, UInt64>(repeating: 0)

  init(_ board: Board) {
    board.withUnsafeValues { values in
      for row in 0..<9 {
        var packed: UInt64 = 0
        for column in 0..<9 {
          let value = UInt64(values[row &* 9 &+ column])
          packed |= value &<< UInt64(column &* 4)
          lines[unchecked: 9 &+ column] |= value &<< UInt64(row &* 4)
        }
        lines[unchecked: row] = packed
      }
    }
  }
}

extension PackedBoard {
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
}

/// The number at a place of a packed list.
@inline(__always)
func nibble(_ packed: UInt64, _ place: Int) -> Int {
  Int(truncatingIfNeeded: packed &>> UInt64(truncatingIfNeeded: place &* 4) & 15)
}

/// A packed list with one number, `0...15`, at a place.
@inline(__always)
func atNibble(_ value: Int, _ place: Int) -> UInt64 {
  UInt64(truncatingIfNeeded: value) &<< UInt64(truncatingIfNeeded: place &* 4)
}

/// Nine rows of a form, each as nine 4-bit numbers with the first cell on top, so that comparing
/// numbers is comparing rows in the order of boards.
struct FormRows {
  var rows = InlineArray<9, UInt64>(repeating: .max)

  /// The rows as a board.
  var board: Board {
    Board(unsafeValues: { values in
      for row in 0..<9 {
        for column in 0..<9 {
          values[row &* 9 &+ column] = UInt8(
            truncatingIfNeeded: rows[unchecked: row] &>> UInt64(32 &- column &* 4) & 15)
        }
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

import SudokuCore

/// A symmetry in packed form: what the searches for canonical forms work with.
///
/// Lists are packed as in `PackedBoard`, entry `i` in bits `4i ..< 4i + 4`.
struct Arrangement: Hashable {
  /// 0, or 9 where the board is transposed first: where its rows start in `PackedBoard.lines`.
  var firstLine = 0
  var rows: UInt64 = 0
  /// For each column of the result the source column.
  var columns: UInt64 = 0
  /// For each digit of the source (entry 0: empty, stays 0) its new name, 0 while it has none.
  var digits: UInt64 = 0

  @inline(__always)
  func row(_ row: Int, of board: PackedLines) -> UInt64 {
    let line = board[firstLine &+ nibble(rows, row)]
    var key: UInt64 = 0
    for column in 0..<9 {
      let value = nibble(line, nibble(columns, column))
      key = key &<< 4 | UInt64(truncatingIfNeeded: nibble(digits, value))
    }
    return key
  }

  @inline(__always)
  func applied(to board: PackedLines) -> FormRows {
    var form = FormRows()
    for index in 0..<9 { form.rows[unchecked: index] = row(index, of: board) }
    return form
  }

  /// All rows of the result; faster for a board with few digits.
  @inline(__always)
  func applied(toSparse board: PackedLines) -> FormRows {
    // For each source column how far its digits move to the left.
    var shifts: UInt64 = 0
    for place in 0..<9 { shifts |= atNibble(8 &- place, nibble(columns, place)) }
    var form = FormRows()
    for index in 0..<9 {
      let row = firstLine &+ nibble(rows, index)
      var open = board.filled(row)
      var key: UInt64 = 0
      while open != 0 {
        let column = open.trailingZeroBitCount
        open &= open &- 1
        key |= atNibble(nibble(digits, nibble(board[row], column)), nibble(shifts, column))
      }
      form.rows[unchecked: index] = key
    }
    return form
  }

  /// The same symmetry as a public type; digits without a name yet take the free ones in order.
  var transformation: Transformation {
    var names = (1...9).map { Digit(nibble(digits, $0)) }
    var free = DigitSet.all.subtracting(DigitSet(names.compactMap { $0 })).makeIterator()
    for index in names.indices where names[index] == nil { names[index] = free.next() }
    return Transformation(
      isTransposed: firstLine != 0,
      sourceRows: (0..<9).map { nibble(rows, $0) },
      sourceColumns: (0..<9).map { nibble(columns, $0) },
      digits: names.compactMap { $0 }) ?? .identity
  }
}

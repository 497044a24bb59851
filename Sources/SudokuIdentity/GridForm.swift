import SudokuCore

/// The smallest form of a full grid, with every symmetry that leads to it.
///
/// Of the 1,218,998,108,160 symmetries only 648 can start a smallest form: which block comes first
/// (9), transposed or not (2), and the order of its rows and columns (36). All else follows: row 1
/// reads 123456789; the first two cells of row 2 read 45, so their digits lie in one minirow of
/// row 1, or the start is no good; that fixes columns 4 to 6, the rest of row 2 columns 7 to 9, and
/// the rows below are sorted by column 1. Two thirds of the remaining starts fall at row 2.
struct GridForm {
  /// The smallest form.
  var form = FormRows()
  /// Every symmetry that leads to it; as many as the grid has automorphisms.
  var arrangements: [Arrangement] = []

  private var secondRow = UInt64.max

  init() { arrangements.reserveCapacity(648) }

  /// Finds the smallest form of a solved grid (which the caller guarantees).
  mutating func search(_ grid: borrowing PackedBoard) {
    form = FormRows()
    secondRow = .max
    arrangements.removeAll(keepingCapacity: true)
    for firstLine in stride(from: 0, through: 9, by: 9) {
      for band in 0..<3 {
        for first in 0..<3 {
          let line1 = grid.lines[unchecked: firstLine &+ band &* 3 &+ first]
          var columnOf: UInt64 = 0
          for column in 0..<9 { columnOf |= atNibble(column, nibble(line1, column)) }
          for turn in 1...2 {
            let second = first &+ turn >= 3 ? first &+ turn &- 3 : first &+ turn
            let rows =
              atNibble(band &* 3 &+ first, 0) | atNibble(band &* 3 &+ second, 1)
              | atNibble(band &* 3 &+ 3 &- first &- second, 2)
            tryColumns(grid, firstLine, rows, line1, columnOf)
          }
        }
      }
    }
  }

  /// Tries every order of every block's columns for two rows.
  @inline(__always)
  private mutating func tryColumns(
    _ grid: borrowing PackedBoard, _ firstLine: Int, _ rows: UInt64, _ line1: UInt64,
    _ columnOf: UInt64
  ) {
    let line2 = grid.lines[unchecked: firstLine &+ nibble(rows, 1)]
    for stack in 0..<3 {
      let c0 = stack &* 3
      // The columns of row 1 under which the digits of row 2's minirow stand.
      let p0 = nibble(columnOf, nibble(line2, c0))
      let p1 = nibble(columnOf, nibble(line2, c0 &+ 1))
      let p2 = nibble(columnOf, nibble(line2, c0 &+ 2))
      let (s0, s1, s2) = (stackOf(p0), stackOf(p1), stackOf(p2))
      if s0 == s1 {
        tryStart(grid, firstLine, rows, line1, line2, columnOf, c0, c0 &+ 1, c0 &+ 2, p0, p1)
        tryStart(grid, firstLine, rows, line1, line2, columnOf, c0 &+ 1, c0, c0 &+ 2, p1, p0)
      }
      if s0 == s2 {
        tryStart(grid, firstLine, rows, line1, line2, columnOf, c0, c0 &+ 2, c0 &+ 1, p0, p2)
        tryStart(grid, firstLine, rows, line1, line2, columnOf, c0 &+ 2, c0, c0 &+ 1, p2, p0)
      }
      if s1 == s2 {
        tryStart(grid, firstLine, rows, line1, line2, columnOf, c0 &+ 1, c0 &+ 2, c0, p1, p2)
        tryStart(grid, firstLine, rows, line1, line2, columnOf, c0 &+ 2, c0 &+ 1, c0, p2, p1)
      }
    }
  }

  /// Follows one start: columns `a`, `b`, `c` first, then `d` and `e`, in which row 1 has the
  /// digits that row 2 has in `a` and `b`.
  @inline(__always)
  private mutating func tryStart(
    _ grid: borrowing PackedBoard, _ firstLine: Int, _ rows: UInt64, _ line1: UInt64,
    _ line2: UInt64, _ columnOf: UInt64, _ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int
  ) {
    let f = stackOf(d) &* 9 &+ 3 &- d &- e
    var digits = atNibble(1, nibble(line1, a)) | atNibble(2, nibble(line1, b))
    digits |= atNibble(3, nibble(line1, c)) | atNibble(4, nibble(line1, d))
    digits |= atNibble(5, nibble(line1, e)) | atNibble(6, nibble(line1, f))
    var columns = atNibble(a, 0) | atNibble(b, 1) | atNibble(c, 2)
    columns |= atNibble(d, 3) | atNibble(e, 4) | atNibble(f, 5)
    var next = 7
    var key: UInt64 = 0x45
    for place in 2..<6 {
      let digit = nibble(line2, nibble(columns, place))
      if nibble(digits, digit) == 0 {
        digits |= atNibble(next, digit)
        columns |= atNibble(nibble(columnOf, digit), next &- 1)
        next &+= 1
      }
      key = key &<< 4 | UInt64(truncatingIfNeeded: nibble(digits, digit))
    }
    let upper = key &<< 12
    if upper > secondRow { return }
    for place in 6..<9 {
      let digit = nibble(line2, nibble(columns, place))
      key = key &<< 4 | UInt64(truncatingIfNeeded: nibble(digits, digit))
    }
    if key > secondRow { return }
    finish(
      grid, Arrangement(firstLine: firstLine, rows: rows, columns: columns, digits: digits), key)
  }

  /// Sorts the rows below the band and compares with the smallest form so far.
  private mutating func finish(
    _ grid: borrowing PackedBoard, _ start: Arrangement, _ key: UInt64
  ) {
    var arrangement = start
    let band = nibble(start.rows, 0) / 3
    let upper = sortedBand(grid, start, band == 0 ? 1 : 0)
    let lower = sortedBand(grid, start, band == 2 ? 1 : 2)
    let (middle, last) = upper.first < lower.first ? (upper, lower) : (lower, upper)
    arrangement.rows |= middle.rows &<< 12 | last.rows &<< 24
    var isSmaller = key < secondRow
    secondRow = key
    for index in 0..<9 {
      let row = arrangement.row(index, of: grid)
      if !isSmaller {
        if row > form.rows[unchecked: index] { return }
        isSmaller = row < form.rows[unchecked: index]
      }
      form.rows[unchecked: index] = row
    }
    if isSmaller { arrangements.removeAll(keepingCapacity: true) }
    arrangements.append(arrangement)
  }

  /// The three rows of a band in the order of their first cells, and the first of those.
  @inline(__always)
  private func sortedBand(
    _ grid: borrowing PackedBoard, _ start: Arrangement, _ band: Int
  ) -> (rows: UInt64, first: Int) {
    let column = nibble(start.columns, 0)
    @inline(__always)
    func entry(_ row: Int) -> Int {
      let line = grid.lines[unchecked: start.firstLine &+ row]
      return nibble(start.digits, nibble(line, column)) &* 16 &+ row
    }
    let (x, y, z) = (entry(band &* 3), entry(band &* 3 &+ 1), entry(band &* 3 &+ 2))
    let low = min(x, y, z)
    let high = max(x, y, z)
    let middle = x &+ y &+ z &- low &- high
    return (atNibble(low & 15, 0) | atNibble(middle & 15, 1) | atNibble(high & 15, 2), low)
  }
}

@inline(__always)
private func stackOf(_ column: Int) -> Int { (column &* 11) &>> 5 }

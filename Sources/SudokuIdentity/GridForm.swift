import SudokuCore

/// The smallest form of a full grid, with every symmetry that leads to it.
///
/// Of the 1,218,998,108,160 symmetries only 648 can start a smallest form: which block comes first
/// (9), transposed or not (2), and the order of its rows and columns (36). All else follows: row 1
/// reads 123456789; the first two cells of row 2 read 45, so their digits lie in one minirow of
/// row 1, or the start fails; that fixes columns 4 to 6, the rest of row 2 columns 7 to 9, and
/// the rows below are sorted by column 1. Two thirds of the remaining starts fall at row 2.
struct GridForm {
  /// The smallest form.
  var form = FormRows()
  /// Every symmetry that leads to it; as many as the grid has automorphisms.
  var arrangements: [Arrangement] = []

  private var secondRow = UInt64.max

  init() { arrangements.reserveCapacity(648) }

  /// Finds the smallest form of a solved grid (which the caller guarantees).
  mutating func search(_ grid: PackedLines) {
    form = FormRows()
    secondRow = .max
    arrangements.removeAll(keepingCapacity: true)
    searchPairs(grid, isThorough: false)
    // Only grids without any pair of columns as below get here.
    if secondRow == .max { searchPairs(grid, isThorough: true) }
  }

  /// Tries two rows of each band as first rows, in both orders.
  ///
  /// A column's partner is the one in which the first row has the digit that the second row has
  /// here. Row 2 can read 456 only where all of a block's partners lie in one stack (then it is so
  /// for every block), and 4571 only with two columns that are each other's partners; all else is
  /// larger. So unless `isThorough`, only those columns are tried.
  private mutating func searchPairs(_ grid: PackedLines, isThorough: Bool) {
    for line in stride(from: 0, to: 18, by: 3) {
      let firstLine = line < 9 ? 0 : 9
      for skipped in 0..<3 {
        let first = line &+ (skipped == 0 ? 1 : 0)
        let second = line &+ (skipped == 2 ? 1 : 2)
        let partners = partners(grid, first, second)
        let isCyclic =
          stackOf(nibble(partners, 0)) == stackOf(nibble(partners, 1))
          && stackOf(nibble(partners, 0)) == stackOf(nibble(partners, 2))
        var columns = 0
        for column in 0..<9 where nibble(partners, nibble(partners, column)) == column {
          columns |= 1 &<< column
        }
        if isCyclic || isThorough { columns = 0x1FF }
        if columns == 0 { continue }
        let rest = atNibble(line &+ skipped &- firstLine, 2)
        let (x, y) = (first &- firstLine, second &- firstLine)
        tryColumns(
          grid, firstLine, rest | atNibble(x, 0) | atNibble(y, 1), partners, columns, isCyclic)
        tryColumns(
          grid, firstLine, rest | atNibble(y, 0) | atNibble(x, 1),
          self.partners(grid, second, first),
          columns, isCyclic)
      }
    }
  }

  /// For each column the one in which `first` has the digit that `second` has here.
  @inline(__always)
  private func partners(_ grid: PackedLines, _ first: Int, _ second: Int) -> UInt64 {
    let (line1, line2) = (grid[first], grid[second])
    var columnOf: UInt64 = 0
    for column in 0..<9 { columnOf |= atNibble(column, nibble(line1, column)) }
    var partners: UInt64 = 0
    for column in 0..<9 { partners |= atNibble(nibble(columnOf, nibble(line2, column)), column) }
    return partners
  }

  /// Tries the starts with one of the `columns` first.
  private mutating func tryColumns(
    _ grid: PackedLines, _ firstLine: Int, _ rows: UInt64, _ partners: UInt64,
    _ columns: Int, _ isCyclic: Bool
  ) {
    var open = columns
    while open != 0 {
      let first = open.trailingZeroBitCount
      open &= open &- 1
      let d = nibble(partners, first)
      let stack = stackOf(first) &* 3
      for turn in 1...2 {
        let second = stack &+ (first &- stack &+ turn) % 3
        let e = nibble(partners, second)
        if stackOf(d) != stackOf(e) { continue }
        let third = stack &* 3 &+ 3 &- first &- second
        // What row 2 has in column d: a digit of the first minirow, or a new one.
        let fourth = nibble(partners, d)
        let name = fourth == first ? 1 : fourth == second ? 2 : fourth == third ? 3 : 7
        let prefix = UInt64(truncatingIfNeeded: (isCyclic ? 0x4560 : 0x4570) | name)
        if prefix &<< 20 > secondRow { continue }
        tryStart(grid, firstLine, rows, partners, first, second, third, d, e)
      }
    }
  }

  /// Follows one start: columns `a`, `b`, `c` first, then `d` and `e`, in which row 1 has the
  /// digits that row 2 has in `a` and `b`.
  @inline(__always)
  private mutating func tryStart(
    _ grid: PackedLines, _ firstLine: Int, _ rows: UInt64, _ partners: UInt64,
    _ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int
  ) {
    let line1 = grid[firstLine &+ nibble(rows, 0)]
    let line2 = grid[firstLine &+ nibble(rows, 1)]
    let f = stackOf(d) &* 9 &+ 3 &- d &- e
    var digits = atNibble(1, nibble(line1, a)) | atNibble(2, nibble(line1, b))
    digits |= atNibble(3, nibble(line1, c)) | atNibble(4, nibble(line1, d))
    digits |= atNibble(5, nibble(line1, e)) | atNibble(6, nibble(line1, f))
    var columns = atNibble(a, 0) | atNibble(b, 1) | atNibble(c, 2)
    columns |= atNibble(d, 3) | atNibble(e, 4) | atNibble(f, 5)
    var next = 7
    var key: UInt64 = 0x45
    for place in 2..<6 {
      let column = nibble(columns, place)
      let digit = nibble(line2, column)
      if nibble(digits, digit) == 0 {
        digits |= atNibble(next, digit)
        columns |= atNibble(nibble(partners, column), next &- 1)
        next &+= 1
      }
      key = key &<< 4 | UInt64(truncatingIfNeeded: nibble(digits, digit))
    }
    if key &<< 12 > secondRow { return }
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
    _ grid: PackedLines, _ start: Arrangement, _ key: UInt64
  ) {
    var arrangement = start
    let thirdRow = start.row(2, of: grid)
    if key == secondRow, thirdRow > form.rows[2] { return }
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
    _ grid: PackedLines, _ start: Arrangement, _ band: Int
  ) -> (rows: UInt64, first: Int) {
    let column = nibble(start.columns, 0)
    @inline(__always)
    func entry(_ row: Int) -> Int {
      let line = grid[start.firstLine &+ row]
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

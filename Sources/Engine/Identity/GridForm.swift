/// The smallest form of a full grid, with every symmetry that leads to it.
///
/// Of the 1,218,998,108,160 symmetries only 648 can start a smallest form: which block comes first
/// (9), transposed or not (2), and the order of its rows and columns (36). All else follows: row 1
/// reads 123456789; the first two cells of row 2 read 45, so their digits lie in one minirow of
/// row 1, or the start fails; that fixes columns 4 to 6, the rest of row 2 columns 7 to 9, and
/// the rows below are sorted by column 1.
///
/// The partners of the columns alone decide which row 2 a start gives: a column's partner is the
/// one in which the first row has the digit that the second row has here. So the starts with the
/// least row 2 are found without naming a digit; of those the ones with the least row 3; and only
/// these, two or three of them, are followed to the end.
struct GridForm {
  private(set) var form = FormRows()
  /// Every symmetry that leads to it; as many as the grid has automorphisms.
  private(set) var arrangements = WorkList<Arrangement>()

  /// For each line and each row of its band, entry `3 * line + row`: the columns' partners.
  private var partners = InlineArray<54, UInt64>(repeating: 0)
  /// The starts with the least row 2 so far, later those with the least row 3.
  private var starts = WorkList<Start>()
  /// The least row 2 so far: its rank among those that starts give.
  private var leastRank = Int.max

  /// A start that is known to its second row.
  private struct Start: BitwiseCopyable {
    /// The lines of the first and the second row.
    let first: Int
    let second: Int
    /// For each column of the form the source column.
    let columns: UInt64
  }

  /// Finds the smallest form of a solved grid (which the caller guarantees).
  ///
  /// With `bands` only those of certain bands on top: bits 0 to 2 are bands, 3 to 5 stacks.
  mutating func search(_ grid: PackedLines, bands: Int = 0b111111) {
    leastRank = .max
    starts.removeAll()
    for band in 0..<6 where bands &>> band & 1 != 0 { tryBand(grid, 3 &* band) }
    // Only grids without any pair of columns that are each other's partners get here.
    if starts.count == 0 {
      for band in 0..<6 where bands &>> band & 1 != 0 { tryAllColumns(3 &* band) }
    }
    keepLeastThirdRow()
    finish(grid)
  }

  /// Tries two rows of a band as first rows, in both orders.
  private mutating func tryBand(_ grid: PackedLines, _ band: Int) {
    let places = (
      columnsOfDigits(grid[band]), columnsOfDigits(grid[band &+ 1]),
      columnsOfDigits(grid[band &+ 2])
    )
    tryPair(band, 1, 2, composed(places.1, grid[band &+ 2]), composed(places.2, grid[band &+ 1]))
    tryPair(band, 0, 2, composed(places.0, grid[band &+ 2]), composed(places.2, grid[band]))
    tryPair(band, 0, 1, composed(places.0, grid[band &+ 1]), composed(places.1, grid[band]))
  }

  /// Tries two rows as first rows, in both orders.
  ///
  /// Row 2 is 456789 if all of a block's partners lie in one stack (then it is so for every
  /// block), else at best 457189, with two columns that are each other's partners; all else is larger.
  private mutating func tryPair(
    _ band: Int, _ row: Int, _ other: Int, _ partners: UInt64, _ inverse: UInt64
  ) {
    let (x, y) = (band &+ row, band &+ other)
    self.partners[unchecked: 3 &* x &+ other] = partners
    self.partners[unchecked: 3 &* y &+ row] = inverse
    let stack = stackOf(nibble(partners, 0))
    if stack == stackOf(nibble(partners, 1)), stack == stackOf(nibble(partners, 2)) {
      tryCyclic(x, y, partners)
      tryCyclic(y, x, inverse)
    } else if leastRank >= 6 {
      // Columns that are each other's partners: the numbers of both lists that are equal.
      var difference = partners ^ inverse
      difference |= difference &>> 1
      let mutual = ~(difference | difference &>> 2) & 0x1_1111_1111
      if mutual == 0 { return }
      tryMixed(x, y, partners, mutual)
      tryMixed(y, x, inverse, mutual)
    }
  }

  /// Tries the starts with a row 2 of 456789 and the digits 1, 2, 3.
  ///
  /// These come out as 123, 132 or 231 at best: three steps from partner to partner lead back to the
  /// column, or only for one of a block's columns, or for none.
  private mutating func tryCyclic(_ first: Int, _ second: Int, _ partners: UInt64) {
    let steps = composed(partners, composed(partners, partners))
    let (isFixed0, isFixed1) = (nibble(steps, 0) == 0, nibble(steps, 1) == 1)
    let rank = isFixed0 && isFixed1 ? 0 : isFixed0 || isFixed1 || nibble(steps, 2) == 2 ? 1 : 3
    if rank > leastRank { return }
    for a in 0..<9 {
      if rank == 1, nibble(steps, a) != a { continue }
      let d = nibble(partners, a)
      for turn in 1...2 {
        let (b, c) = neighbours(of: a, turn)
        if rank == 3, nibble(steps, a) != b { continue }
        let (e, f) = (nibble(partners, b), nibble(partners, c))
        let (g, h, i) = (nibble(partners, d), nibble(partners, e), nibble(partners, f))
        keep(rank, Start(first: first, second: second, columns: packed(a, b, c, d, e, f, g, h, i)))
      }
    }
  }

  /// Tries all starts with a row 2 of 457189 and the digits 2, 3, 6.
  private mutating func tryMixed(
    _ first: Int, _ second: Int, _ partners: UInt64, _ mutual: UInt64
  ) {
    var open = mutual
    while open != 0 {
      let a = open.trailingZeroBitCount / 4
      open &= open &- 1
      let d = nibble(partners, a)
      for turn in 1...2 {
        let (b, c) = neighbours(of: a, turn)
        let e = nibble(partners, b)
        if stackOf(d) != stackOf(e) { continue }
        let f = stackOf(d) &* 9 &+ 3 &- d &- e
        let (g, h, i) = (nibble(partners, c), nibble(partners, e), nibble(partners, f))
        let rank =
          6 &+ 2 &* order(of: nibble(partners, g), b, c)
          &+ (order(of: nibble(partners, h), b, c) > order(of: nibble(partners, i), b, c) ? 1 : 0)
        if rank > leastRank { continue }
        keep(rank, Start(first: first, second: second, columns: packed(a, b, c, d, e, f, g, h, i)))
      }
    }
  }

  /// Tries all starts of a band, whatever their row 2.
  private mutating func tryAllColumns(_ band: Int) {
    for skipped in 0..<3 {
      let rows = (skipped == 0 ? 1 : 0, skipped == 2 ? 1 : 2)
      for (row, other) in [rows, (rows.1, rows.0)] {
        let partners = partners[3 &* (band &+ row) &+ other]
        for a in 0..<9 {
          for turn in 1...2 { tryColumns(band &+ row, band &+ other, partners, a, turn) }
        }
      }
    }
  }

  /// Tries one start, whatever its row 2: columns get their names from left to right.
  private mutating func tryColumns(
    _ first: Int, _ second: Int, _ partners: UInt64, _ a: Int, _ turn: Int
  ) {
    let (b, c) = neighbours(of: a, turn)
    let (d, e) = (nibble(partners, a), nibble(partners, b))
    if stackOf(d) != stackOf(e) { return }
    var columns = packed(a, b, c, d, e, stackOf(d) &* 9 &+ 3 &- d &- e, 0, 0, 0)
    var names: UInt64 = 0
    for place in 0..<6 { names |= atNibble(place &+ 1, nibble(columns, place)) }
    var next = 7
    var rank = 0
    for place in 0..<9 {
      let partner = nibble(partners, nibble(columns, place))
      if nibble(names, partner) == 0 {
        names |= atNibble(next, partner)
        columns |= atNibble(partner, next &- 1)
        next &+= 1
      }
      rank = rank &<< 4 | nibble(names, partner)
    }
    if rank <= leastRank { keep(rank, Start(first: first, second: second, columns: columns)) }
  }

  /// Adds a start whose row 2 is not above the least one.
  @inline(__always)
  private mutating func keep(_ rank: Int, _ start: Start) {
    if rank < leastRank {
      leastRank = rank
      starts.removeAll()
    }
    starts.append(start)
  }

  /// Keeps the starts with the least row 3.
  private mutating func keepLeastThirdRow() {
    var least = UInt64.max
    var count = 0
    for index in 0..<starts.count {
      let start = starts[index]
      let third = thirdLine(start.first, start.second) % 3
      let partners = partners[unchecked: 3 &* start.first &+ third]
      var names: UInt64 = 0
      for place in 0..<9 { names |= atNibble(place &+ 1, nibble(start.columns, place)) }
      var key: UInt64 = 0
      for place in 0..<9 {
        let name = nibble(names, nibble(partners, nibble(start.columns, place)))
        key = key &<< 4 | UInt64(truncatingIfNeeded: name)
        if place == 2, key > least &>> 24 { break }
      }
      if key < 1 &<< 12 || key > least { continue }
      if key < least { (least, count) = (key, 0) }
      starts[count] = start
      count &+= 1
    }
    starts.truncate(to: count)
  }

  /// Follows the starts that are left to the end.
  private mutating func finish(_ grid: PackedLines) {
    form = FormRows()
    arrangements.removeAll()
    for index in 0..<starts.count {
      let arrangement = arrangement(starts[index], grid)
      var isSmaller = arrangements.count == 0
      var isLarger = false
      for index in 3..<9 {
        let row = arrangement.row(index, of: grid)
        if !isSmaller {
          isLarger = row > form.rows[unchecked: index]
          if isLarger { break }
          isSmaller = row < form.rows[unchecked: index]
        }
        form.rows[unchecked: index] = row
      }
      if isLarger { continue }
      if isSmaller { arrangements.removeAll() }
      arrangements.append(arrangement)
    }
    for index in 0..<3 { form.rows[unchecked: index] = arrangements[0].row(index, of: grid) }
  }

  /// The symmetry of a start: digits by row 1, the rows below the band by column 1.
  private func arrangement(_ start: Start, _ grid: PackedLines) -> Arrangement {
    var arrangement = Arrangement(firstLine: start.first < 9 ? 0 : 9, columns: start.columns)
    let line = grid[start.first]
    for place in 0..<9 {
      arrangement.digits |= atNibble(place &+ 1, nibble(line, nibble(start.columns, place)))
    }
    let first = start.first &- arrangement.firstLine
    let second = start.second &- arrangement.firstLine
    let band = first / 3
    let upper = sortedBand(grid, arrangement, band == 0 ? 1 : 0)
    let lower = sortedBand(grid, arrangement, band == 2 ? 1 : 2)
    let (middle, last) = upper.first < lower.first ? (upper, lower) : (lower, upper)
    arrangement.rows =
      atNibble(first, 0) | atNibble(second, 1) | atNibble(thirdLine(first, second), 2)
      | middle.rows &<< 12 | last.rows &<< 24
    return arrangement
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

/// For each digit the column in which a line has it.
@inline(__always)
private func columnsOfDigits(_ line: UInt64) -> UInt64 {
  var columns: UInt64 = 0
  for column in 1..<9 { columns |= atNibble(column, nibble(line, column)) }
  return columns
}

/// The entries of a list at the places that another list names.
@inline(__always)
private func composed(_ list: UInt64, _ places: UInt64) -> UInt64 {
  var entries: UInt64 = 0
  for place in 0..<9 { entries |= atNibble(nibble(list, nibble(places, place)), place) }
  return entries
}

/// The other two columns of a stack, the first of them `turn` places further, around the end.
@inline(__always)
private func neighbours(of column: Int, _ turn: Int) -> (Int, Int) {
  let start = stackOf(column) &* 3
  let place = column &- start &+ turn
  let next = start &+ (place < 3 ? place : place &- 3)
  return (next, 3 &* start &+ 3 &- column &- next)
}

/// 0 for the first of three columns, 1 for the second, else 2.
@inline(__always)
private func order(of column: Int, _ first: Int, _ second: Int) -> Int {
  column == first ? 0 : column == second ? 1 : 2
}

/// The line of a band that is neither of two.
@inline(__always)
private func thirdLine(_ first: Int, _ second: Int) -> Int {
  first / 3 &* 9 &+ 3 &- first &- second
}

@inline(__always)
private func packed(
  _ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: Int, _ i: Int
) -> UInt64 {
  let low = a | b &<< 4 | c &<< 8 | d &<< 12 | e &<< 16
  return UInt64(truncatingIfNeeded: low | f &<< 20 | g &<< 24 | h &<< 28 | i &<< 32)
}

@inline(__always)
private func stackOf(_ column: Int) -> Int { (column &* 11) &>> 5 }

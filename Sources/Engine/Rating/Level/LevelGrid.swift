/// The nine digits side by side: lane `d` belongs to the digit `d + 1`, lanes 9 to 15 stay zero.
typealias DigitRow = SIMD16<UInt16>

/// Nine rows of lanes: in lane `d` of row `r`, bit `c` stands for the candidate `d + 1` of that cell.
typealias DigitRows = InlineArray<9, DigitRow>

/// Nine rows of cells: bit `c` of row `r` stands for a cell.
typealias CellRows = InlineArray<9, UInt16>

/// A board and its candidates, laid out so that one instruction looks at all digits at once.
///
/// ```text
///            lane 0       lane 1            lane 8       lanes 9-15
///            digit 1      digit 2    ...    digit 9      unused
/// rows[0]    c9 .. c1     c9 .. c1          c9 .. c1     0            bit c of a lane: the digit
///  ...                                                                may go in column c + 1
/// rows[8]    c9 .. c1     c9 .. c1          c9 .. c1     0
/// open[r]    c9 .. c1     one word a row: its cells without a digit
/// ```
///
/// Nets are followed in it. Unlike a `PlaneGrid` it shows contradictions.
///
/// Whatever is found is found in all houses and for all digits together; so a round that takes all of
/// it does not depend on the order of digits, rows or columns.
struct LevelGrid {
  /// The candidates; a placed digit is its cell's only one.
  var rows: DigitRows
  /// The cells without a placed digit.
  var open: CellRows

  /// The lanes of the nine digits, all bits set.
  @inline(__always)
  static var full: DigitRow {
    DigitRow(
      0x1FF, 0x1FF, 0x1FF, 0x1FF, 0x1FF, 0x1FF, 0x1FF, 0x1FF, 0x1FF, 0, 0, 0, 0, 0, 0, 0)
  }

  /// A grid without digits and with all candidates.
  init() {
    rows = DigitRows(repeating: Self.full)
    open = CellRows(repeating: 0x1FF)
  }

  var isFull: Bool {
    var any: UInt16 = 0
    for row in 0..<9 { any |= open[unchecked: row] }
    return any == 0
  }

  @inline(__always)
  mutating func remove(_ gone: borrowing DigitRows) {
    for row in 0..<9 { rows[unchecked: row] &= ~gone[unchecked: row] }
  }
}

extension LevelGrid {
  /// The singles of a grid, placed digits excluded.
  struct Singles {
    /// Digits with one cell left in a block.
    var block = DigitRows(repeating: .zero)
    /// Digits with one cell left in a row or a column.
    var line = DigitRows(repeating: .zero)
    /// Cells with one digit left.
    var naked = DigitRows(repeating: .zero)
    /// True if a cell has no candidate or a digit no place.
    var isContradictory = false
  }

  /// Looks for singles in all houses and cells.
  @inline(__always)
  func singles() -> Singles {
    var found = Singles()
    var wrong = DigitRow.zero
    var lacking: UInt16 = 0
    var inAllRows = Self.full
    var once = DigitRow.zero
    var twice = DigitRow.zero
    for row in 0..<9 {
      let lanes = rows[unchecked: row]
      twice |= once & lanes
      once |= lanes
      inAllRows &= Self.nonzero(lanes)
      found.line[unchecked: row] = lanes & ~Self.nonzero(lanes & (lanes &- 1))
      let (any, several) = folded(lanes)
      lacking |= ~any
      found.naked[unchecked: row] =
        lanes & DigitRow(repeating: any & ~several & open[unchecked: row])
    }
    wrong |= (once & inAllRows) ^ Self.full
    let column = once & ~twice
    for band in 0..<3 { wrong |= addBlocks(band, to: &found) }
    for row in 0..<9 {
      let lanes = rows[unchecked: row]
      let places = DigitRow(repeating: open[unchecked: row])
      found.line[unchecked: row] = (found.line[unchecked: row] | (lanes & column)) & places
    }
    found.isContradictory = lacking & 0x1FF != 0 || wrong.isAnySet
    return found
  }

  /// The singles in the blocks of a band; returns lanes that aren't zero where a digit lacks a place.
  @inline(__always)
  private func addBlocks(_ band: Int, to found: inout Singles) -> DigitRow {
    let (one, two, three) = rowsOfBand(band)
    let once = one | two | three
    let twice = (one & two) | (three & (one | two))
    let (left, middle, right) = (
      once & Self.corners, (once &>> 1) & Self.corners, (once &>> 2) & Self.corners
    )
    let any = left | middle | right
    let several =
      ((twice | (twice &>> 1) | (twice &>> 2)) & Self.corners)
      | (left & middle) | (right & (left | middle))
    let single = Self.spread(any & ~several)
    for row in band &* 3..<band &* 3 &+ 3 {
      found.block[unchecked: row] =
        rows[unchecked: row] & single & DigitRow(repeating: open[unchecked: row])
    }
    return any ^ Self.corners
  }

  @inline(__always)
  func rowsOfBand(_ band: Int) -> (DigitRow, DigitRow, DigitRow) {
    (rows[unchecked: band &* 3], rows[unchecked: band &* 3 &+ 1], rows[unchecked: band &* 3 &+ 2])
  }

  /// The first column of each block, in the lanes of the nine digits.
  @inline(__always)
  static var corners: DigitRow { full & DigitRow(repeating: 0b001_001_001) }

  /// All bits of each lane that isn't zero; lanes hold nine bits.
  @inline(__always)
  static func nonzero(_ lanes: DigitRow) -> DigitRow {
    0 &- ((lanes &+ DigitRow(repeating: 0x1FF)) &>> 9)
  }

  /// From the first column of each block to all three.
  @inline(__always)
  static func spread(_ lanes: DigitRow) -> DigitRow { lanes | (lanes &<< 1) | (lanes &<< 2) }

  /// The blocks of a band in which any of three columns has a bit, as first columns.
  @inline(__always)
  static func gathered(_ lanes: DigitRow) -> DigitRow {
    (lanes | (lanes &>> 1) | (lanes &>> 2)) & corners
  }
}

extension SIMD16<UInt16> {
  @inline(__always)
  var isAnySet: Bool {
    let words = unsafeBitCast(self, to: SIMD4<UInt64>.self)
    return words[0] | words[1] | words[2] | words[3] != 0
  }
}

/// The bits set in some lane, and those set in several.
@inline(__always)
func folded(_ lanes: DigitRow) -> (any: UInt16, several: UInt16) {
  let (low, high) = (lanes.lowHalf, lanes.highHalf)
  let (any8, several8) = (low | high, low & high)
  let (any4, several4) = (
    any8.lowHalf | any8.highHalf,
    several8.lowHalf | several8.highHalf | (any8.lowHalf & any8.highHalf)
  )
  let (any2, several2) = (
    any4.lowHalf | any4.highHalf,
    several4.lowHalf | several4.highHalf | (any4.lowHalf & any4.highHalf)
  )
  return (any2[0] | any2[1], several2[0] | several2[1] | (any2[0] & any2[1]))
}

extension LevelGrid {
  /// Places digits: their cells keep nothing else, their peers lose them.
  ///
  /// Digits that exclude each other vanish all, so that the contradiction shows.
  @inline(__always)
  mutating func place(_ placed: borrowing DigitRows) {
    var once = DigitRow.zero
    var twice = DigitRow.zero
    for row in 0..<9 {
      twice |= once & placed[unchecked: row]
      once |= placed[unchecked: row]
    }
    for band in 0..<3 { place(placed, band, columnOnce: once, columnTwice: twice) }
  }

  @inline(__always)
  private mutating func place(
    _ placed: borrowing DigitRows, _ band: Int, columnOnce: DigitRow, columnTwice: DigitRow
  ) {
    let first = band &* 3
    let (one, two, three) = (
      placed[unchecked: first], placed[unchecked: first &+ 1], placed[unchecked: first &+ 2]
    )
    let once = one | two | three
    let twice = (one & two) | (three & (one | two))
    let (left, middle, right) = (
      once & Self.corners, (once &>> 1) & Self.corners, (once &>> 2) & Self.corners
    )
    let blockOnce = Self.spread(left | middle | right)
    let blockTwice = Self.spread(
      Self.gathered(twice) | (left & middle) | (right & (left | middle)))
    for row in first..<first &+ 3 {
      let mine = placed[unchecked: row]
      let (cells, clashes) = folded(mine)
      let rowOnce = Self.nonzero(mine)
      let rowTwice = Self.nonzero(mine & (mine &- 1))
      let others = columnOnce | blockOnce | rowOnce | DigitRow(repeating: cells)
      let several = columnTwice | blockTwice | rowTwice | DigitRow(repeating: clashes)
      rows[unchecked: row] &= ~((others & ~mine) | (several & mine))
      open[unchecked: row] &= ~cells
    }
  }

  /// The eliminations by locked candidates: a digit whose cells in a house all lie in another house leaves the rest
  /// of the other one.
  @inline(__always)
  func lockedOut() -> DigitRows {
    var gone = DigitRows(repeating: .zero)
    let columns = InlineArray<3, DigitRow> { band in
      let (one, two, three) = rowsOfBand(band)
      return one | two | three
    }
    for band in 0..<3 {
      let first = band &* 3
      let (one, two, three) = rowsOfBand(band)
      let segments = (Self.gathered(one), Self.gathered(two), Self.gathered(three))
      let (mine, others) = (
        columns[unchecked: band],
        columns[unchecked: (band &+ 1) % 3] | columns[unchecked: (band &+ 2) % 3]
      )
      // Columns whose cells all lie in this band; and columns of other bands that point here.
      let claimed = Self.neighbours(mine & ~others)
      let next = columns[unchecked: (band &+ 1) % 3]
      let last = columns[unchecked: (band &+ 2) % 3]
      let pointed = (next & ~Self.neighbours(next)) | (last & ~Self.neighbours(last))
      let byColumns = claimed | pointed
      let lines = Self.lockedRows(segments.0, segments.1, segments.2)
      gone[unchecked: first] = one & (byColumns | lines.0)
      gone[unchecked: first &+ 1] = two & (byColumns | lines.1)
      gone[unchecked: first &+ 2] = three & (byColumns | lines.2)
    }
    return gone
  }

  /// The other two columns of the block of each bit.
  @inline(__always)
  private static func neighbours(_ lanes: DigitRow) -> DigitRow {
    let left = lanes & corners
    let middle = (lanes &>> 1) & corners
    let right = (lanes &>> 2) & corners
    return (middle | right) | ((left | right) &<< 1) | ((left | middle) &<< 2)
  }

  /// The places that the rows of a band lose, given the blocks in which each of them has the digit.
  @inline(__always)
  private static func lockedRows(
    _ one: DigitRow, _ two: DigitRow, _ three: DigitRow
  ) -> (DigitRow, DigitRow, DigitRow) {
    // A block that has the digit in one row only takes this row from the other blocks.
    let pointing = (
      otherBlocks(one & ~(two | three)), otherBlocks(two & ~(one | three)),
      otherBlocks(three & ~(one | two))
    )
    // A row that has the digit in one block only takes this block from the other rows.
    let claiming = (
      one & ~otherBlocks(one), two & ~otherBlocks(two), three & ~otherBlocks(three)
    )
    return (
      spread(pointing.0 | claiming.1 | claiming.2), spread(pointing.1 | claiming.0 | claiming.2),
      spread(pointing.2 | claiming.0 | claiming.1)
    )
  }

  /// The other two blocks of a band for each block, as first columns.
  @inline(__always)
  private static func otherBlocks(_ lanes: DigitRow) -> DigitRow {
    ((lanes &<< 3) | (lanes &<< 6) | (lanes &>> 3) | (lanes &>> 6)) & corners
  }
}

import SudokuCore

/// The conclusions for a solver in rounds: all of a kind at once.
extension PlaneGrid {
  /// The kinds of singles, easiest first.
  package enum Single: Int {
    /// The only empty cell of a house.
    case lastCell
    /// A digit's only place in a block, in a row or column.
    case hiddenInBlock, hiddenInLine
    case naked
  }

  /// Places all singles of the easiest kind that the grid has; `nil` if there are none.
  ///
  /// `changes` receives what was placed.
  package mutating func placeEasiestSingles(
    _ changes: inout DigitPlanes
  ) -> (kind: Single, count: Int)? {
    let last = filled.inverse.lonely
    if last.top | last.middle | last.bottom != 0 {
      return place(candidates & DigitPlanes(repeating: last), .lastCell, &changes)
    }
    let columns = candidates.columnSegments
    let inBlock = candidates & columns.blocksWithOne
    if !inBlock.isEmpty { return place(inBlock, .hiddenInBlock, &changes) }
    let inLine = candidates & (columns.columnsWithOne | candidates.rowSegments.rowsWithOne)
    if !inLine.isEmpty { return place(inLine, .hiddenInLine, &changes) }
    let naked = candidates.cellsWithOne
    guard naked.top | naked.middle | naked.bottom != 0 else { return nil }
    return place(candidates & DigitPlanes(repeating: naked), .naked, &changes)
  }

  @inline(__always)
  private mutating func place(
    _ singles: DigitPlanes, _ kind: Single, _ changes: inout DigitPlanes
  ) -> (kind: Single, count: Int)? {
    let count = singles.cells.count
    guard count > 0 else { return nil }
    place(singles)
    changes = singles
    return (kind, count)
  }

  /// Removes what locked candidates exclude in all houses; returns how many candidates that is.
  ///
  /// `changes` receives what was removed.
  package mutating func removeLocked(_ changes: inout DigitPlanes) -> Int {
    let gone = pointing | claiming
    guard !gone.isEmpty else { return 0 }
    candidates = candidates.subtracting(gone)
    changes = gone
    return gone.count
  }

  /// Removes candidates.
  package mutating func remove(_ gone: DigitPlanes) {
    candidates = candidates.subtracting(gone)
  }

  /// Places the digits of a solution in all empty cells; returns them.
  package mutating func fill(from solution: Board) -> DigitPlanes {
    var words = CandidateWords()
    for cell in 0..<81 {
      let value = Int(solution.value(at: Cell(unchecked: cell)))
      if value != 0 { words.insert(value &- 1, cell) }
    }
    let rest = words.planes & DigitPlanes(repeating: filled.inverse)
    place(rest)
    return rest
  }

  /// Writes the candidates by cell and, behind the 81 cells, by house and digit (at `house * 9 + digit`);
  /// and by digit.
  package func write(
    cells: UnsafeMutablePointer<UInt16>, planes: UnsafeMutablePointer<UInt128>
  ) {
    GridMasks(candidates).withMasks { cells.update(from: $0, count: 324) }
    for digit in 0..<9 { planes[digit] = candidates.plane(digit) }
  }

  /// The cells without a digit, those with two candidates, and those with three.
  package var cellSets: (empty: UInt128, bivalue: UInt128, trivalue: UInt128) {
    let sets = candidates.cellsWithTwoOrThree
    return (filled.inverse.bits, sets.two.bits, sets.three.bits)
  }

  /// The cells of a digit, counted from 0: where it is placed, and where it may go.
  package func places(of digit: Int) -> UInt128 { (candidates | placed).plane(digit) }
}

extension DigitPlanes {
  /// No candidates.
  package init() { self.init(repeating: 0) }

  /// The digits of each cell as bits.
  package init(cells: borrowing InlineArray<81, UInt16>) {
    var words = CandidateWords()
    for cell in 0..<81 where cells[unchecked: cell] != 0 {
      cells[unchecked: cell].forEachBit { words.insert($0, cell) }
    }
    self = words.planes
  }

  /// The number of candidates.
  package var count: Int {
    var count = 0
    for digit in 0..<9 {
      count &+= CellWords(top[digit], middle[digit], bottom[digit]).count
    }
    return count
  }

  /// The candidates in the order cell, digit.
  package var candidates: [Candidate] {
    var candidates: [Candidate] = []
    let planes = InlineArray<9, UInt128> { plane($0) }
    var rest = cells.bits
    while rest != 0 {
      let bit = rest & (0 &- rest)
      let cell = Cell(unchecked: rest.trailingZeroBitCount)
      rest ^= bit
      for digit in 0..<9 where planes[unchecked: digit] & bit != 0 {
        candidates.append(Candidate(cell, Digit(uncheckedIndex: digit)))
      }
    }
    return candidates
  }

  /// The houses of a grid, as in `House`, in which two sets differ; and the digits.
  @inline(never)
  package func differences(from other: DigitPlanes) -> (houses: UInt32, digits: UInt16) {
    let changed = subtracting(other) | other.subtracting(self)
    let (top, middle, bottom) = (changed.top, changed.middle, changed.bottom)
    let words = top | middle | bottom
    var digits: UInt16 = 0
    for digit in 0..<9 where words[digit] != 0 {
      digits |= 1 &<< UInt16(truncatingIfNeeded: digit)
    }
    return (changed.cells.houses, digits)
  }
}

extension CellWords {
  /// The number of cells.
  @inline(__always)
  var count: Int { (UInt64(top) | UInt64(middle) &<< 32).nonzeroBitCount &+ bottom.nonzeroBitCount }

  /// The houses that have cells of the set, as bits.
  var houses: UInt32 {
    var houses: UInt32 = 0
    var columns: UInt32 = 0
    for (band, word) in [(UInt32(0), top), (1, middle), (2, bottom)] {
      for row: UInt32 in 0..<3 where word &>> (9 &* row) & 0o777 != 0 {
        houses |= 1 &<< (9 &+ 3 &* band &+ row)
      }
      let mine = (word | word &>> 9 | word &>> 18) & BandBits.columns
      columns |= mine
      for block: UInt32 in 0..<3 where mine &>> (3 &* block) & 0o7 != 0 {
        houses |= 1 &<< (3 &* band &+ block)
      }
    }
    return houses | columns &<< 18
  }

  /// The cells that are the only ones of the set in a row, a column or a block.
  @inline(__always)
  var lonely: CellWords {
    let (one, two, three) = (Self.columns(top), Self.columns(middle), Self.columns(bottom))
    let some = one.some | two.some | three.some
    let several =
      one.several | two.several | three.several | (one.some & two.some)
      | ((one.some | two.some) & three.some)
    let column = some & ~several
    let whole = column | column &<< 9 | column &<< 18
    return CellWords(
      top & (whole | Self.blocks(one.some, one.several) | Self.rows(top)),
      middle & (whole | Self.blocks(two.some, two.several) | Self.rows(middle)),
      bottom & (whole | Self.blocks(three.some, three.several) | Self.rows(bottom)))
  }

  @inline(__always)
  private static func columns(_ word: UInt32) -> (some: UInt32, several: UInt32) {
    let (second, third) = (word &>> 9, word &>> 18)
    return (
      (word | second | third) & BandBits.columns,
      ((word & second) | ((word | second) & third)) & BandBits.columns
    )
  }

  /// All cells of the blocks that have one cell, by what their columns have.
  @inline(__always)
  private static func blocks(_ some: UInt32, _ several: UInt32) -> UInt32 {
    let (second, third) = (some &>> 1, some &>> 2)
    let twice =
      several | several &>> 1 | several &>> 2 | (some & second) | ((some | second) & third)
    let one = (some | second | third) & ~twice & BandBits.blocks
    let row = (one &<< 3) &- one
    return row | row &<< 9 | row &<< 18
  }

  /// The cells that are alone in their row.
  @inline(__always)
  private static func rows(_ word: UInt32) -> UInt32 {
    var alone: UInt32 = 0
    for part: UInt32 in 0..<3 {
      let row = word & (0o777 &<< (9 &* part))
      if row & (row &- 1) == 0 { alone |= row }
    }
    return alone
  }
}

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
  var onlyOnes: CellWords {
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

/// Locked candidates: all places of a digit in a house lie in a group of three that a block shares
/// with a line. Then the digit goes from the rest of the other house.
extension PlaneGrid {
  /// The candidates that pointing removes: the places of a block lie in one line.
  var pointing: DigitPlanes {
    let rows = onlyRowsOfBlocks
    let columns = onlyColumnsOfBlocks
    return candidates & (restOfRows(rows) | restOfColumns(columns))
  }

  /// The candidates that claiming removes: the places of a line lie in one block.
  var claiming: DigitPlanes {
    candidates
      & (restOfBlocks(rows: onlyBlocksOfRows) | restOfBlocks(columns: onlyBlocksOfColumns))
  }

  /// The candidates that direct pointing places.
  ///
  /// With what one block removes from a line gone, another block has one place left. Each block
  /// counts alone, so the blocks of a band or stack take turns.
  var directPointing: DigitPlanes {
    let rows = onlyRowsOfBlocks
    let columns = onlyColumnsOfBlocks
    var singles = DigitPlanes(repeating: 0)
    for turn: UInt32 in 0..<3 {
      let left = candidates.subtracting(restOfRows(rows & (0o001_001_001 &<< (3 &* turn))))
      singles = singles | (left & left.columnSegments.blocksWithOne)
    }
    let none = DigitWords(repeating: 0)
    for turn in 0..<3 {
      let one = DigitPlanes(
        turn == 0 ? columns.top : none, turn == 1 ? columns.middle : none,
        turn == 2 ? columns.bottom : none)
      let left = candidates.subtracting(restOfColumns(one))
      singles = singles | (left & left.columnSegments.blocksWithOne)
    }
    return singles
  }

  /// The candidates that direct claiming places: the same with lines, each alone.
  var directClaiming: DigitPlanes {
    let rows = onlyBlocksOfRows
    let columns = onlyBlocksOfColumns
    var singles = DigitPlanes(repeating: 0)
    for turn: UInt32 in 0..<3 {
      let left = candidates.subtracting(restOfBlocks(rows: rows & (0o111 &<< (9 &* turn))))
      singles = singles | (left & left.rowSegments.rowsWithOne)
    }
    for turn: UInt32 in 0..<3 {
      let left = candidates.subtracting(restOfBlocks(columns: columns & (0o111 &<< turn)))
      singles = singles | (left & left.columnSegments.columnsWithOne)
    }
    return singles
  }

  /// The groups of three in a row that have all places of their block.
  @inline(__always)
  private var onlyRowsOfBlocks: DigitPlanes {
    let some = candidates.rowSegments.some
    return some & DigitPlanes.one(of: some, some >> 9, some >> 18, BandBits.blocks).repeatedInRows
  }

  /// The groups of three in a row that have all places of their row.
  @inline(__always)
  private var onlyBlocksOfRows: DigitPlanes {
    let some = candidates.rowSegments.some
    let one = DigitPlanes.one(of: some, some >> 3, some >> 6, BandBits.rows)
    return some & (one | one << 3 | one << 6)
  }

  /// The groups of three in a column that have all places of their block.
  @inline(__always)
  private var onlyColumnsOfBlocks: DigitPlanes {
    let some = candidates.columnSegments.some
    let one = DigitPlanes.one(of: some, some >> 1, some >> 2, BandBits.blocks)
    return some & (one | one << 1 | one << 2)
  }

  /// The groups of three in a column that have all places of their column.
  @inline(__always)
  private var onlyBlocksOfColumns: DigitPlanes {
    let some = candidates.columnSegments.some
    let (top, middle, bottom) = (some.top, some.middle, some.bottom)
    let one = (top | middle | bottom).subtracting((top & middle) | ((top | middle) & bottom))
    return DigitPlanes(top & one, middle & one, bottom & one)
  }

  /// The cells of a row's other two groups.
  @inline(__always)
  private func restOfRows(_ groups: DigitPlanes) -> DigitPlanes {
    let others =
      (groups << 3 & 0o110_110_110) | (groups << 6 & 0o100_100_100)
      | (groups >> 3 & 0o011_011_011) | (groups >> 6 & 0o001_001_001)
    return (others << 3) - others
  }

  /// The cells of a block's other two rows.
  @inline(__always)
  private func restOfBlocks(rows groups: DigitPlanes) -> DigitPlanes {
    let others =
      (groups << 9 | groups << 18 | groups >> 9 | groups >> 18) & BandBits.segments
    return (others << 3) - others
  }

  /// The cells of a column's other two groups.
  @inline(__always)
  private func restOfColumns(_ groups: DigitPlanes) -> DigitPlanes {
    DigitPlanes(
      groups.middle | groups.bottom, groups.top | groups.bottom, groups.top | groups.middle
    ).repeatedInRows
  }

  /// The cells of a block's other two columns.
  @inline(__always)
  private func restOfBlocks(columns groups: DigitPlanes) -> DigitPlanes {
    let others =
      (groups << 1 & 0o666) | (groups << 2 & 0o444) | (groups >> 1 & 0o333) | (groups >> 2 & 0o111)
    return others.repeatedInRows
  }
}

extension DigitPlanes {
  /// The bits of exactly one of three sets.
  @inline(__always)
  fileprivate static func one(
    of first: Self, _ second: Self, _ third: Self, _ bits: UInt32
  ) -> Self {
    let twice = (first & second) | ((first | second) & third)
    return (first | second | third).subtracting(twice) & bits
  }
}

extension PlaneGrid {
  /// The last empty cells of blocks, rows and columns.
  var lastCells: DigitPlanes {
    let empty = DigitPlanes(repeating: filled.inverse)
    let columns = empty.columnSegments
    let houses = columns.blocksWithOne | columns.columnsWithOne | empty.rowSegments.rowsWithOne
    return candidates & empty & houses
  }

  /// The hidden singles of blocks.
  @inline(__always)
  var blockSingles: DigitPlanes { candidates & candidates.columnSegments.blocksWithOne }

  /// The hidden singles of blocks, rows and columns.
  @inline(__always)
  var hiddenSingles: DigitPlanes {
    let columns = candidates.columnSegments
    let houses =
      columns.blocksWithOne | columns.columnsWithOne | candidates.rowSegments.rowsWithOne
    return candidates & houses
  }

  /// The naked singles.
  @inline(__always)
  var nakedSingles: DigitPlanes { candidates & DigitPlanes(repeating: candidates.cellsWithOne) }
}

/// Candidates to be taken off, by cell.
struct LevelRemovals {
  private(set) var cells = InlineArray<81, UInt16>(repeating: 0)
  private(set) var count = 0

  /// Removes those of some digits that a cell has.
  @inline(__always)
  mutating func add(_ digits: UInt16, _ cell: Int, in view: LevelView) {
    let gone = digits & view.cells[unchecked: cell] & ~cells[unchecked: cell]
    guard gone != 0 else { return }
    count &+= gone.nonzeroBitCount
    cells[unchecked: cell] |= gone
  }

  /// Removes a digit from those of some cells that have it.
  @inline(__always)
  mutating func add(_ digit: Int, cells: UInt128, in view: LevelView) {
    var rest = cells & view.planes[unchecked: digit]
    while rest != 0 {
      add(1 &<< UInt16(truncatingIfNeeded: digit), rest.trailingZeroBitCount, in: view)
      rest &= rest &- 1
    }
  }

  /// Removes a candidate, given as `digit * 81 + cell`.
  @inline(__always)
  mutating func add(_ candidate: Int, in view: LevelView) {
    add(1 &<< UInt16(truncatingIfNeeded: candidate / 81), candidate % 81, in: view)
  }

  /// Removes what others remove.
  mutating func add(_ others: borrowing LevelRemovals, in view: LevelView) {
    for cell in 0..<81 where others.cells[unchecked: cell] != 0 {
      add(others.cells[unchecked: cell], cell, in: view)
    }
  }

  /// Removes a digit from those of some places of a house that have it.
  @inline(__always)
  mutating func add(_ digit: Int, _ house: Int, _ places: UInt16, in view: LevelView) {
    var rest = places
    while rest != 0 {
      let cell = LevelView.cell(house, rest.trailingZeroBitCount)
      add(1 &<< UInt16(truncatingIfNeeded: digit), cell, in: view)
      rest &= rest &- 1
    }
  }

  var planes: DigitPlanes { DigitPlanes(cells: cells) }

  var rows: DigitRows {
    var rows = DigitRows(repeating: .zero)
    for cell in 0..<81 where cells[unchecked: cell] != 0 {
      let column = 1 &<< UInt16(truncatingIfNeeded: cell % 9)
      var digits = cells[unchecked: cell]
      while digits != 0 {
        rows[unchecked: cell / 9][digits.trailingZeroBitCount] |= column
        digits &= digits &- 1
      }
    }
    return rows
  }
}

extension LevelRemovals {
  /// Takes off what nets exclude.
  init(_ gone: borrowing DigitRows, in view: LevelView) {
    for row in 0..<9 {
      for digit in 0..<9 {
        let columns = gone[unchecked: row][digit]
        if columns != 0 { add(digit, 9 &+ row, columns, in: view) }
      }
    }
  }
}

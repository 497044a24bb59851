import SudokuCore

/// Short forms for searches, which count houses, cells and digits from 0.
extension CandidateGrid {
  @inline(__always)
  package func mask(_ cell: Int) -> UInt16 { self[Cell(unchecked: cell)].rawValue }

  @inline(__always)
  package func places(_ house: Int, _ digit: Int) -> UInt16 {
    places(of: Digit(uncheckedIndex: digit), in: House(unchecked: house))
  }

  /// The number of cells without a digit in a house.
  @inline(__always)
  func emptyCount(_ house: Int) -> Int {
    emptyPlaces(in: House(unchecked: house)).nonzeroBitCount
  }

  /// The candidates of some digits in some cells, in the order cell, digit.
  package func candidates(_ digits: DigitSet = .all, in cells: CellSet) -> [Candidate] {
    var list: [Candidate] = []
    for cell in cells {
      for digit in self[cell].intersection(digits) { list.append(Candidate(cell, digit)) }
    }
    return list
  }

  /// The cells with exactly two candidates.
  package var bivalueCells: CellSet {
    withMasks { masks in
      var bits: UInt128 = 0
      for index in 0..<81 {
        let rest = masks.digits(index)
        let second = rest & (rest &- 1)
        if second != 0, second & (second &- 1) == 0 {
          bits |= 1 &<< UInt128(truncatingIfNeeded: index)
        }
      }
      return CellSet(rawValue: bits)
    }
  }
}

extension CellSet {
  /// True if there are two cells or more; faster than counting.
  @inlinable @inline(__always)
  package var hasSeveral: Bool { rawValue & (rawValue &- 1) != 0 }
}

extension CandidateGrid.Masks {
  @inline(__always)
  package func allPlaces(_ house: Int) -> InlineArray<9, UInt16> {
    InlineArray { places(house, $0) }
  }

  @inline(__always)
  package func allDigits(_ house: Int) -> InlineArray<9, UInt16> {
    let house = House(unchecked: house)
    return InlineArray { digits(house.cell($0).index) }
  }
}

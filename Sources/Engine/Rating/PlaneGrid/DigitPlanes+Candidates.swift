import SudokuCore

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

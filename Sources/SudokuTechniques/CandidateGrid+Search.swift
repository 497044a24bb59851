import SudokuCore

/// Short forms for searches, which count houses, cells and digits from 0.
extension CandidateGrid {
  /// The candidates of a cell as bits.
  @inline(__always)
  func mask(_ cell: Int) -> UInt16 { self[Cell(unchecked: cell)].rawValue }

  /// The places of a digit in a house as bits.
  @inline(__always)
  func places(_ house: Int, _ digit: Int) -> UInt16 {
    places(of: Digit(uncheckedIndex: digit), in: House(unchecked: house))
  }

  /// The number of cells without a digit in a house.
  @inline(__always)
  func emptyCount(_ house: Int) -> Int {
    emptyPlaces(in: House(unchecked: house)).nonzeroBitCount
  }

  /// The candidates of some digits in some cells, in the order cell, digit.
  func candidates(_ digits: DigitSet, in cells: CellSet) -> [Candidate] {
    var list: [Candidate] = []
    for cell in cells {
      for digit in self[cell].intersection(digits) { list.append(Candidate(cell, digit)) }
    }
    return list
  }

  /// The cells that have one of some digits as a candidate.
  func cells(withAny digits: DigitSet, in cells: CellSet) -> CellSet {
    var found = CellSet()
    for cell in cells where !self[cell].isDisjoint(with: digits) { found.insert(cell) }
    return found
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
  /// Whether there are two cells or more; faster than counting.
  @inline(__always)
  var hasSeveral: Bool { rawValue & (rawValue &- 1) != 0 }
}

extension CandidateGrid.Masks {
  /// The places of all nine digits in a house.
  @inline(__always)
  func allPlaces(_ house: Int) -> InlineArray<9, UInt16> {
    InlineArray { places(house, $0) }
  }

  /// The candidates of the nine cells of a house.
  @inline(__always)
  func allDigits(_ house: Int) -> InlineArray<9, UInt16> {
    let house = House(unchecked: house)
    return InlineArray { digits(house.cell($0).index) }
  }
}

/// Walks through combinations of things that have masks, where the union of the masks is as large
/// as the combination: naked and hidden sets, fish.
enum Tuples {
  /// Walks through the combinations in colexicographic order.
  ///
  /// - Parameters:
  ///   - size: How many things a combination has, in `2...4`.
  ///   - masks: The masks of nine things; those with 2 to `size` bits count.
  ///   - body: Takes the combination and the union of its masks, and says whether to go on.
  /// - Returns: Whether the walk came to its end.
  @inline(__always)
  static func walk(
    _ size: Int, _ masks: InlineArray<9, UInt16>, _ body: (UInt16, UInt16) -> Bool
  ) -> Bool {
    var eligible: UInt16 = 0
    for index in 0..<9 {
      let mask = masks[unchecked: index]
      let second = mask & (mask &- 1)
      if second != 0, isAtMost(second, size &- 1) {
        eligible |= 1 &<< UInt16(truncatingIfNeeded: index)
      }
    }
    guard !isAtMost(eligible, size &- 1) else { return true }
    return size == 2
      ? walkPairs(eligible, masks, body) : extend(size, size, eligible, 0, 0, masks, body)
  }

  /// Whether a mask has at most `count` bits; faster than counting where the processor can't.
  @inline(__always)
  static func isAtMost(_ mask: UInt16, _ count: Int) -> Bool {
    var rest = mask
    for _ in 0..<count { rest &= rest &- 1 }
    return rest == 0
  }

  /// Two things with two bits each are a pair if they are equal.
  @inline(__always)
  private static func walkPairs(
    _ eligible: UInt16, _ masks: InlineArray<9, UInt16>, _ body: (UInt16, UInt16) -> Bool
  ) -> Bool {
    var rest = eligible & (eligible &- 1)
    while rest != 0 {
      let high = rest.trailingZeroBitCount
      let highBit: UInt16 = 1 &<< UInt16(truncatingIfNeeded: high)
      rest &= rest &- 1
      var lower = eligible & (highBit &- 1)
      while lower != 0 {
        let low = lower.trailingZeroBitCount
        let lowBit: UInt16 = 1 &<< UInt16(truncatingIfNeeded: low)
        lower &= lower &- 1
        if masks[unchecked: low] == masks[unchecked: high],
          !body(lowBit | highBit, masks[unchecked: low])
        {
          return false
        }
      }
    }
    return true
  }

  /// Adds `need` more things, all before those chosen; the last thing is chosen first.
  private static func extend(
    _ need: Int, _ size: Int, _ eligible: UInt16, _ tuple: UInt16, _ union: UInt16,
    _ masks: borrowing InlineArray<9, UInt16>, _ body: (UInt16, UInt16) -> Bool
  ) -> Bool {
    var rest = eligible
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      let bit: UInt16 = 1 &<< UInt16(truncatingIfNeeded: index)
      rest &= rest &- 1
      let joined = union | masks[unchecked: index]
      let count = joined.nonzeroBitCount
      if count > size { continue }
      if need == 1 {
        if count == size, !body(tuple | bit, joined) { return false }
      } else {
        let lower = eligible & (bit &- 1)
        if lower != 0,
          !extend(need - 1, size, lower, tuple | bit, joined, masks, body)
        {
          return false
        }
      }
    }
    return true
  }
}

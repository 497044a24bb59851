/// Two cells of one house that hold the same digit.
public struct BoardConflict: Hashable, Sendable {
  /// The earlier cell in reading order.
  public let first: Cell
  /// The later cell.
  public let second: Cell
  /// A house of both: row before column before block.
  public let house: House
  /// The digit in both.
  public let digit: Digit
}

extension Board {
  /// The cells whose digit is repeated in one of their houses.
  ///
  /// Empty for every board that obeys the rules so far.
  /// - Complexity: O(81).
  public var conflictingCells: CellSet {
    guard hasConflict else { return [] }
    var conflicts = CellSet()
    for house in House.all {
      var seen = DigitSet.none
      var twice = DigitSet.none
      for cell in house.cells {
        guard let digit = self[cell] else { continue }
        if seen.contains(digit) { twice.insert(digit) }
        seen.insert(digit)
      }
      guard !twice.isEmpty else { continue }
      for cell in house.cells {
        if let digit = self[cell], twice.contains(digit) { conflicts.insert(cell) }
      }
    }
    return conflicts
  }

  /// Whether a digit is repeated in a house: one pass over the cells.
  private var hasConflict: Bool { withUnsafeValues { Self.hasConflict($0) } }

  private static func hasConflict(_ values: UnsafePointer<UInt8>) -> Bool {
    var columns = InlineArray<9, UInt16>(repeating: 0)
    var again: UInt16 = 0
    for band in 0..<3 {
      var blocks = InlineArray<3, UInt16>(repeating: 0)
      for row in 3 * band..<3 * band + 3 {
        var seen: UInt16 = 0
        for column in 0..<9 {
          // Bit 0 stands for an empty cell; it may be repeated.
          let bit: UInt16 = 1 &<< values[9 * row + column]
          again |= bit & (seen | columns[column] | blocks[column / 3])
          seen |= bit
          columns[column] |= bit
          blocks[column / 3] |= bit
        }
      }
    }
    return again & ~1 != 0
  }

  /// The first pair of equal digits in a house, in reading order of the later cell; `nil` for a
  /// board that obeys the rules.
  ///
  /// - Complexity: O(81).
  public var conflict: BoardConflict? {
    var seen = InlineArray<27, UInt16>(repeating: 0)
    for cell in CellSet.all {
      guard let digit = self[cell] else { continue }
      let bit: UInt16 = 1 << digit.index
      for kind in [House.Kind.row, .column, .block] {
        let house = cell.house(kind)
        if seen[house.index] & bit != 0,
          let first = house.cells.first(where: { self[$0] == digit })
        {
          return BoardConflict(first: first, second: cell, house: house, digit: digit)
        }
        seen[house.index] |= bit
      }
    }
    return nil
  }
}

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
  public var repeatedCells: CellSet {
    let repeated = repeatedDigits
    if repeated.isEmpty { return [] }
    var conflicts = CellSet()
    for digit in repeated {
      let cells = CellSet(filledCells.filter { self[$0] == digit })
      for cell in cells where !cells.isDisjoint(with: cell.peers) { conflicts.insert(cell) }
    }
    return conflicts
  }

  /// The old name of `repeatedCells`.
  @available(*, deprecated, renamed: "repeatedCells")
  public var conflictingCells: CellSet { repeatedCells }

  /// The digits that are repeated in a house: one pass over the cells.
  private var repeatedDigits: DigitSet { withUnsafeValues { Self.repeatedDigits($0) } }

  private static func repeatedDigits(_ values: UnsafePointer<UInt8>) -> DigitSet {
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
    return DigitSet(rawValue: again &>> 1)
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

extension Board {
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

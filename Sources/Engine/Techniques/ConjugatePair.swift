import SudokuCore

/// The only two places of a digit in a house: one of them holds it (a strong link).
struct ConjugatePair: Hashable {
  var house: House
  /// The place that comes first in the house.
  var first: Cell
  var second: Cell

  var cells: CellSet { [first, second] }
}

extension CandidateGrid {
  /// The conjugate pairs of a digit by house: blocks, rows, columns.
  func conjugatePairs(of digit: Digit, omitsBlocksInLines: Bool = false) -> [ConjugatePair] {
    var pairs: [ConjugatePair] = []
    for index in 0..<27 {
      let house = House(unchecked: index)
      let places = places(of: digit, in: house)
      let second = places & (places &- 1)
      guard second != 0, second & (second &- 1) == 0 else { continue }
      let pair = ConjugatePair(
        house: house, first: house.cell(places.trailingZeroBitCount),
        second: house.cell(second.trailingZeroBitCount))
      if omitsBlocksInLines, house.kind == .block, isConjugateInLine(pair, digit) { continue }
      pairs.append(pair)
    }
    return pairs
  }

  private func isConjugateInLine(_ pair: ConjugatePair, _ digit: Digit) -> Bool {
    for kind in [House.Kind.row, .column] {
      let line = pair.first.house(kind)
      if line == pair.second.house(kind),
        places(of: digit, in: line).nonzeroBitCount == 2
      {
        return true
      }
    }
    return false
  }
}

extension Cell {
  /// The first house that the cell shares with another: block, row, column; `nil` if there is none.
  package func sharedHouse(with other: Cell) -> House? {
    for kind in House.Kind.allCases where house(kind) == other.house(kind) { return house(kind) }
    return nil
  }
}

import SudokuCore

/// A hidden pair, triplet or quad: `size` digits with `size` places among them in a house.
///
/// The direct form (pairs and triples) places a digit at once: with the set's cells taken, another
/// digit has one place left in the house. Only that digit is placed, nothing else is removed.
///
/// Order: blocks, columns, rows; then combinations of digits, colexicographically.
package struct HiddenSet: PatternSearcher {
  /// The number of digits in a set, in `2...4`.
  package let size: Int
  /// True if only steps that place a digit count.
  package let isDirect: Bool
  /// The fewest empty cells of a house that is searched.
  package let leastEmptyCells: Int

  package init(size: Int, isDirect: Bool = false, leastEmptyCells: Int? = nil) {
    precondition(2...(isDirect ? 3 : 4) ~= size, "a hidden set has two to four digits")
    self.size = size
    self.isDirect = isDirect
    self.leastEmptyCells = leastEmptyCells ?? size + 1
  }

  package var techniques: [Technique] { [technique] }

  private var technique: Technique {
    switch size {
    case 2: isDirect ? .directHiddenPair : .hiddenPair
    case 3: isDirect ? .directHiddenTriple : .hiddenTriple
    default: .hiddenQuad
    }
  }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    grid.withMasks { masks in
      for order in 0..<27 {
        let index = HouseOrder.house(order)
        guard !Tuples.isAtMost(masks.emptyPlaces(index), leastEmptyCells - 1) else { continue }
        let places = masks.allPlaces(index)
        let continues = Tuples.walk(size, places) { tuple, cells in
          for digit in 0..<9 where tuple &>> UInt16(truncatingIfNeeded: digit) & 1 == 0 {
            let rest = places[unchecked: digit] & ~cells
            guard rest != places[unchecked: digit] else { continue }
            if !isDirect { return emit(step(grid, House(unchecked: index), tuple, cells)) }
            guard rest != 0, rest & (rest &- 1) == 0 else { continue }
            return emit(directStep(grid, House(unchecked: index), tuple, cells, digit, rest))
          }
          return true
        }
        guard continues else { return }
      }
    }
  }

  private func pattern(
    _ grid: CandidateGrid, _ house: House, _ tuple: UInt16, _ places: UInt16
  ) -> StepPattern {
    .subset(DigitSet(rawValue: tuple), in: house.cells(at: places), of: HouseSet(house), grid)
  }

  private func step(
    _ grid: CandidateGrid, _ house: House, _ tuple: UInt16, _ places: UInt16
  ) -> Step {
    let others = DigitSet(rawValue: ~tuple)
    return Step(
      technique, removing: grid.candidates(others, in: house.cells(at: places)),
      pattern: pattern(grid, house, tuple, places))
  }

  private func directStep(
    _ grid: CandidateGrid, _ house: House, _ tuple: UInt16, _ places: UInt16, _ digit: Int,
    _ place: UInt16
  ) -> Step {
    let candidate = Candidate(
      house.cell(place.trailingZeroBitCount), Digit(uncheckedIndex: digit))
    return Step(technique, placing: candidate, pattern: pattern(grid, house, tuple, places))
  }
}

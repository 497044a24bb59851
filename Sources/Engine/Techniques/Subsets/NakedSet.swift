import SudokuCore

/// A naked pair, triplet or quad: `size` cells of a house with `size` digits among them.
///
/// Order: blocks, columns, rows; then combinations of positions, colexicographically.
package struct NakedSet: PatternSearcher {
  /// The number of cells in a set, in `2...4`.
  package let size: Int
  /// The fewest empty cells of a house that is searched.
  package let leastEmptyCells: Int

  package init(size: Int, leastEmptyCells: Int? = nil) {
    precondition(2...4 ~= size, "a naked set has two to four cells")
    self.size = size
    self.leastEmptyCells = leastEmptyCells ?? size
  }

  package var techniques: [Technique] { [technique] }

  private var technique: Technique {
    size == 2 ? .nakedPair : size == 3 ? .nakedTriple : .nakedQuad
  }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    grid.withMasks { masks in
      for order in 0..<27 {
        let index = HouseOrder.house(order)
        guard !Tuples.isAtMost(masks.emptyPlaces(index), leastEmptyCells - 1) else { continue }
        let cells = masks.allDigits(index)
        let continues = Tuples.walk(size, cells) { tuple, digits in
          for place in 0..<9
          where tuple &>> UInt16(truncatingIfNeeded: place) & 1 == 0
            && cells[unchecked: place] & digits != 0
          {
            return emit(step(grid, House(unchecked: index), tuple, digits))
          }
          return true
        }
        guard continues else { return }
      }
    }
  }

  private func step(
    _ grid: CandidateGrid, _ house: House, _ tuple: UInt16, _ digits: UInt16
  ) -> Step {
    let cells = house.cells(at: tuple)
    let digits = DigitSet(rawValue: digits)
    return Step(
      technique, removing: grid.candidates(digits, in: house.cells.subtracting(cells)),
      pattern: .subset(digits, in: cells, of: HouseSet(house), grid))
  }
}

import SudokuCore

/// The only place for a digit in a house.
///
/// Order: houses with one empty cell (blocks, columns, rows), then the others in the same order;
/// inside a house digit by digit.
public struct HiddenSingle: PatternSearcher {
  /// Creates the searcher.
  public init() {}

  /// Full houses and hidden singles.
  public var techniques: [Technique] { [.fullHouse, .hiddenSingleBlock, .hiddenSingleLine] }

  /// Hands over the hidden singles in order.
  public func search(_ grid: CandidateGrid, options: SearchOptions, emit: (Step) -> Bool) {
    grid.withMasks { masks in
      guard search(masks, lastCells: true, emit: emit) else { return }
      _ = search(masks, lastCells: false, emit: emit)
    }
  }

  private func search(
    _ masks: CandidateGrid.Masks, lastCells: Bool, emit: (Step) -> Bool
  ) -> Bool {
    for index in HouseOrder.indices {
      let singles = masks.hiddenSingles(index)
      if singles == 0 { continue }
      let house = House(unchecked: index)
      let empty = masks.emptyPlaces(index)
      guard (empty & (empty &- 1) == 0) == lastCells else { continue }
      for digit in DigitSet(rawValue: singles) {
        let place = masks.places(index, digit.index).trailingZeroBitCount
        let candidate = Candidate(house.cell(place), digit)
        let technique: Technique =
          lastCells ? .fullHouse : index < 9 ? .hiddenSingleBlock : .hiddenSingleLine
        let pattern = Pattern(
          cells: CellSet(candidate.cell), houses: HouseSet(house), digits: DigitSet(digit))
        guard emit(Step(technique, placing: candidate, pattern: pattern)) else { return false }
      }
    }
    return true
  }
}

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
    guard search(grid, lastCells: true, emit: emit) else { return }
    _ = search(grid, lastCells: false, emit: emit)
  }

  private func search(
    _ grid: CandidateGrid, lastCells: Bool, emit: (Step) -> Bool
  ) -> Bool {
    for index in HouseOrder.indices {
      let house = House(unchecked: index)
      let singles = grid.hiddenSingles(in: house)
      if singles.isEmpty { continue }
      let empty = grid.emptyPlaces(in: house)
      guard (empty & (empty &- 1) == 0) == lastCells else { continue }
      for digit in singles {
        let place = grid.places(of: digit, in: house).trailingZeroBitCount
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

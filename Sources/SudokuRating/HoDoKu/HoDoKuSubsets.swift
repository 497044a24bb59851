import SudokuCore
import SudokuTechniques

/// Naked sets, and locked ones among them.
struct HoDoKuNakedSet: HoDoKuSearcher {
  let size: Int
  /// Whether the set must act both in a line and in a block; the plain search leaves those out.
  let isLocked: Bool

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    for house in isLocked ? HoDoKuHouse.blocks : HoDoKuHouse.subsetOrder {
      let masks = state.grid.withMasks { masks in
        InlineArray<9, UInt16> { masks.digits(house.cell($0).index) }
      }
      var find: HoDoKuFind?
      HoDoKuTuples.walk(size, masks) { places in
        find = self.find(state.grid, house.cells(at: places))
        return find == nil
      }
      if let find { return find }
    }
    return nil
  }

  private func find(_ grid: CandidateGrid, _ cells: CellSet) -> HoDoKuFind? {
    let digits = cells.reduce(DigitSet.none) { $0.union(grid[$1]) }
    guard digits.count == size, let first = cells.first else { return nil }
    var removals: [Candidate] = []
    var houses = HouseSet()
    for kind in [House.Kind.row, .column, .block] {
      let house = first.house(kind)
      guard cells.isSubset(of: house.cells) else { continue }
      houses.insert(house)
      removals += grid.all(digits, in: house.cells.subtracting(cells))
    }
    guard !removals.isEmpty, actsInBoth(cells, removals) == isLocked else { return nil }
    let pattern = StepPattern(
      cells: cells, houses: houses, digits: digits, candidates: grid.all(digits, in: cells))
    return HoDoKuFind(technique, removing: removals, pattern: pattern)
  }

  private func actsInBoth(_ cells: CellSet, _ removals: [Candidate]) -> Bool {
    guard size < 4, let first = cells.first else { return false }
    let block = first.house(.block).cells
    let isInLine =
      cells.isSubset(of: first.house(.row).cells) || cells.isSubset(of: first.house(.column).cells)
    guard isInLine, cells.isSubset(of: block) else { return false }
    return removals.contains { block.contains($0.cell) }
      && removals.contains { !block.contains($0.cell) }
  }

  private var technique: Technique {
    switch size {
    case 2: isLocked ? .lockedPair : .nakedPair
    case 3: isLocked ? .lockedTriple : .nakedTriple
    default: .nakedQuad
    }
  }
}

/// Hidden sets.
struct HoDoKuHiddenSet: HoDoKuSearcher {
  let size: Int

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    for house in HoDoKuHouse.subsetOrder {
      guard state.grid.emptyPlaces(in: house).nonzeroBitCount > size else { continue }
      let masks = state.grid.withMasks { masks in
        InlineArray<9, UInt16> { masks.places(house.index, $0) }
      }
      var find: HoDoKuFind?
      HoDoKuTuples.walk(size, masks) { digits in
        find = self.find(state.grid, house, DigitSet(rawValue: digits))
        return find == nil
      }
      if let find { return find }
    }
    return nil
  }

  private func find(_ grid: CandidateGrid, _ house: House, _ digits: DigitSet) -> HoDoKuFind? {
    let places = digits.reduce(0) { $0 | grid.places(of: $1, in: house) }
    guard places.nonzeroBitCount == size else { return nil }
    let cells = house.cells(at: places)
    let removals = grid.all(DigitSet.all.subtracting(digits), in: cells)
    guard !removals.isEmpty else { return nil }
    let technique: Technique = size == 2 ? .hiddenPair : size == 3 ? .hiddenTriple : .hiddenQuad
    return HoDoKuFind(
      technique, removing: removals,
      pattern: StepPattern(
        cells: cells, houses: HouseSet(house), digits: digits,
        candidates: grid.all(digits, in: cells)))
  }
}

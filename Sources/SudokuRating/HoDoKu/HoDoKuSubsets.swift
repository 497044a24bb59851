import SudokuCore
import SudokuTechniques

/// Naked sets, and locked ones among them.
struct HoDoKuNakedSet: HoDoKuSearcher {
  let size: Int
  /// Whether the set must act both in a line and in a block; the plain search leaves those out.
  let isLocked: Bool

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    for house in isLocked ? HoDoKuHouse.blocks : HoDoKuHouse.subsetOrder {
      let empty = house.cells(at: grid.emptyPlaces(in: house))
      let cells = empty.filter { grid[$0].count <= size }
      guard cells.count >= size else { continue }
      let masks = cells.map { grid[$0] }
      if let find = extend(grid, cells, masks, from: 0, CellSet(), .none, 0) { return find }
    }
    return nil
  }

  private func extend(
    _ grid: CandidateGrid, _ cells: [Cell], _ masks: [DigitSet], from start: Int,
    _ chosen: CellSet, _ digits: DigitSet, _ count: Int
  ) -> HoDoKuFind? {
    guard count < size else { return find(grid, chosen, digits) }
    var index = start
    while index < cells.count {
      let union = digits.union(masks[index])
      index += 1
      guard union.count <= size else { continue }
      var next = chosen
      next.insert(cells[index - 1])
      if let find = extend(grid, cells, masks, from: index, next, union, count + 1) {
        return find
      }
    }
    return nil
  }

  private func find(_ grid: CandidateGrid, _ cells: CellSet, _ digits: DigitSet) -> HoDoKuFind? {
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
    let grid = state.grid
    for house in HoDoKuHouse.subsetOrder {
      guard grid.emptyPlaces(in: house).nonzeroBitCount > size else { continue }
      let digits = DigitSet.all.filter { 1...size ~= grid.count($0, house) }
      guard digits.count >= size else { continue }
      if let find = extend(grid, house, digits, from: 0, .none, 0) { return find }
    }
    return nil
  }

  private func extend(
    _ grid: CandidateGrid, _ house: House, _ digits: [Digit], from start: Int,
    _ chosen: DigitSet, _ places: UInt16
  ) -> HoDoKuFind? {
    guard chosen.count < size else { return find(grid, house, chosen, places) }
    var index = start
    while index < digits.count {
      let union = places | grid.places(of: digits[index], in: house)
      index += 1
      guard union.nonzeroBitCount <= size else { continue }
      var next = chosen
      next.insert(digits[index - 1])
      if let find = extend(grid, house, digits, from: index, next, union) { return find }
    }
    return nil
  }

  private func find(
    _ grid: CandidateGrid, _ house: House, _ digits: DigitSet, _ places: UInt16
  ) -> HoDoKuFind? {
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

import SudokuCore
import SudokuTechniques

/// Two clusters of a digit; all that they exclude together is one step.
struct HoDoKuMultiColoring: HoDoKuSearcher {
  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    for digit in DigitSet.all {
      let clusters = ColoredCluster.clusters(of: digit, in: grid)
      let places = grid.cells(with: digit)
      for one in clusters {
        for two in clusters where one.cells != two.cells {
          if let find = type2(digit, one, two) ?? type1(digit, one, two, places) { return find }
        }
      }
    }
    return nil
  }

  private func pattern(
    _ digit: Digit, _ one: ColoredCluster, _ two: ColoredCluster, _ cells: CellSet,
    _ others: CellSet, sets: [CellSet]
  ) -> StepPattern {
    StepPattern(
      cells: cells, specialCells: others, houses: one.houses.union(two.houses),
      digits: DigitSet(digit),
      candidates: one.cells.union(two.cells).map { Candidate($0, digit) },
      sets: sets.map { .init($0) })
  }

  private func type2(_ digit: Digit, _ one: ColoredCluster, _ two: ColoredCluster) -> HoDoKuFind? {
    var wrong = CellSet()
    for (cells, seen) in [(one.colors.0, one.seen.0), (one.colors.1, one.seen.1)]
    where !seen.isDisjoint(with: two.colors.0) && !seen.isDisjoint(with: two.colors.1) {
      wrong = wrong.union(cells)
    }
    guard !wrong.isEmpty else { return nil }
    return HoDoKuFind(
      .multiColor2, removing: wrong.map { Candidate($0, digit) },
      pattern: pattern(
        digit, one, two, wrong, two.cells, sets: [wrong, two.colors.0, two.colors.1]))
  }

  private func type1(
    _ digit: Digit, _ one: ColoredCluster, _ two: ColoredCluster, _ places: CellSet
  ) -> HoDoKuFind? {
    let first = [(one.colors.0, one.seen.0), (one.colors.1, one.seen.1)]
    let second = [(two.colors.0, two.seen.0), (two.colors.1, two.seen.1)]
    var removals: [Candidate] = []
    var right = CellSet()
    var linked = CellSet()
    var sets: [CellSet] = []
    for u in 0..<2 {
      for v in 0..<2 where !first[u].1.isDisjoint(with: second[v].0) {
        let victims = first[1 - u].1.intersection(second[1 - v].1).intersection(places)
        guard !victims.isEmpty else { continue }
        removals += victims.map { Candidate($0, digit) }
        right = right.union(first[1 - u].0).union(second[1 - v].0)
        linked = linked.union(first[u].0).union(second[v].0)
        sets += [first[u].0, second[v].0, first[1 - u].0, second[1 - v].0]
      }
    }
    guard !removals.isEmpty else { return nil }
    return HoDoKuFind(
      .multiColor1, removing: removals,
      pattern: pattern(digit, one, two, right, linked, sets: sets))
  }
}

import SudokuCore

/// ALS-XY-wing: an almost locked set that can't hold a digit X together with a second set, nor a digit
/// Y together with a third.
///
/// It lacks at most one of its digits, so it holds X or Y, and the second set lacks X or the third
/// lacks Y. Whichever it is holds all its other digits; a digit Z of both goes from the cells that see
/// all its places in both.
///
/// Order: links of two sets by first and second set.
public struct ALSXYWing: PatternSearcher {
  /// Creates the searcher.
  public init() {}

  /// The ALS-XY-wing.
  public var techniques: [Technique] { [.alsXYWing] }

  /// Hands over the steps in order.
  public func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    search(grid, AlmostLockedSets(grid)) { removals, pattern in
      emit(Step(.alsXYWing, removing: Set(removals).sorted(), pattern: pattern))
    }
  }

  /// Hands over what is removed digit by digit, and the patterns.
  package func search(
    _ grid: CandidateGrid, _ all: AlmostLockedSets,
    emit: (_ removals: [Candidate], _ pattern: StepPattern) -> Bool
  ) {
    let links = links(all)
    for (number, one) in all.commons.enumerated() {
      // The later links of either set, in order.
      var first = links[one.first][...]
      var second = links[one.second][...]
      first = first.drop { $0 <= number }
      second = second.drop { $0 <= number }
      while let next = [first.first, second.first].compactMap({ $0 }).min() {
        let middle = first.first == next ? one.first : one.second
        if first.first == next { first = first.dropFirst() } else { second = second.dropFirst() }
        let two = all.commons[next]
        guard one.other != nil || two.other != nil || one.digit != two.digit else { continue }
        let start = one.first == middle ? one.second : one.first
        let end = two.first == middle ? two.second : two.first
        guard all.sets[start].cells.isDisjoint(with: all.sets[end].cells) else { continue }
        let removals = all.removals(start, end, without: one.digits.union(two.digits))
        guard !removals.isEmpty else { continue }
        let ends = all.sets[start].cells.union(all.sets[end].cells)
        let pattern = StepPattern(
          cells: ends, specialCells: all.sets[middle].cells,
          digits: DigitSet(removals.map(\.digit)), specialDigits: one.digits.union(two.digits),
          candidates: grid.candidates(.all, in: ends.union(all.sets[middle].cells)),
          sets: [
            .init(all.sets[start].cells, link: one.digits),
            .init(all.sets[middle].cells, link: two.digits), .init(all.sets[end].cells),
          ])
        guard emit(removals, pattern) else { return }
      }
    }
  }

  /// The numbers of the links of each set.
  private func links(_ all: AlmostLockedSets) -> [[Int]] {
    var links = [[Int]](repeating: [], count: all.sets.count)
    for (number, common) in all.commons.enumerated() {
      links[common.first].append(number)
      links[common.second].append(number)
    }
    return links
  }
}

import SudokuCore

/// ALS-XY-wing: an almost locked set that can't hold a digit X together with a second set, nor a digit
/// Y together with a third.
///
/// It lacks at most one of its digits, so it holds X or Y, and the second set lacks X or the third
/// lacks Y. Whichever it is holds all its other digits; a digit Z of both goes from the cells that see
/// all its places in both. The second and the third may share cells.
///
/// Order: links of two sets by first and second set.
package struct ALSXYWing: PatternSearcher {
  /// True for wings whose second and third set share cells, false for the others.
  private let isOverlapping: Bool

  package init(isOverlapping: Bool = false) { self.isOverlapping = isOverlapping }

  package var techniques: [Technique] { [.alsXYWing] }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    search(grid, AlmostLockedSets.shared(grid)) { removals, pattern in
      emit(Step(.alsXYWing, removing: Set(removals).sorted(), pattern: pattern))
    }
  }

  /// Hands over what is removed digit by digit, and the patterns.
  package func search(
    _ grid: CandidateGrid, _ all: AlmostLockedSets,
    emit: (_ removals: [Candidate], _ pattern: StepPattern) -> Bool
  ) {
    var links = Links(all)
    for one in all.commons {
      links.pass(one)
      var first = links.later(one.first)
      var second = links.later(one.second)
      while let next = links.popLowest(&first, &second) {
        let two = all.commons[next]
        guard one.other != nil || two.other != nil || one.digit != two.digit else { continue }
        let middle = one.first == two.first || one.first == two.second ? one.first : one.second
        let start = one.first == middle ? one.second : one.first
        let end = two.first == middle ? two.second : two.first
        let digits = one.digits.union(two.digits)
        guard start != end,
          all.sets[start].cells.isDisjoint(with: all.sets[end].cells) != isOverlapping,
          all.hasRemovals(start, end, without: digits)
        else { continue }
        let removals = all.removals(start, end, without: digits)
        let ends = all.sets[start].cells.union(all.sets[end].cells)
        let pattern = StepPattern(
          cells: ends, specialCells: all.sets[middle].cells,
          digits: DigitSet(removals.map(\.digit)), specialDigits: digits,
          candidates: grid.candidates(.all, in: ends.union(all.sets[middle].cells)),
          sets: [
            .init(all.sets[start].cells, link: one.digits),
            .init(all.sets[middle].cells, link: two.digits), .init(all.sets[end].cells),
          ])
        guard emit(removals, pattern) else { return }
      }
    }
  }

  /// The numbers of the links of each set, in order; those that the search has passed are behind it.
  private struct Links {
    /// The index of each set's first link that is still to come, and the index behind its last one.
    private var starts: [Int]
    private var ends: [Int]
    private var numbers: [Int]

    init(_ all: AlmostLockedSets) {
      var counts = [Int](repeating: 0, count: all.sets.count)
      for common in all.commons {
        counts[common.first] += 1
        counts[common.second] += 1
      }
      ends = []
      ends.reserveCapacity(counts.count)
      for count in counts { ends.append((ends.last ?? 0) + count) }
      starts = zip(ends, counts).map { $0 - $1 }
      numbers = Array(repeating: 0, count: ends.last ?? 0)
      var next = starts
      for (number, common) in all.commons.enumerated() {
        for set in [common.first, common.second] {
          numbers[next[set]] = number
          next[set] += 1
        }
      }
    }

    /// Leaves a link behind: the first one that is still to come of both its sets.
    mutating func pass(_ common: AlmostLockedSets.Common) {
      starts[common.first] += 1
      starts[common.second] += 1
    }

    /// The links of a set that are still to come.
    func later(_ set: Int) -> Range<Int> { starts[set]..<ends[set] }

    /// Takes the lowest number from two parts of the list, `nil` if both are empty.
    @inline(__always)
    func popLowest(_ first: inout Range<Int>, _ second: inout Range<Int>) -> Int? {
      let one = first.isEmpty ? Int.max : numbers[first.lowerBound]
      let other = second.isEmpty ? Int.max : numbers[second.lowerBound]
      guard min(one, other) < Int.max else { return nil }
      if one < other {
        first = first.lowerBound + 1..<first.upperBound
      } else {
        second = second.lowerBound + 1..<second.upperBound
      }
      return min(one, other)
    }
  }
}

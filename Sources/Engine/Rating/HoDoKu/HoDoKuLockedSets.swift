import SudokuCore
import SudokuTechniques

/// Chains of four and more almost locked sets.
struct HoDoKuLockedSetChain: HoDoKuSearcher {
  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let all = state.lockedSets()
    var search = Search(all)
    for start in all.sets.indices { search.run(from: start) }
    return search.best.map { best in
      let chain = HoDoKuLockedSetPath(all, starts: search.starts).chain(best.ends)
      let ends = all.sets[best.ends.first].cells.union(all.sets[best.ends.last].cells)
      let middle = chain.dropFirst().dropLast().reduce(CellSet()) { $0.union($1.cells) }
      return HoDoKuFind(
        .alsChain, removing: best.removals,
        pattern: StepPattern(
          cells: ends, specialCells: middle, digits: DigitSet(best.removals.map(\.digit)),
          specialDigits: chain.reduce(.none) { $0.union($1.link) },
          candidates: state.grid.candidates(.all, in: ends.union(middle)), sets: chain))
    }
  }

  /// All chains from one set, by the digit that led to each set: chains with the same set, digit and
  /// start go on alike.
  private struct Search {
    let all: AlmostLockedSets
    var best: (rank: HoDoKuRank, removals: [Candidate], ends: HoDoKuLockedSetPath.Ends)?
    /// The index, among all links, of the first link of each set.
    let starts: [Int]
    /// For each set the digits that led to it, after one, two, and three and more links.
    private var reached: [UInt16]

    init(_ all: AlmostLockedSets) {
      self.all = all
      var starts = [Int](repeating: 0, count: all.sets.count + 1)
      for common in all.commons { starts[common.first + 1] += 1 }
      for set in all.sets.indices { starts[set + 1] += starts[set] }
      self.starts = starts
      reached = Array(repeating: 0, count: 3 * all.sets.count)
    }

    mutating func run(from start: Int) {
      var digits = DigitSet.none
      for number in starts[start]..<starts[start + 1] {
        digits = digits.union(all.commons[number].digits)
      }
      for usesOther in [false, true] {
        for digit in digits { walk(start, digit, usesOther: usesOther) }
      }
    }

    private mutating func walk(_ start: Int, _ firstDigit: Digit, usesOther: Bool) {
      var lowest = Int.max
      for number in starts[start]..<starts[start + 1] {
        let common = all.commons[number]
        guard (usesOther ? common.other : common.digit) == firstDigit else { continue }
        reached[3 * common.second] |= DigitSet(firstDigit).rawValue
        lowest = min(lowest, common.second)
      }
      guard lowest < Int.max else { return }
      for set in lowest..<all.sets.count {
        for depth in 0..<3 where reached[3 * set + depth] != 0 {
          let origins = DigitSet(rawValue: reached[3 * set + depth])
          reached[3 * set + depth] = 0
          for number in starts[set]..<starts[set + 1] {
            follow(start, firstDigit, number, origins, depth)
          }
        }
      }
    }

    /// Goes on along a link to which several digits may have led.
    @inline(__always)
    private mutating func follow(
      _ start: Int, _ firstDigit: Digit, _ number: Int, _ origins: DigitSet, _ depth: Int
    ) {
      let common = all.commons[number]
      for digit in origins {
        let digits = common.digits.subtracting(DigitSet(digit))
        guard let led = digits.first else { continue }
        reached[3 * common.second + min(depth + 1, 2)] |= DigitSet(led).rawValue
        guard depth >= 1 else { continue }
        note(
          HoDoKuLockedSetPath.Ends(
            first: start, last: common.second, firstDigit: firstDigit, lastLink: number,
            digitBeforeLast: digit),
          digits.union(DigitSet(firstDigit)))
      }
    }

    private mutating func note(_ ends: HoDoKuLockedSetPath.Ends, _ digits: DigitSet) {
      guard all.hasRemovals(ends.first, ends.last, without: digits) else { return }
      let removals = all.removals(ends.first, ends.last, without: digits).normalized()
      let rank = HoDoKuRank(removals, length: 0)
      if let best, !(rank < best.rank) { return }
      best = (rank, removals, ends)
    }
  }
}

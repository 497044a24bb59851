import SudokuCore
import SudokuTechniques

/// The almost locked sets of a grid in the program's order, and the digits that two of them can't
/// both hold.
struct HoDoKuLockedSets {
  /// Cells of a house with one candidate more than cells.
  struct LockedSet {
    var cells: CellSet
    var digits: DigitSet
    /// For each digit the cells that see all of the set's places of it.
    var seen: InlineArray<9, CellSet>
    /// For each digit the set's places.
    var places: InlineArray<9, CellSet>
  }

  /// Two sets with one or two restricted common digits.
  struct Common {
    var first: Int
    var second: Int
    var digit: Digit
    var other: Digit?

    /// The digits.
    var digits: DigitSet {
      other.map { [digit, $0] } ?? DigitSet(digit)
    }
  }

  private(set) var sets: [LockedSet] = []
  private(set) var commons: [Common] = []
  private let grid: CandidateGrid

  init(_ grid: CandidateGrid) {
    self.grid = grid
    var known: Set<CellSet> = []
    for house in HoDoKuHouse.all {
      extend(Array(house.cells(at: grid.emptyPlaces(in: house))), 0, CellSet(), .none, &known)
    }
    findCommons()
  }

  private mutating func extend(
    _ cells: [Cell], _ start: Int, _ chosen: CellSet, _ digits: DigitSet,
    _ known: inout Set<CellSet>
  ) {
    for index in cells.indices.dropFirst(start) {
      var next = chosen
      next.insert(cells[index])
      let union = digits.union(grid[cells[index]])
      if union.count == next.count + 1, known.insert(next).inserted { add(next, union) }
      extend(cells, index + 1, next, union, &known)
    }
  }

  private mutating func add(_ cells: CellSet, _ digits: DigitSet) {
    var set = LockedSet(
      cells: cells, digits: digits, seen: InlineArray(repeating: CellSet()),
      places: InlineArray(repeating: CellSet()))
    for digit in digits {
      let places = cells.intersection(grid.cells(with: digit))
      set.places[digit.index] = places
      set.seen[digit.index] = places.commonPeers
    }
    sets.append(set)
  }

  private mutating func findCommons() {
    for first in sets.indices {
      for second in stride(from: first + 1, to: sets.count, by: 1) {
        guard sets[first].cells.isDisjoint(with: sets[second].cells) else { continue }
        var found: [Digit] = []
        for digit in sets[first].digits.intersection(sets[second].digits)
        where sets[second].places[digit.index].isSubset(of: sets[first].seen[digit.index]) {
          found.append(digit)
        }
        guard let digit = found.first else { continue }
        commons.append(
          Common(
            first: first, second: second, digit: digit, other: found.count > 1 ? found[1] : nil))
      }
    }
  }

  /// What the digits common to two sets remove, but for some digits.
  func removals(_ first: Int, _ second: Int, without digits: DigitSet) -> [Candidate] {
    var removals: [Candidate] = []
    for digit in sets[first].digits.intersection(sets[second].digits).subtracting(digits) {
      let seen = sets[first].seen[digit.index].intersection(sets[second].seen[digit.index])
      removals += grid.removals(digit, in: seen)
    }
    return removals
  }
}

/// ALS-XZ and ALS-XY-wings.
struct HoDoKuLockedSetWing: HoDoKuSearcher {
  /// Whether three sets take part.
  let isWing: Bool

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let all = state.memory.lockedSets ?? HoDoKuLockedSets(state.grid)
    state.memory.lockedSets = all
    return isWing ? findWing(state.grid, all) : findPair(state.grid, all)
  }

  private func findPair(_ grid: CandidateGrid, _ all: HoDoKuLockedSets) -> HoDoKuFind? {
    for common in all.commons {
      let (one, two) = (all.sets[common.first], all.sets[common.second])
      var removals = all.removals(common.first, common.second, without: DigitSet(common.digit))
      if let other = common.other {
        removals += all.removals(common.first, common.second, without: DigitSet(other))
        for (set, partner) in [(one, two), (two, one)] {
          for digit in set.digits.subtracting(common.digits) {
            removals += grid.removals(
              digit, in: set.seen[digit.index].subtracting(partner.cells))
          }
        }
      }
      guard !removals.isEmpty else { continue }
      return HoDoKuFind(
        .alsXZ, removing: removals,
        pattern: StepPattern(
          cells: one.cells, specialCells: two.cells,
          digits: DigitSet(removals.map(\.digit)), specialDigits: common.digits,
          candidates: grid.all(in: one.cells.union(two.cells))))
    }
    return nil
  }

  private func findWing(_ grid: CandidateGrid, _ all: HoDoKuLockedSets) -> HoDoKuFind? {
    for (number, one) in all.commons.enumerated() {
      for two in all.commons[(number + 1)...] {
        if one.other == nil, two.other == nil, one.digit == two.digit { continue }
        let shared = [one.first, one.second].filter { $0 == two.first || $0 == two.second }
        guard shared.count == 1 else { continue }
        let first = one.first == shared[0] ? one.second : one.first
        let second = two.first == shared[0] ? two.second : two.first
        guard all.sets[first].cells.isDisjoint(with: all.sets[second].cells) else { continue }
        let removals = all.removals(first, second, without: one.digits.union(two.digits))
        guard !removals.isEmpty else { continue }
        let (a, b, c) = (all.sets[first].cells, all.sets[second].cells, all.sets[shared[0]].cells)
        return HoDoKuFind(
          .alsXYWing, removing: removals,
          pattern: StepPattern(
            cells: a.union(b), specialCells: c, digits: DigitSet(removals.map(\.digit)),
            specialDigits: one.digits.union(two.digits),
            candidates: grid.all(in: a.union(b).union(c))))
      }
    }
    return nil
  }
}

/// Chains of four and more almost locked sets.
struct HoDoKuLockedSetChain: HoDoKuSearcher {
  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let all = state.memory.lockedSets ?? HoDoKuLockedSets(state.grid)
    state.memory.lockedSets = all
    var search = Search(all)
    for start in all.sets.indices { search.run(from: start) }
    return search.best.map { best in
      let cells = all.sets[best.first].cells.union(all.sets[best.second].cells)
      return HoDoKuFind(
        .alsChain, removing: best.removals,
        pattern: StepPattern(
          cells: all.sets[best.first].cells, specialCells: all.sets[best.second].cells,
          digits: DigitSet(best.removals.map(\.digit)),
          candidates: state.grid.all(in: cells)))
    }
  }

  /// All chains from one set, by the digit that led to each set: chains with the same set, digit and
  /// start go on alike.
  private struct Search {
    let all: HoDoKuLockedSets
    var best: (rank: HoDoKuRank, removals: [Candidate], first: Int, second: Int)?
    /// The restricted commons by their first set.
    private let commons: [ArraySlice<HoDoKuLockedSets.Common>]

    init(_ all: HoDoKuLockedSets) {
      self.all = all
      var slices: [ArraySlice<HoDoKuLockedSets.Common>] = []
      var start = 0
      for set in all.sets.indices {
        var end = start
        while end < all.commons.count, all.commons[end].first == set { end += 1 }
        slices.append(all.commons[start..<end])
        start = end
      }
      commons = slices
    }

    mutating func run(from start: Int) {
      for first in [false, true] {
        for digit in DigitSet.all { walk(start, digit, usesOther: first) }
      }
    }

    /// Walks from a start along commons whose active digit is given.
    private mutating func walk(_ start: Int, _ active: Digit, usesOther: Bool) {
      // For each set the digits that led to it, after one, two, and three and more commons.
      var reached = [[DigitSet]](
        repeating: [.none, .none, .none], count: all.sets.count)
      var isUsed = false
      for common in commons[start] where (usesOther ? common.other : common.digit) == active {
        reached[common.second][0].insert(active)
        isUsed = true
      }
      guard isUsed else { return }
      for set in (start + 1)..<all.sets.count {
        for depth in 0..<3 where !reached[set][depth].isEmpty {
          let next = min(depth + 1, 2)
          for common in commons[set] {
            for before in reached[set][depth] {
              let digits: DigitSet
              if let other = common.other {
                digits =
                  other == before
                  ? DigitSet(common.digit)
                  : common.digit == before ? DigitSet(other) : [common.digit, other]
              } else {
                guard common.digit != before else { continue }
                digits = DigitSet(common.digit)
              }
              let led = digits.contains(common.digit) ? common.digit : common.other ?? common.digit
              reached[common.second][next].insert(led)
              if depth >= 1 { note(start, common.second, digits.union(DigitSet(active))) }
            }
          }
        }
      }
    }

    private mutating func note(_ first: Int, _ second: Int, _ digits: DigitSet) {
      let removals = all.removals(first, second, without: digits).normalized()
      guard !removals.isEmpty else { return }
      let rank = HoDoKuRank(removals, length: 0)
      if let best, !(rank < best.rank) { return }
      best = (rank, removals, first, second)
    }
  }
}

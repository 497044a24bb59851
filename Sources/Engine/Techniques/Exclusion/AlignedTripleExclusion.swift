import SudokuCore

/// Aligned triple exclusion: as `AlignedPairExclusion`, with three base cells and excluders of two
/// or three candidates.
///
/// The third cell is itself an excluder of the first or the second. Order: pairs of base cells
/// colexicographically, then third cells in the peer order of the first, then of the second.
package struct AlignedTripleExclusion: PatternSearcher {
  package init() {}

  package var techniques: [Technique] { [.alignedTripleExclusion] }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    grid.withMasks { masks in
      let base = AlignedBase(masks, largest: 3)
      base.forPairs(near: .max) { first, second, common in
        let fit = thirds(masks, base, first, second, common, .max, .max)
        return fit == 0 || emitAll(grid, base, first, second, common, fit, emit)
      }
    }
  }

  /// The first step in order whose base cells are near a change: in `changed`, or seen together by one
  /// of its cells.
  package func firstStep(in grid: CandidateGrid, near changed: CellSet) -> Step? {
    var found: Step?
    grid.withMasks { masks in
      let base = AlignedBase(masks, largest: 3)
      // A third cell may be what changed: then all pairs count.
      base.forPairs(near: .max) { first, second, common in
        let new = ~knownThirds(base, first, second)
        let fit = thirds(masks, base, first, second, common, changed.rawValue, new)
        return fit == 0
          || emitAll(grid, base, first, second, common, fit) { step in
            found = step
            return false
          }
      }
    }
    return found
  }

  /// The third cells that two base cells had together in another order, in a pair before them: they
  /// remove nothing then.
  @inline(__always)
  private func knownThirds(_ base: AlignedBase, _ first: Int, _ second: Int) -> UInt128 {
    let peers = CellBits.peers
    let below: (Int) -> UInt128 = { (1 &<< UInt128(truncatingIfNeeded: $0)) &- 1 }
    let seesOther = peers[first] &>> UInt128(truncatingIfNeeded: second) & 1 != 0
    var known: UInt128 = 0
    // The later cell as the third of the other two, then the one in the middle.
    if base.isSmall(second) { known |= below(second) & (seesOther ? .max : peers[second]) }
    if base.isSmall(first) { known |= below(first) & (seesOther ? .max : peers[first]) }
    return known
  }

  /// The third cells with which some digit of two base cells, or of their own, goes.
  @inline(__always)
  private func thirds(
    _ masks: CandidateGrid.Masks, _ base: AlignedBase, _ first: Int, _ second: Int,
    _ common: UInt128, _ changed: UInt128, _ allowed: UInt128
  ) -> UInt128 {
    let peers = CellBits.peers
    let own: UInt128 =
      1 &<< UInt128(truncatingIfNeeded: first) | 1 &<< UInt128(truncatingIfNeeded: second)
    // Excluders that changed: a cell that still has many candidates never was one.
    let near = common & changed
    var rest = (base.excluders(first) | base.excluders(second)) & base.set & ~own & allowed
    if changed & own == 0 && near == 0 { rest &= changed }
    if rest == 0 { return 0 }
    rest &= base.cellsSeenTwice(by: common)
    var fit: UInt128 = 0
    while rest != 0 {
      let third = rest.trailingZeroBitCount
      let bit = rest & (0 &- rest)
      rest ^= bit
      guard changed & (own | bit) != 0 || near & peers[third] != 0,
        isProductive(masks, first, second, third, common & base.excluders(third))
      else { continue }
      fit |= bit
    }
    return fit
  }

  /// Hands over the steps of two base cells, the third ones in the peer order of the first cell,
  /// then those of the second.
  private func emitAll(
    _ grid: CandidateGrid, _ base: AlignedBase, _ first: Int, _ second: Int, _ common: UInt128,
    _ thirds: UInt128, _ emit: (Step) -> Bool
  ) -> Bool {
    let fromFirst = thirds & base.excluders(first)
    for (center, thirds) in [(first, fromFirst), (second, thirds & ~fromFirst)] {
      for third in PeerOrder.peers[center] where CellSet(rawValue: thirds).contains(third) {
        let cells = [Cell(unchecked: first), Cell(unchecked: second), third]
        let excluders = CellSet(rawValue: common & base.excluders(third.index))
        if let step = step(grid, cells, excluders), !emit(step) { return false }
      }
    }
    return true
  }

  /// True if some digit of the three cells has no possible combination; quicker than the step.
  private func isProductive(
    _ grid: CandidateGrid.Masks, _ first: Int, _ second: Int, _ third: Int, _ excluders: UInt128
  ) -> Bool {
    // An excluder that has other digits, too, excludes nothing.
    let union = grid.digits(first) | grid.digits(second) | grid.digits(third)
    var barred = Barred()
    var excluders = excluders
    while excluders != 0 {
      let mask = grid.digits(excluders.trailingZeroBitCount)
      excluders &= excluders &- 1
      if mask & ~union == 0 { barred.add(mask) }
    }
    let peers = CellBits.peers
    let seesSecond = peers[first] &>> UInt128(truncatingIfNeeded: second) & 1 != 0
    let firstSeesThird = peers[first] &>> UInt128(truncatingIfNeeded: third) & 1 != 0
    let secondSeesThird = peers[second] &>> UInt128(truncatingIfNeeded: third) & 1 != 0
    // The digits that have not been seen in a possible combination yet.
    var restFirst = grid.digits(first)
    var restSecond = grid.digits(second)
    var restThird = grid.digits(third)
    let allThirds = restThird
    var firsts = restFirst
    while firsts != 0 {
      let one = firsts & (0 &- firsts)
      firsts &= firsts &- 1
      var seconds = grid.digits(second)
      if seesSecond { seconds &= ~one }
      while seconds != 0 {
        let two = seconds & (0 &- seconds)
        seconds &= seconds &- 1
        if restThird | restFirst & one | restSecond & two == 0 { continue }
        var thirds = allThirds
        if firstSeesThird { thirds &= ~one }
        if secondSeesThird { thirds &= ~two }
        thirds &= ~barred.digits(one.trailingZeroBitCount, two.trailingZeroBitCount)
        if thirds == 0 { continue }
        restFirst &= ~one
        restSecond &= ~two
        restThird &= ~thirds
        if restFirst | restSecond | restThird == 0 { return false }
      }
    }
    return true
  }

  /// The digits that excluders bar from the third cell, by the digits of the other two.
  private struct Barred {
    private var byOne = InlineArray<9, UInt16>(repeating: 0)
    private var byBoth = InlineArray<81, UInt16>(repeating: 0)

    /// Adds an excluder's two or three digits.
    @inline(__always)
    mutating func add(_ mask: UInt16) {
      let low = mask.trailingZeroBitCount
      let middle = (mask & (mask &- 1)).trailingZeroBitCount
      let others = mask & (mask &- 1)
      let last = others & (others &- 1)
      if last == 0 {
        byOne[unchecked: low] |= others
        byOne[unchecked: middle] |= mask & ~others
        add(low, middle, .max)
      } else {
        let high = last.trailingZeroBitCount
        add(low, middle, last)
        add(low, high, others & ~last)
        add(middle, high, mask & ~others)
      }
    }

    @inline(__always)
    private mutating func add(_ one: Int, _ two: Int, _ digits: UInt16) {
      byBoth[unchecked: one &* 9 &+ two] |= digits
      byBoth[unchecked: two &* 9 &+ one] |= digits
    }

    /// The digits barred when the other cells have two given digits.
    @inline(__always)
    func digits(_ one: Int, _ two: Int) -> UInt16 {
      byOne[unchecked: one] | byOne[unchecked: two] | byBoth[unchecked: one &* 9 &+ two]
    }
  }

  private func step(_ grid: CandidateGrid, _ cells: [Cell], _ excluders: CellSet) -> Step? {
    let masks = excluders.map { grid[$0] }
    var possible = [DigitSet](repeating: .none, count: 3)
    let sees = (
      cells[0].sees(cells[1]), cells[0].sees(cells[2]), cells[1].sees(cells[2])
    )
    for first in grid[cells[0]] {
      for second in grid[cells[1]] where !(sees.0 && first == second) {
        let two: DigitSet = [first, second]
        var thirds = grid[cells[2]]
        if sees.1 { thirds.remove(first) }
        if sees.2 { thirds.remove(second) }
        for mask in masks {
          let rest = mask.subtracting(two)
          if rest.isEmpty { thirds = .none }
          if rest.count == 1 { thirds = thirds.subtracting(rest) }
        }
        guard !thirds.isEmpty else { continue }
        possible[0].insert(first)
        possible[1].insert(second)
        possible[2] = possible[2].union(thirds)
      }
    }
    var eliminations: [Candidate] = []
    for (cell, digits) in zip(cells, possible) where digits != grid[cell] {
      eliminations += grid.candidates(DigitSet.all.subtracting(digits), in: CellSet(cell))
    }
    guard !eliminations.isEmpty else { return nil }
    return Step(
      .alignedTripleExclusion, removing: eliminations.sorted(),
      pattern: StepPattern(
        cells: CellSet(cells), specialCells: excluders,
        candidates: grid.candidates(.all, in: CellSet(cells).union(excluders))))
  }
}

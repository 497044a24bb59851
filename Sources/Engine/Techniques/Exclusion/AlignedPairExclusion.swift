import SudokuCore

/// Aligned pair exclusion: the combinations of two cells' digits that leave a bivalue cell seen by
/// both without a digit are impossible; a digit without a possible combination goes.
///
/// The two cells need not see each other; they see two such cells at least, as with one it is a naked pair,
/// and no naked single. Order: pairs of base cells colexicographically.
package struct AlignedPairExclusion: PatternSearcher {
  package init() {}

  package var techniques: [Technique] { [.alignedPairExclusion] }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    search(grid, near: .all, emit: emit)
  }

  /// Hands over the steps whose base cells are near a change: in `changed`, or seen together by one
  /// of its cells.
  package func search(_ grid: CandidateGrid, near changed: CellSet, emit: (Step) -> Bool) {
    grid.withMasks { masks in
      AlignedBase(masks, largest: 2).forPairs(near: changed.rawValue) { first, second, common in
        guard isProductive(masks, first, second, common),
          let step = step(
            grid, Cell(unchecked: first), Cell(unchecked: second), CellSet(rawValue: common))
        else { return true }
        return emit(step)
      }
    }
  }

  /// True if some digit of the two cells has no possible combination; quicker than the step.
  private func isProductive(
    _ masks: CandidateGrid.Masks, _ first: Int, _ second: Int, _ common: UInt128
  ) -> Bool {
    // For each digit of the first cell those that the second cannot have with it.
    var excluded = InlineArray<9, UInt16>(repeating: 0)
    var rest = common
    while rest != 0 {
      let mask = masks.digits(rest.trailingZeroBitCount)
      rest &= rest &- 1
      let low = mask.trailingZeroBitCount
      let high = mask & (mask &- 1)
      excluded[low] |= high
      excluded[high.trailingZeroBitCount] |= mask & ~high
    }
    let seesOther =
      CellBits.peers[first] &>> UInt128(truncatingIfNeeded: second) & 1 != 0
    let all = masks.digits(second)
    var possible: UInt16 = 0
    var firsts = masks.digits(first)
    while firsts != 0 {
      let digit = firsts.trailingZeroBitCount
      var partners = all & ~excluded[digit]
      if seesOther { partners &= ~(firsts & (0 &- firsts)) }
      if partners == 0 { return true }
      possible |= partners
      firsts &= firsts &- 1
    }
    return possible != all
  }

  private func step(
    _ grid: CandidateGrid, _ first: Cell, _ second: Cell, _ common: CellSet
  ) -> Step? {
    var possibleFirst = DigitSet.none
    var possibleSecond = DigitSet.none
    let seesOther = first.sees(second)
    for digit in grid[first] {
      var partners = grid[second]
      if seesOther { partners.remove(digit) }
      for excluder in common where grid[excluder].contains(digit) {
        partners = partners.subtracting(grid[excluder].subtracting(DigitSet(digit)))
      }
      guard !partners.isEmpty else { continue }
      possibleFirst.insert(digit)
      possibleSecond = possibleSecond.union(partners)
    }
    guard possibleFirst != grid[first] || possibleSecond != grid[second] else { return nil }
    let eliminations =
      grid.candidates(DigitSet.all.subtracting(possibleFirst), in: CellSet(first))
      + grid.candidates(DigitSet.all.subtracting(possibleSecond), in: CellSet(second))
    return Step(
      .alignedPairExclusion, removing: eliminations.sorted(),
      pattern: StepPattern(
        cells: [first, second], specialCells: common,
        candidates: grid.candidates(.all, in: CellSet([first, second]).union(common))))
  }
}

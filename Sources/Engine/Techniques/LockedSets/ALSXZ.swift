import SudokuCore

/// ALS-XZ: two almost locked sets that can't both hold a digit X.
///
/// One of them is without X and holds all its other digits; so a digit Z of both goes from the cells
/// that see all its places in both. With two such digits X each set lacks one of them and holds all
/// its others: these go from the cells that see all their places in one set.
///
/// Order: first and second set (rows, columns, blocks).
package struct ALSXZ: PatternSearcher {
  package init() {}

  package var techniques: [Technique] { [.alsXZ] }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    search(grid, AlmostLockedSets.shared(grid)) { removals, pattern in
      emit(Step(.alsXZ, removing: Set(removals).sorted(), pattern: pattern))
    }
  }

  /// Hands over what is removed digit by digit, and the patterns.
  package func search(
    _ grid: CandidateGrid, _ all: AlmostLockedSets,
    emit: (_ removals: [Candidate], _ pattern: StepPattern) -> Bool
  ) {
    for common in all.commons {
      var removals = all.removals(common.first, common.second, without: DigitSet(common.digit))
      let (one, two) = (all.sets[common.first].cells, all.sets[common.second].cells)
      if let other = common.other {
        removals += all.removals(common.first, common.second, without: DigitSet(other))
        removals += all.removals(common.first, without: common.digits, outside: two)
        removals += all.removals(common.second, without: common.digits, outside: one)
      }
      guard !removals.isEmpty else { continue }
      let pattern = StepPattern(
        cells: one, specialCells: two, digits: DigitSet(removals.map(\.digit)),
        specialDigits: common.digits, candidates: grid.candidates(.all, in: one.union(two)))
      guard emit(removals, pattern) else { return }
    }
  }
}

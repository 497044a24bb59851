import SudokuCore

/// A W-Wing: two cells with the same two candidates, joined by a conjugate pair of one of them.
///
/// The two cells don't see each other; each sees one end of the pair, so they can't both hold the
/// pair's digit. One of them holds the other digit, which goes from every cell that sees both.
///
/// Order: first and second cell in reading order, digit of the pair, its house (blocks, rows,
/// columns).
package struct WWing: PatternSearcher {
  package init() {}

  package var techniques: [Technique] { [.wWing] }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let bivalue = grid.bivalueCells
    guard bivalue.hasSeveral else { return }
    for first in bivalue {
      for second in bivalue.subtracting(PeerOrder.sets[first.index])
      where second > first && grid[second] == grid[first] {
        let common = PeerOrder.sets[first.index].intersection(PeerOrder.sets[second.index])
        for linked in grid[first] {
          let other = grid[first].subtracting(DigitSet(linked))
          let victims = grid.candidates(other, in: common)
          guard !victims.isEmpty else { continue }
          guard emitAll(grid, first, second, linked, victims, emit) else { return }
        }
      }
    }
  }

  private func emitAll(
    _ grid: CandidateGrid, _ first: Cell, _ second: Cell, _ linked: Digit, _ victims: [Candidate],
    _ emit: (Step) -> Bool
  ) -> Bool {
    var known: Set<CellSet> = []
    for pair in grid.conjugatePairs(of: linked)
    where pair.cells.isDisjoint(with: [first, second]) && !known.contains(pair.cells) {
      let (near, far) =
        first.sees(pair.first) && second.sees(pair.second)
        ? (pair.first, pair.second) : (pair.second, pair.first)
      guard first.sees(near), second.sees(far) else { continue }
      known.insert(pair.cells)
      guard emit(step(grid, [first, near, far, second], linked, pair.house, victims)) else {
        return false
      }
    }
    return true
  }

  private func step(
    _ grid: CandidateGrid, _ path: [Cell], _ linked: Digit, _ house: House, _ victims: [Candidate]
  ) -> Step {
    let other = victims[0].digit
    let candidates = [
      Candidate(path[0], other), Candidate(path[0], linked), Candidate(path[1], linked),
      Candidate(path[2], linked), Candidate(path[3], linked), Candidate(path[3], other),
    ]
    let cells = CellSet(path)
    return Step(
      .wWing, removing: victims,
      pattern: StepPattern(
        cells: cells, specialCells: [path[1], path[2]], houses: HouseSet(house),
        digits: DigitSet([linked, other]), specialDigits: DigitSet(other),
        candidates: candidates.sorted(),
        branches: [
          ChainBranch(
            candidates,
            reasons: [
              .cell, .house(path[0].sharedHouse(with: path[1]) ?? house), .house(house),
              .house(path[2].sharedHouse(with: path[3]) ?? house), .cell,
            ])
        ]))
  }
}

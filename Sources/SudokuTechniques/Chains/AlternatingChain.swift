import SudokuCore

/// Alternating inference chains: candidates linked in turn so that one of two holds (a strong link),
/// and so that at most one holds (a weak link).
///
/// If the first candidate is wrong, the last one is right; so whatever excludes both goes: the digit in
/// cells that see both ends, other digits of a cell that holds both ends, and in cells that see each
/// other each end's digit from the cell of the other. A chain that comes back to its first candidate
/// proves it (a discontinuous nice loop).
///
/// Strong links are conjugate pairs and cells with two candidates; weak links are two candidates of a
/// cell, or of a digit in a house.
///
/// Order: first candidate, last candidate; of several chains a shortest one.
struct AlternatingChain: PatternSearcher {
  var techniques: [Technique] { [.alternatingChain, .discontinuousNiceLoop] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let links = CandidateLinks(grid)
    for cell in grid.emptyCells {
      for digit in grid[cell] {
        let start = Candidate(cell, digit)
        guard !links.strong[start.index].isEmpty else { continue }
        let walk = AlternatingWalk(from: start.index, of: 729) { number, isOn, visit in
          for follower in isOn ? links.weak[number] : links.strong[number] {
            visit(follower.index)
          }
        }
        guard emitAll(grid, start, walk, emit) else { return }
      }
    }
  }

  private func emitAll(
    _ grid: CandidateGrid, _ start: Candidate, _ walk: AlternatingWalk, _ emit: (Step) -> Bool
  ) -> Bool {
    for index in stride(from: start.index, to: 729, by: 1) where walk.distance(index) >= 3 {
      let end = Candidate(index: index)
      if end == start {
        let step = Step(
          .discontinuousNiceLoop, placing: start, pattern: pattern(grid, walk.path(to: index)))
        guard emit(step) else { return false }
        continue
      }
      let victims = victims(grid, start, end)
      guard !victims.isEmpty else { continue }
      let step = Step(
        .alternatingChain, removing: victims, pattern: pattern(grid, walk.path(to: index)))
      guard emit(step) else { return false }
    }
    return true
  }

  /// What neither end allows.
  private func victims(_ grid: CandidateGrid, _ start: Candidate, _ end: Candidate)
    -> [Candidate]
  {
    if start.cell == end.cell {
      let others = DigitSet.all.subtracting([start.digit, end.digit])
      return grid.candidates(others, in: CellSet(start.cell))
    }
    if start.digit == end.digit {
      let common = PeerOrder.sets[start.cell.index].intersection(PeerOrder.sets[end.cell.index])
      return grid.candidates(DigitSet(start.digit), in: common)
    }
    guard start.cell.sees(end.cell) else { return [] }
    return [Candidate(start.cell, end.digit), Candidate(end.cell, start.digit)]
      .filter { grid.contains($0) }.sorted()
  }

  private func pattern(_ grid: CandidateGrid, _ path: [Int]) -> StepPattern {
    let path = path.map { Candidate(index: $0) }
    let reasons = zip(path, path.dropFirst()).enumerated().map { index, ends in
      grid.linkReason(ends.0, ends.1, isStrong: index % 2 == 0)
    }
    return StepPattern(
      cells: CellSet(path.map(\.cell)),
      specialCells: CellSet([path[0].cell, path[path.count - 1].cell]),
      digits: DigitSet(path.map(\.digit)), candidates: Set(path).sorted(),
      branches: [ChainBranch(path, reasons: reasons)])
  }
}

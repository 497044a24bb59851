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
    func pattern(_ index: Int) -> StepPattern {
      StepPattern(grid, alternating: walk.path(to: index).map { Candidate(index: $0) })
    }
    for index in stride(from: start.index, to: 729, by: 1) where walk.distance(index) >= 3 {
      let end = Candidate(index: index)
      if end == start {
        let step = Step(
          .discontinuousNiceLoop, placing: start, pattern: pattern(index))
        guard emit(step) else { return false }
        continue
      }
      let victims = grid.excluded(byEnds: start, end)
      guard !victims.isEmpty else { continue }
      let step = Step(
        .alternatingChain, removing: victims, pattern: pattern(index))
      guard emit(step) else { return false }
      guard victims.count == 1 else { continue }
      // Seen from the one candidate that goes it is a loop, as HoDoKu calls it.
      let way = [victims[0]] + walk.path(to: index).map { Candidate(index: $0) } + [victims[0]]
      let loop = Step(
        .discontinuousNiceLoop, removing: victims,
        pattern: StepPattern(grid, alternating: way, startsOn: true))
      guard emit(loop) else { return false }
    }
    return true
  }
}

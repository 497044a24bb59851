import SudokuCore

/// Aligned triplet exclusion: as `AlignedPairExclusion`, with three base cells and excluders of two
/// or three candidates.
///
/// The third cell is itself an excluder of the first or the second. Order: pairs of base cells
/// colexicographically, then third cells in the peer order of the first, then of the second.
public struct AlignedTripletExclusion: PatternSearcher {
  /// Creates the searcher.
  public init() {}

  /// Aligned triplet exclusion.
  public var techniques: [Technique] { [.alignedTripletExclusion] }

  /// Hands over the steps in order.
  public func search(_ grid: CandidateGrid, options: SearchOptions, emit: (Step) -> Bool) {
    let base = AlignedBase(grid, largest: 3)
    let baseSet = CellSet(base.cells)
    for (high, second) in base.cells.enumerated() {
      for first in base.cells[..<high] {
        let firstExcluders = base.excluders[first.index]
        let secondExcluders = base.excluders[second.index]
        let common = firstExcluders.intersection(secondExcluders)
        guard common.count >= 2 else { continue }
        var thirds = PeerOrder.peers[first.index].filter { firstExcluders.contains($0) }
        thirds += PeerOrder.peers[second.index]
          .filter { secondExcluders.contains($0) && !firstExcluders.contains($0) }
        for third in thirds
        where third != first && third != second && baseSet.contains(third) {
          let excluders = common.intersection(base.excluders[third.index])
          guard excluders.count >= 2 else { continue }
          if let step = step(grid, [first, second, third], excluders), !emit(step) { return }
        }
      }
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
      .alignedTripletExclusion, removing: eliminations.sorted(),
      pattern: Pattern(
        cells: CellSet(cells), specialCells: excluders,
        candidates: grid.candidates(.all, in: CellSet(cells).union(excluders))))
  }
}

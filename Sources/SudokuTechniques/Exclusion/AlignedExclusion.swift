import SudokuCore

/// The base cells of an aligned exclusion, with the cells that may exclude combinations.
struct AlignedBase {
  /// The cells with two or more candidates that see no naked single, in reading order.
  var cells: [Cell] = []
  /// For each cell of the board its peers with few candidates; empty where it is no base cell.
  var excluders = [CellSet](repeating: CellSet(), count: 81)

  /// Collects the base cells.
  ///
  /// - Parameters:
  ///   - grid: The grid.
  ///   - largest: How many candidates an excluder has at most, 2 or 3.
  init(_ grid: CandidateGrid, largest: Int) {
    var small = CellSet()
    var nakedSingles = CellSet()
    var open = CellSet()
    for index in 0..<81 {
      let count = grid.mask(index).nonzeroBitCount
      let cell = Cell(unchecked: index)
      if count == 1 { nakedSingles.insert(cell) }
      if count >= 2 { open.insert(cell) }
      if 2...largest ~= count { small.insert(cell) }
    }
    for cell in open {
      let peers = PeerOrder.sets[cell.index]
      guard peers.isDisjoint(with: nakedSingles) else { continue }
      let found = peers.intersection(small)
      guard !found.isEmpty else { continue }
      cells.append(cell)
      excluders[cell.index] = found
    }
  }
}

/// Aligned pair exclusion: the combinations of two cells' digits that leave a bivalue cell seen by
/// both without a digit are impossible; a digit without a possible combination goes.
///
/// The two cells need not see each other. Order: pairs of base cells colexicographically.
public struct AlignedPairExclusion: PatternSearcher {
  /// Creates the searcher.
  public init() {}

  /// Aligned pair exclusion.
  public var techniques: [Technique] { [.alignedPairExclusion] }

  /// Hands over the steps in order.
  public func search(_ grid: CandidateGrid, options: SearchOptions, emit: (Step) -> Bool) {
    search(grid, near: .all, emit: emit)
  }

  /// The first step in order; looks only at what changed since this context's last search.
  public func firstStep(
    in grid: CandidateGrid, context: inout SearchContext
  ) throws(SearchInterruption) -> Step? {
    var first: Step?
    search(grid, near: context.pairMemory.changedCells(in: grid)) { step in
      first = step
      return false
    }
    if first == nil { context.pairMemory.note(grid) }
    return first
  }

  private func search(_ grid: CandidateGrid, near changed: CellSet, emit: (Step) -> Bool) {
    let base = AlignedBase(grid, largest: 2)
    for (high, second) in base.cells.enumerated() {
      for first in base.cells[..<high] {
        let common = base.excluders[first.index].intersection(base.excluders[second.index])
        guard common.count >= 2 else { continue }
        let near = PeerOrder.sets[first.index].intersection(PeerOrder.sets[second.index])
        guard
          changed.contains(first) || changed.contains(second) || !near.isDisjoint(with: changed)
        else { continue }
        if let step = step(grid, first, second, common), !emit(step) { return }
      }
    }
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
      pattern: Pattern(
        cells: [first, second], specialCells: common,
        candidates: grid.candidates(.all, in: CellSet([first, second]).union(common))))
  }
}

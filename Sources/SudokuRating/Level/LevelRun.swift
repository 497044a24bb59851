import SudokuTechniques

/// A round: all steps of the easiest kind that the grid has.
struct LevelRound {
  let kind: LevelKind
  /// How long its chains were, or how many rounds its nets took; 0 for other kinds.
  let length: Int
  /// How many digits were placed, or how many candidates removed.
  let breadth: Int
}

/// The memory that searches keep from one grid to the next.
final class LevelTools {
  let graph = LevelGraph()
  var chains = LevelChains()
  var forcing = LevelForcing()
  var nets = LevelNets()

  static let pool = MemoryPool<LevelTools>()
}

/// One puzzle on its way to the solution, round by round.
///
/// In each round all steps of the easiest kind are taken together. A kind is complete for its
/// definition, so the rounds are the same for all symmetric twins of a puzzle.
struct LevelRun {
  private(set) var grid: LevelGrid
  /// Whether patterns that rest on the solution being unique may be used.
  let allowsUniqueness: Bool
  /// The digits placed, or the candidates taken off, in the last round.
  private(set) var changes = LaneRows(repeating: .zero)
  private(set) var work = 0
  private var tools: LevelTools

  init(_ grid: LevelGrid, allowsUniqueness: Bool, tools: LevelTools) {
    self.grid = grid
    self.allowsUniqueness = allowsUniqueness
    self.tools = tools
  }

  /// Finds and carries out the next round.
  mutating func next(mustStop: (Int) -> Bool) -> LevelRound? {
    guard !grid.isFull else { return nil }
    let singles = grid.singles()
    guard !singles.isContradictory else { return nil }
    if let round = placeSingles(singles) { return round }
    let gone = grid.lockedOut()
    if let round = remove(.locked, gone) { return round }
    return nextPattern() ?? nextChain(mustStop: mustStop)
  }

  @inline(__always)
  private mutating func placeSingles(_ singles: borrowing LevelGrid.Singles) -> LevelRound? {
    let last = grid.lastCells()
    var any: UInt16 = 0
    for row in 0..<9 { any |= last[unchecked: row] }
    if any != 0 {
      for row in 0..<9 {
        changes[unchecked: row] =
          grid.rows[unchecked: row] & DigitLanes(repeating: last[unchecked: row])
      }
      return placeChanges(.lastCell)
    }
    changes = singles.block
    if let round = placeChanges(.hiddenSingleInBlock) { return round }
    changes = singles.line
    if let round = placeChanges(.hiddenSingleInLine) { return round }
    changes = singles.naked
    return placeChanges(.nakedSingle)
  }

  /// Carries out a round that places digits; `nil` if there are none.
  @inline(__always)
  private mutating func placeChanges(_ kind: LevelKind) -> LevelRound? {
    let count = changes.count
    guard count > 0 else { return nil }
    work &+= 1
    grid.place(changes)
    return LevelRound(kind: kind, length: 0, breadth: count)
  }

  /// Carries out a round that takes candidates off; `nil` if there are none.
  private mutating func remove(
    _ kind: LevelKind, _ gone: borrowing LaneRows, length: Int = 0
  ) -> LevelRound? {
    let count = gone.count
    guard count > 0 else { return nil }
    work &+= 1
    grid.remove(gone)
    changes = copy gone
    return LevelRound(kind: kind, length: length, breadth: count)
  }

  /// Patterns that compare cells or houses.
  private mutating func nextPattern() -> LevelRound? {
    let view = LevelView(grid)
    var removals = LevelRemovals()
    LevelSubsets.sets(2, in: view, to: &removals)
    if removals.count > 0 { return remove(.pairs, removals.rows) }
    LevelSubsets.fish(2, in: view, to: &removals)
    if removals.count > 0 { return remove(.xWing, removals.rows) }
    LevelSubsets.sets(3, in: view, to: &removals)
    if removals.count > 0 { return remove(.triples, removals.rows) }
    LevelSubsets.fish(3, in: view, to: &removals)
    if removals.count > 0 { return remove(.swordfish, removals.rows) }
    LevelWings.search(in: view, to: &removals)
    if removals.count > 0 { return remove(.wings, removals.rows) }
    tools.graph.build(view)
    if let round = chains(.turbot, .oneDigit, longest: 5) { return round }
    if allowsUniqueness {
      LevelUniqueness.rectangles(in: view, to: &removals)
      if removals.count > 0 { return remove(.rectangles, removals.rows) }
    }
    LevelSubsets.sets(4, in: view, to: &removals)
    if removals.count > 0 { return remove(.quads, removals.rows) }
    LevelSubsets.fish(4, in: view, to: &removals)
    if removals.count > 0 { return remove(.jellyfish, removals.rows) }
    if allowsUniqueness {
      LevelUniqueness.grave(in: view, to: &removals)
      if removals.count > 0 { return remove(.grave, removals.rows) }
    }
    return nil
  }

  private mutating func nextChain(mustStop: (Int) -> Bool) -> LevelRound? {
    if let round = chains(.chainsOfOneDigit, .oneDigit) ?? chains(.chains, .all) { return round }
    let view = LevelView(grid)
    tools.graph.addAlmostLockedSets(view, largest: LevelGraph.largestSet)
    if let round = chains(.chainsWithSets, .withSets) { return round }
    if tools.forcing.search(tools.graph, view) {
      return remove(.forcingChains, rows(tools.forcing.victims), length: tools.forcing.length)
    }
    let (before, done) = (tools.nets.work, work)
    let depth = tools.nets.search(grid, view) { mustStop(done &+ $0) }
    work &+= tools.nets.work &- before
    guard let depth else { return nil }
    let kind: LevelKind =
      switch depth {
      case .singles: .nets
      case .patterns: .netsWithPatterns
      case .nets: .nestedNets
      }
    return remove(kind, tools.nets.gone, length: tools.nets.rounds)
  }

  mutating func guess(_ solution: LaneRows) -> LevelRound? {
    changes = solution
    for row in 0..<9 {
      changes[unchecked: row] &= DigitLanes(repeating: grid.open[unchecked: row])
    }
    return placeChanges(.guess)
  }

  private mutating func chains(
    _ kind: LevelKind, _ links: LevelChains.Links, longest: Int = .max
  ) -> LevelRound? {
    guard tools.chains.search(tools.graph, links, longest: longest) else { return nil }
    return remove(kind, rows(tools.chains.victims), length: tools.chains.length)
  }

  private func rows(_ nodes: [Int]) -> LaneRows {
    var rows = LaneRows(repeating: .zero)
    for node in nodes {
      let cell = tools.graph.cells[node].trailingZeroBitCount
      rows[unchecked: cell / 9][tools.graph.digits[node]] |=
        1 &<< UInt16(truncatingIfNeeded: cell % 9)
    }
    return rows
  }
}

extension InlineArray<9, SIMD16<UInt16>> {
  @inline(__always)
  var count: Int {
    var any = DigitLanes.zero
    for row in 0..<9 { any |= self[unchecked: row] }
    guard any.isAnySet else { return 0 }
    var count = 0
    for row in 0..<9 {
      let lanes = self[unchecked: row]
      let words = unsafeBitCast(lanes, to: SIMD4<UInt64>.self)
      for index in 0..<4 { count &+= words[index].nonzeroBitCount }
    }
    return count
  }
}

import SudokuCore
import SudokuTechniques

/// A round: all steps of the easiest kind that the grid has.
struct LevelRound {
  let kind: LevelKind
  /// The length of its chains, or the rounds of its nets; 0 for other kinds.
  let length: Int
  /// The number of digits placed, or of candidates removed.
  let breadth: Int
}

/// The memory that searches keep from one grid to the next.
final class LevelTools {
  let links = LevelLinks()
  let reach = LevelReach()
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
  private(set) var grid: PlaneGrid
  /// True if patterns that rest on the solution being unique may be used.
  let allowsUniqueness: Bool
  /// The digits placed, or the candidates taken off, in the last round.
  private(set) var changes = DigitPlanes()
  private(set) var work = 0
  private var tools: LevelTools
  private var open = OpenSearches()
  /// The candidates when patterns were last searched for.
  private var searched = DigitPlanes()

  init(_ grid: PlaneGrid, allowsUniqueness: Bool, tools: LevelTools) {
    self.grid = grid
    self.allowsUniqueness = allowsUniqueness
    self.tools = tools
  }

  /// The places where a search may find something: if nothing has changed there since it found nothing, it need not
  /// look again.
  private struct OpenSearches {
    /// Houses with sets of two, three and four.
    var sets = InlineArray<3, UInt32>(repeating: LevelSubsets.allHouses)
    /// Digits with fish of two, three and four lines.
    var fish = InlineArray<3, UInt16>(repeating: LevelSubsets.allDigits)
    var turbot = LevelSubsets.allDigits
    var chainsOfOneDigit = LevelSubsets.allDigits

    mutating func add(_ houses: UInt32, _ digits: UInt16) {
      for index in 0..<3 {
        sets[unchecked: index] |= houses
        fish[unchecked: index] |= digits
      }
      turbot |= digits
      chainsOfOneDigit |= digits
    }
  }

  /// Finds and carries out the next round.
  mutating func next(mustStop: (Int) -> Bool) -> LevelRound? {
    guard !grid.isFull else { return nil }
    if let (kind, count) = grid.placeEasiestSingles(&changes) {
      work &+= 1
      return LevelRound(kind: LevelKind(kind), length: 0, breadth: count)
    }
    let count = grid.removeLocked(&changes)
    if count > 0 {
      work &+= 1
      return LevelRound(kind: .locked, length: 0, breadth: count)
    }
    let view = LevelView(grid)
    let (houses, digits) = grid.candidates.differences(from: searched)
    searched = grid.candidates
    open.add(houses, digits)
    return nextPattern(view) ?? nextChain(view, mustStop: mustStop)
  }

  /// Carries out a round that takes candidates off.
  private mutating func remove(
    _ kind: LevelKind, _ gone: borrowing LevelRemovals, length: Int = 0
  ) -> LevelRound? {
    work &+= 1
    changes = gone.planes
    grid.remove(changes)
    return LevelRound(kind: kind, length: length, breadth: gone.count)
  }

  /// Patterns that compare cells or houses.
  private mutating func nextPattern(_ view: LevelView) -> LevelRound? {
    var removals = LevelRemovals()
    findSets(2, view, &removals)
    if removals.count > 0 { return remove(.pairs, removals) }
    findFish(2, view, &removals)
    if removals.count > 0 { return remove(.xWing, removals) }
    findSets(3, view, &removals)
    if removals.count > 0 { return remove(.triples, removals) }
    findFish(3, view, &removals)
    if removals.count > 0 { return remove(.swordfish, removals) }
    LevelWings.search(in: view, to: &removals)
    if removals.count > 0 { return remove(.wings, removals) }
    if tools.chains.search(&open.turbot, tools.links, in: view, longest: 5) {
      return remove(.turbot, tools.chains.victims, length: tools.chains.length)
    }
    if allowsUniqueness {
      LevelUniqueness.rectangles(in: view, to: &removals)
      if removals.count > 0 { return remove(.rectangles, removals) }
    }
    findSets(4, view, &removals)
    if removals.count > 0 { return remove(.quads, removals) }
    findFish(4, view, &removals)
    if removals.count > 0 { return remove(.jellyfish, removals) }
    if allowsUniqueness {
      LevelUniqueness.grave(in: view, to: &removals)
      if removals.count > 0 { return remove(.grave, removals) }
    }
    return nil
  }

  private mutating func findSets(
    _ size: Int, _ view: LevelView, _ removals: inout LevelRemovals
  ) {
    LevelSubsets.sets(size, houses: open.sets[unchecked: size &- 2], in: view, to: &removals)
    if removals.count == 0 { open.sets[unchecked: size &- 2] = 0 }
  }

  private mutating func findFish(
    _ size: Int, _ view: LevelView, _ removals: inout LevelRemovals
  ) {
    LevelSubsets.fish(size, digits: open.fish[unchecked: size &- 2], in: view, to: &removals)
    if removals.count == 0 { open.fish[unchecked: size &- 2] = 0 }
  }

  private mutating func nextChain(
    _ view: LevelView, mustStop: (Int) -> Bool
  ) -> LevelRound? {
    if tools.chains.search(&open.chainsOfOneDigit, tools.links, in: view) {
      return remove(.chainsOfOneDigit, tools.chains.victims, length: tools.chains.length)
    }
    tools.links.build(view, digits: 0..<9, linksCells: true)
    if tools.chains.search(tools.links, in: view) {
      return remove(.chains, tools.chains.victims, length: tools.chains.length)
    }
    tools.reach.build(tools.links, view)
    if tools.chains.search(tools.links, tools.reach, in: view) {
      return remove(.chainsWithSets, tools.chains.victims, length: tools.chains.length)
    }
    if tools.forcing.search(tools.links, tools.reach, in: view) {
      return remove(.forcingChains, tools.forcing.victims, length: tools.forcing.length)
    }
    let (before, done) = (tools.nets.work, work)
    let depth = tools.nets.search(LevelGrid(grid), view) { mustStop(done &+ $0) }
    work &+= tools.nets.work &- before
    guard let depth else { return nil }
    let kind: LevelKind =
      switch depth {
      case .singles: .nets
      case .patterns: .netsWithPatterns
      case .nets: .nestedNets
      }
    return remove(kind, LevelRemovals(tools.nets.gone, in: view), length: tools.nets.rounds)
  }

  /// Places the rest of a solution.
  mutating func guess(_ solution: Board) -> LevelRound? {
    guard !grid.isFull else { return nil }
    work &+= 1
    changes = grid.fill(from: solution)
    return LevelRound(kind: .guess, length: 0, breadth: changes.count)
  }
}

extension LevelKind {
  @inline(__always)
  fileprivate init(_ single: PlaneGrid.Single) {
    switch single {
    case .lastCell: self = .lastCell
    case .hiddenInBlock: self = .hiddenSingleInBlock
    case .hiddenInLine: self = .hiddenSingleInLine
    case .naked: self = .nakedSingle
    }
  }
}

import SudokuCore
import SudokuTechniques

/// Solves a grid as far as those techniques go for which the order of steps does not matter.
///
/// Singles, locked candidates, naked and hidden pairs and triples, X-Wings, Swordfish, XY- and
/// XYZ-Wings ("basic techniques") are robust: when candidates go, what such a step removed still
/// goes by steps that are no harder. So all of them together always lead to the same grid, and it
/// may be reached many steps at a time. Chains of single conclusions are as robust, each with its
/// length: a strong link that breaks leaves a single.
///
/// Unique rectangles and loops, graves, aligned exclusions and chains of several assumptions are
/// not: a step may destroy another one.
///
/// ```swift
/// var context = SEContext(needsPatterns: false)
/// try OrderFreeSolver.applyBasics(to: &grid, context: &context)
/// ```
public enum OrderFreeSolver {
  /// How many searchers of `SEOrder.all`, counted from the first, are basic techniques.
  public static let basicCount =
    SEOrder.all.firstIndex { !$0.techniques.allSatisfy(basicTechniques.contains) } ?? 0

  /// The techniques whose order does not matter, chains aside.
  static let basicTechniques: Set<Technique> = [
    .fullHouse, .hiddenSingleBlock, .hiddenSingleLine, .directPointing, .directClaiming,
    .directHiddenPair, .nakedSingle, .directHiddenTriple, .pointing, .claiming, .nakedPair, .xWing,
    .hiddenPair, .nakedTriple, .swordfish, .hiddenTriple, .xyWing, .xyzWing,
  ]

  /// The searchers of those basic techniques that `applySimple` does not cover.
  private static let others: [any PatternSearcher] = [
    SEOrder.nakedSet(3), SEOrder.fish(3), SEOrder.hiddenSet(3), XYWing(isXYZ: false),
    XYWing(isXYZ: true),
  ]

  /// How many literals chains may have at most.
  public struct ChainLimits: Hashable, Sendable {
    /// The limit of chains within one digit.
    public var singleDigit: Int
    /// The limit of all others.
    public var general: Int

    /// Creates limits.
    public init(singleDigit: Int, general: Int) {
      self.singleDigit = singleDigit
      self.general = general
    }
  }

  /// Draws all conclusions of the basic techniques.
  ///
  /// - Parameters:
  ///   - grid: The grid to change.
  ///   - context: Limits and memory of the search.
  public static func applyBasics(to grid: inout CandidateGrid, context: inout SEContext) {
    let engine = context.chainScratch().engine
    repeat { applySimple(to: &grid, engine) } while !grid.isFull && applyOthers(to: &grid)
  }

  /// Solves a grid by basic techniques and chains of single conclusions, none of them too long.
  ///
  /// - Parameters:
  ///   - grid: The grid.
  ///   - limits: How long chains may be.
  ///   - context: Limits and memory of the search.
  /// - Returns: The grid, solved; `nil` if that takes more.
  /// - Throws: `SearchInterruption` if a limit of the context is reached.
  public static func solution(
    of grid: CandidateGrid, chains limits: ChainLimits, context: inout SEContext
  ) throws(SearchInterruption) -> CandidateGrid? {
    var grid = grid
    let scratch = context.chainScratch()
    scratch.begin(context.budget)
    defer { scratch.meter.reset() }
    let engine = scratch.engine
    var mayGoOn = true
    while mayGoOn {
      applySimple(to: &grid, engine)
      if grid.isFull { break }
      engine.load(grid)
      let links = engine.staticLinks()
      var wrong: [Int] = []
      if links.hasConflict {
        engine.unary.load(engine.base)
        wrong = engine.unary.shortConflicts(links, limits)
        if scratch.meter.isStopped { break }
      }
      for literal in wrong { apply(refuted: literal, to: &grid) }
      mayGoOn = !wrong.isEmpty || applyOthers(to: &grid)
    }
    try context.budget.charge(scratch.meter.pending)
    if scratch.meter.isStopped { throw .cancelled }
    return grid.isFull ? grid : nil
  }

  /// Carries out what a literal being wrong means.
  private static func apply(refuted literal: Int, to grid: inout CandidateGrid) {
    let candidate = Candidate(index: literal >> 1)
    if literal & 1 == 1 {
      grid.remove(candidate.digit, from: candidate.cell)
    } else if grid.contains(candidate) {
      grid.place(candidate.digit, at: candidate.cell)
    }
  }

  /// Draws all conclusions of singles, locked candidates, pairs and X-Wings.
  private static func applySimple(to grid: inout CandidateGrid, _ engine: ChainEngine) {
    while true {
      placeSingles(in: &grid)
      if grid.isFull { return }
      engine.load(grid)
      let count = PlainTechniques.find(
        engine.base, engine.tables, engine.emptyCount, engine.placedCount, engine.stack)
      if count == 0 { return }
      for number in 0..<count {
        let candidate = Candidate(index: Int(engine.stack[number]))
        grid.remove(candidate.digit, from: candidate.cell)
      }
    }
  }

  /// Places hidden and naked singles until there are none.
  private static func placeSingles(in grid: inout CandidateGrid) {
    var isStable = false
    while !isStable {
      isStable = true
      for index in 0..<27 {
        let house = House(unchecked: index)
        while let digit = grid.hiddenSingles(in: house).first {
          let place = grid.places(of: digit, in: house).trailingZeroBitCount
          grid.place(digit, at: house.cell(place))
          isStable = false
        }
      }
      for index in 0..<81 {
        let digits = grid[Cell(unchecked: index)].rawValue
        if digits != 0 && digits & (digits &- 1) == 0 {
          grid.place(
            Digit(uncheckedIndex: digits.trailingZeroBitCount), at: Cell(unchecked: index))
          isStable = false
        }
      }
    }
  }

  /// Carries out all steps of the first searcher of the others that finds any; says whether one does.
  private static func applyOthers(to grid: inout CandidateGrid) -> Bool {
    for searcher in others {
      var found: [Candidate] = []
      searcher.search(grid) { step in
        found += step.eliminations
        return true
      }
      if found.isEmpty { continue }
      for candidate in found { grid.remove(candidate.digit, from: candidate.cell) }
      return true
    }
    return false
  }
}

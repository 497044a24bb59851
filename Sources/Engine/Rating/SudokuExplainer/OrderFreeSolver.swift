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
package enum OrderFreeSolver {
  /// The number of basic techniques: the first searchers of `SEOrder.all`.
  package static let basicCount =
    SEOrder.all.firstIndex { !$0.techniques.allSatisfy(basicTechniques.contains) } ?? 0

  /// The techniques whose order does not matter, chains aside.
  static let basicTechniques = Set(
    SEScale.table.filter { $0.tenths <= SETenths.xyzWing }.map(\.technique))

  /// The most literals of chains.
  package struct ChainLimits: Hashable, Sendable {
    /// The limit of chains within one digit.
    package var singleDigit: Int
    /// The limit of all others.
    package var general: Int
  }

  /// Solves a grid by basic techniques and chains of single conclusions, none of them too long.
  ///
  /// `isStuck` is true if basic techniques are known to find nothing.
  static func solution(
    of start: PlaneGrid, isStuck: Bool = false, chains limits: ChainLimits,
    context: inout SEContext
  ) throws(SearchInterruption) -> PlaneGrid? {
    let scratch = context.chainScratch()
    scratch.begin(context.budget)
    defer { scratch.meter.reset() }
    let engine = scratch.engine
    var basics = BasicSolver(grid: start)
    var figures = SEFigures.beyondBasics
    var isStuck = isStuck || basics.solve(&figures) == .stuck
    var isFirst = true
    while isStuck {
      engine.load(basics.grid)
      let links = isFirst ? engine.staticLinks() : engine.linksAhead()
      isFirst = false
      if !links.hasConflict { break }
      links.prepareDirect(engine.base)
      let wrong = links.refuted(limits)
      scratch.meter.add(64 &* wrong.count)
      if wrong.isEmpty || scratch.meter.isStopped { break }
      apply(refuted: wrong, to: &basics.grid)
      isStuck = basics.solve(&figures) == .stuck
    }
    try context.budget.charge(scratch.meter.pending)
    if scratch.meter.isStopped { throw .cancelled }
    return basics.grid.isFull ? basics.grid : nil
  }

  /// Carries out what literals being wrong means.
  private static func apply(refuted literals: [Int], to grid: inout PlaneGrid) {
    var gone = CandidateWords()
    var digits = CandidateWords()
    for literal in literals {
      let (cell, digit) = (literal / 2 / 9, literal / 2 % 9)
      if literal & 1 == 1 { gone.insert(digit, cell) } else { digits.insert(digit, cell) }
    }
    let singles = digits.planes
    grid.candidates = grid.candidates.subtracting(gone.planes)
    if !singles.isEmpty { grid.place(singles) }
  }
}

import SudokuCore
import SudokuTechniques

/// The rules of a chain.
struct ChainRule: Hashable {
  /// True if only links inside one digit count (Nishio).
  var isSingleDigit = false
  /// True if candidates switched off count as gone for later conclusions.
  var isDynamic = true
  /// The conclusions tried once simple ones end: 0 nothing, 1 locked candidates, pairs and X-Wings, 2 these and
  /// forcing chains, 3 multiple chains too, 4 dynamic chains instead of both, 5 these and dynamic chains of level 2.
  var level = 0

  static let nishio = ChainRule(isSingleDigit: true)
  static let multiple = ChainRule(isDynamic: false)
  static let dynamic = ChainRule()
  static let plus = ChainRule(level: 1)
  static let plusForcing = ChainRule(level: 2)
  static let plusMultiple = ChainRule(level: 3)
  static let plusDynamic = ChainRule(level: 4)
  static let plusNested = ChainRule(level: 5)
}

/// Counts the work of all engines of one search.
final class ChainMeter {
  /// Literals derived since the counter was last read.
  var pending = 0
  /// The literals that may still be derived.
  var allowance = Int.max
  /// Called from time to time; `true` stops the search.
  var isCancelled: (@Sendable () -> Bool)?
  /// True once the search must end.
  var isStopped = false

  private var nextCheck = 0

  /// Charges work to the budget and looks at the limits.
  func add(_ amount: Int) {
    pending &+= amount
    if pending > allowance { isStopped = true }
    if pending >= nextCheck, let isCancelled {
      nextCheck = pending &+ 20_000
      if isCancelled() { isStopped = true }
    }
  }

  /// Starts counting from 0.
  func reset() {
    pending = 0
    nextCheck = 0
    isStopped = false
  }
}

/// A nested chain that switched something off.
struct NestedChain {
  /// Its complexity, that of the chains nested in itself included.
  var complexity: Int
  /// Two numbers that distinguish nested chains: hashes of its targets and their ancestors.
  var identity: (UInt64, UInt64)
  /// The index of the step in `details`, -1 if steps are not kept.
  var detail: Int
}

/// Finds forcing chains in one grid: the shared state of all chain searches of Sudoku Explainer.
///
/// **What it must reproduce.** Each search takes the hint that Sudoku Explainer takes: by rating, then
/// by the number of literals, then by kind, then by order of discovery. All four depend on the order in
/// which conclusions are drawn: a chain's length counts the parents of its literals, and the parents
/// are those known when a literal was reached. A shorter chain found another way is a different hint,
/// the next grid is another one, and the puzzle's rating changes. So whatever answers draws "on"s
/// before "off"s and cells before blocks, rows and columns, as Sudoku Explainer does. Speed comes from
/// filters alone, which work on sets without order and rule out what need not be drawn.
///
/// | search (`ChainSearcher.Search`) | filter | answer |
/// |---|---|---|
/// | forcing chains and cycles | `StaticLinks`: exact, no conflict means no hint | `UnaryChains` |
/// | Nishio | `NishioScan`: per digit, kept until its cells change | `DynamicTraces`, links of a digit |
/// | multiple | `StaticLinks`, if it has no conflict | `ChainTrace` |
/// | dynamic | `ChainClosure` of level 0 | `DynamicTraces` |
/// | dynamic with patterns (level 1) to with dynamic chains (4) | `ChainClosure` of the level | `ChainTrace` |
/// | dynamic with nested dynamic chains (5) | none | `ChainTrace` |
///
/// `ChainSearcher` runs one search at a time, the easiest first: see `SEOrder`. `UnaryChains+Search`
/// explains the first; the others run through `findMultiple`, see `ChainEngine+Multiple`.
///
/// * `StaticLinks` knows which candidate excludes which by chains of any length, for all pairs at once.
///   Lengths come from `StaticLinks+Shortest`.
/// * `ChainClosure` keeps all that follows from each assumption as sets, without order or length. It is
///   updated from grid to grid. Its contradictions are necessary, not sufficient: a chain is drawn to
///   confirm each. What the sets rule out is never drawn.
/// * `ChainTrace` is a full record in Sudoku Explainer's order: every parent, every reason. `propagate`
///   draws it; levels above 0 go on with `ChainEngine+Plus` (patterns) and `ChainEngine+Nested` (chains).
/// * `DynamicTraces` draws in the same order but keeps one parent for each literal, a third of the time.
///   It serves Nishio and level 0 where only the best hint is wanted; for all hints `ChainTrace` answers.
///   The hint taken is drawn again as a `ChainTrace` where its pattern is wanted (`retrace`).
///
/// **Nesting.** Levels 2 to 5 use chains inside chains. These are searched by a second engine, `nested`,
/// on the first one's `work` grid; it returns all hints, not the best.
///
/// **State.** `base` is the grid searched, `work` the one of the chain under way. Traces, queues and
/// stamps live for one search: `beginSearch` forgets them. Links, closures, `NishioScan` and the lengths
/// in `DynamicTraces` live on, because the next grid of a puzzle only loses candidates. `forget` drops
/// links, closures and lengths where a new puzzle begins (`ChainScratchLease`). `NishioScan` compares each
/// digit's cells and needs no dropping. All this is unsafe memory that the engine allocates once and owns.
/// Nothing points into it between two searches; one thread at a time uses it.
///
/// **Any step.** Where `acceptsAnyStep` is set, a hint need not be Sudoku Explainer's, only correct and short.
final class ChainEngine {
  let tables = ChainTables.shared
  let meter: ChainMeter
  /// The grid that the chains of this level start from.
  let base = ChainGrid.allocate()
  let work = ChainGrid.allocate()
  /// The number of cells without a placed digit, by house.
  let emptyCount = UnsafeMutablePointer<Int>.filled(27, with: 0)
  /// The number of cells that hold each digit.
  let placedCount = UnsafeMutablePointer<Int>.filled(9, with: 0)
  /// The digit placed in a cell, -1 if there is none.
  let placedDigit = UnsafeMutablePointer<Int>.filled(81, with: -1)
  /// The base grid's candidates, and those in cells with several, as bits.
  let live = UnsafeMutablePointer<UInt64>.filled(24, with: 0)
  let onQueue = UnsafeMutablePointer<UInt16>.filled(ChainTrace.literals + 2, with: 0)
  let offQueue = UnsafeMutablePointer<UInt16>.filled(ChainTrace.literals + 2, with: 0)
  /// Ends of the queues: on head, on tail, off head, off tail.
  let queueEnds = UnsafeMutablePointer<Int>.filled(4, with: 0)
  let stamps = UnsafeMutablePointer<UInt32>.filled(ChainTrace.literals + 2, with: 0)
  let stack = UnsafeMutablePointer<UInt16>.filled(ChainTrace.literals + 2, with: 0)
  var stamp: UInt32 = 0
  /// The trace of each literal in this search, -1 where there is none yet.
  let traceOf = UnsafeMutablePointer<Int32>.filled(ChainTrace.literals, with: -1)
  var traces: [ChainTrace] = []
  var tracesInUse = 0
  /// The complexity of the best hint so far, if only the best one is wanted: longer chains do not matter.
  var limit = Int.max
  var nestedChains: [NestedChain] = []
  /// True if nested chains keep their steps.
  var keepsDetails = false
  var details: [Step] = []
  let unary: UnaryChains
  /// The dynamic chains of a search that wants the best hint only.
  let dynamic: DynamicTraces
  /// True if this search uses those.
  var usesDynamic = false
  /// The literals that may contradict themselves inside one digit.
  var nishio = NishioScan()
  /// True if any step will do: then chains nest the one forcing chain that comes first, not all.
  var acceptsAnyStep = false
  /// The links that filter static chains; `nil` if they cannot.
  var filter: StaticLinks?
  private let links = StaticLinks()
  private var hasLinks = false
  /// The grid from which the links of the next one may grow, where there is one.
  private let linked = ChainGrid.allocate()
  private var hasLinked = false
  /// The links of a grid that may yet turn out not to be the next one.
  private let ahead = StaticLinks()
  private var deeper: ChainEngine?
  /// The sets of what follows, by level; made when first needed.
  private var closures: [ChainClosure?] = []
  /// The sets that this search uses.
  var closure: ChainClosure?
  /// The engine whose chain's grid this one searches.
  private(set) weak var outer: ChainEngine?

  init(meter: ChainMeter) {
    self.meter = meter
    unary = UnaryChains(meter: meter)
    dynamic = DynamicTraces(base: base, work: work, meter: meter)
  }

  deinit {
    base.deallocate()
    work.deallocate()
    linked.deallocate()
    deallocate(
      emptyCount, placedCount, placedDigit, live, onQueue, offQueue, queueEnds, stamps, stack,
      traceOf)
    for trace in traces { trace.deallocate() }
  }

  /// The engine for chains nested in those of this one.
  var nested: ChainEngine {
    if let deeper { return deeper }
    let engine = ChainEngine(meter: meter)
    engine.outer = self
    deeper = engine
    return engine
  }

  /// The closed links of the base grid.
  func staticLinks() -> StaticLinks {
    if !hasLinks {
      if hasLinked && isNarrowed {
        links.close(base, from: links, linked)
      } else {
        links.close(base)
      }
      linked.copy(from: base)
      hasLinked = true
      hasLinks = true
    }
    return links
  }

  /// The closed links of a base grid that came from the one before by steps that may be taken back.
  func linksAhead() -> StaticLinks {
    if hasLinked && isNarrowed {
      ahead.close(base, from: links, linked)
      ahead.prepareDirect(base, from: links)
    } else {
      ahead.close(base)
      ahead.prepareDirect(base)
    }
    return ahead
  }

  /// True if the base grid follows by steps from the one whose links were closed last, with all singles drawn:
  /// candidates only went, and no strong link lost just one end.
  private var isNarrowed: Bool {
    for slot in 0..<ChainGrid.size where linked.masks[slot] != base.masks[slot] {
      let before = linked.masks[slot]
      let after = base.masks[slot]
      let rest = before & (before &- 1)
      let isPair = rest != 0 && rest & (rest &- 1) == 0
      if after & ~before != 0 || isPair && after != 0 { return false }
    }
    return true
  }

  /// Takes over a grid to search.
  func load(_ grid: CandidateGrid) {
    hasLinks = false
    grid.withMasks { masks in
      for cell in 0..<81 { base.masks[cell] = masks.digits(cell) }
      for house in 0..<27 {
        for digit in 0..<9 {
          base.masks[81 &+ house &* 9 &+ digit] = masks.places(house, digit)
        }
      }
    }
    emptyCount.update(repeating: 0, count: 27)
    placedCount.update(repeating: 0, count: 9)
    for cell in 0..<81 {
      if let digit = grid.board[Cell(index: cell)] {
        placedCount[digit.index] += 1
        placedDigit[cell] = digit.index
      } else {
        placedDigit[cell] = -1
        for kind in 0..<3 { emptyCount[Int(tables.house[cell * 4 + kind])] += 1 }
      }
    }
  }

  /// Takes over a grid to search.
  func load(_ grid: PlaneGrid) {
    hasLinks = false
    let masks = GridMasks(grid.candidates)
    masks.withMasks { base.masks.update(from: $0, count: ChainGrid.size) }
    emptyCount.update(repeating: 0, count: 27)
    placedCount.update(repeating: 0, count: 9)
    placedDigit.update(repeating: -1, count: 81)
    for digit in 0..<9 {
      var cells = grid.placed.plane(digit)
      while cells != 0 {
        placedDigit[cells.trailingZeroBitCount] = digit
        placedCount[digit] += 1
        cells &= cells &- 1
      }
    }
    var empty = grid.filled.inverse.bits
    while empty != 0 {
      let cell = empty.trailingZeroBitCount
      for kind in 0..<3 { emptyCount[Int(tables.house[cell &* 4 &+ kind])] &+= 1 }
      empty &= empty &- 1
    }
  }

  /// Takes over the grid of another engine's chain, as the puzzle of this one.
  func load(workOf outer: ChainEngine) {
    base.copy(from: outer.work)
    links.close(base, from: outer.staticLinks(), outer.base)
    hasLinks = true
    hasLinked = false
    emptyCount.update(from: outer.emptyCount, count: 27)
    placedCount.update(from: outer.placedCount, count: 9)
  }

  /// The sets for a rule, up to date with the base grid; `nil` if there is no filter.
  func closure(_ rule: ChainRule, skipsInert: Bool = false) -> ChainClosure? {
    guard rule.isDynamic, rule.level <= (outer == nil ? 4 : 0) else { return nil }
    if let outer {
      guard let known = outer.closure(.dynamic) else { return nil }
      let own = closure(level: 0)
      own.update(base, self, from: known, before: outer.base)
      return own
    }
    var lower: ChainClosure?
    // Level 4 grows from level 1: it has no use for the chains of levels 2 and 3.
    for level in 0...rule.level where rule.level < 4 || level != 2 && level != 3 {
      let own = closure(level: level)
      own.update(base, self, from: lower, skipsInert: skipsInert)
      lower = own
    }
    return lower
  }

  func closure(level: Int) -> ChainClosure {
    while closures.count <= level { closures.append(nil) }
    if let known = closures[level] { return known }
    let new = ChainClosure(level: level)
    closures[level] = new
    return new
  }

  /// Forgets the grids searched before.
  func forget() {
    hasLinked = false
    for closure in closures { closure?.reset() }
    closure = nil
    filter = nil
    dynamic.forget()
    deeper?.forget()
  }

  /// Notes which candidates the base grid has.
  private func noteLive() {
    live.update(repeating: 0, count: 24)
    for cell in 0..<81 {
      let digits = base.digits(cell)
      var rest = digits
      while rest != 0 {
        let candidate = cell &* 9 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: candidate & 63)
        live[12 &+ candidate &>> 6] |= bit
        if digits & (digits &- 1) != 0 { live[candidate &>> 6] |= bit }
      }
    }
  }

  /// Forgets the traces of the search before.
  func beginSearch() {
    noteLive()
    usesDynamic = false
    traceOf.update(repeating: -1, count: ChainTrace.literals)
    tracesInUse = 0
    limit = .max
    nestedChains.removeAll(keepingCapacity: true)
    details.removeAll(keepingCapacity: true)
  }

  /// All that follows from a literal; computed once for each search.
  func trace(_ literal: Int, _ rule: ChainRule) -> ChainTrace {
    let known = Int(traceOf[literal])
    if known >= 0 { return traces[known] }
    if tracesInUse == traces.count { traces.append(.allocate()) }
    let trace = traces[tracesInUse]
    traceOf[literal] = Int32(tracesInUse)
    tracesInUse += 1
    propagate(trace, from: literal, rule)
    return trace
  }
}

import SudokuTechniques

/// Conclusions from several chains: contradictions, and what all of several assumptions lead to.
///
/// `findMultiple` runs all searches but that of forcing chains (`ChainEngine` has the table). For each
/// cell in reading order, and each of its candidates, it looks at
///
/// 1. contradictions (dynamic searches only): the candidate on, then off; if one leads to a literal and
///    its opposite, the other one holds;
/// 2. doubles (dynamic only, cells of three digits or more): what follows both from on and from off;
/// 3. houses: what follows from all places of its digit in a house, where it is the first place;
/// 4. after its last candidate the cell: what follows from all its digits.
///
/// Nishio takes contradictions alone. This order is Sudoku Explainer's and decides among equal hints.
///
/// Each look passes up to four stages; the first two only filter:
///
/// * `filter` (multiple chains): the assumptions exclude something in common, by links of any length, and
///   the shortest such chains are no longer than the best hint;
/// * `closure` (dynamic searches): the assumption may contradict itself (`mayContradict`), or the
///   assumptions' sets have an "off" in common (`mayAgree`);
/// * the chains: `trace` (`ChainTrace`) or `dynamic.trace` (`DynamicTrace`) draws them;
/// * the length: `consider` skips counting their literals if a lower bound exceeds the best hint; else it
///   counts, and the `HintCollector` keeps the hint if it precedes the one kept.
///
/// `Wanted.best` keeps one hint and lowers `limit` with each better one, so that longer chains are cut
/// short; in Nishio and level 0 `boundByContradictions` draws contradictions first, as they bound all others. `Wanted.all` keeps
/// the first hint for each set of candidates removed: nested searches and lists of steps use it.
extension ChainEngine {
  /// The hints to keep.
  enum Wanted {
    /// The hint that comes first.
    case best
    /// The first hint of each set of removed candidates, sorted.
    case all
  }

  /// Searches the base grid for conclusions from several chains.
  ///
  /// Source: the rules of Sudoku Explainer 1.2.1 by Nicolas Juillerat.
  func findMultiple(_ rule: ChainRule, _ wanted: Wanted) -> [MultipleHint] {
    if rule.isSingleDigit, !nishio.update(base, tables) { return [] }
    beginSearch()
    if !rule.isDynamic && !staticLinks().hasConflict {
      filter = staticLinks()
    } else {
      filter = nil
    }
    closure = rule.isSingleDigit ? nil : closure(rule, skipsInert: rule.level == 0)
    usesDynamic = wanted == .best && rule.isDynamic && rule.level == 0
    if usesDynamic { dynamic.begin(isSingleDigit: rule.isSingleDigit) }
    if meter.isStopped { return [] }
    if usesDynamic { boundByContradictions(rule) }
    var found = HintCollector(keepsAll: wanted == .all)
    for cell in 0..<81 {
      let digits = base.digits(cell)
      let count = Int(tables.count[Int(digits)])
      if count < (rule.isDynamic ? 2 : 3) { continue }
      var rest = digits
      while rest != 0 {
        let candidate = cell * 9 + rest.trailingZeroBitCount
        rest &= rest - 1
        searchCandidate(candidate, count, rule, &found)
        if meter.isStopped { return [] }
      }
      if !rule.isSingleDigit {
        agree(cellPremises(cell), .cell(cell), rule, &found)
      }
      if meter.isStopped { return [] }
    }
    return found.sorted()
  }

  /// Draws all that may contradict itself before anything else: its length bounds all others.
  ///
  /// It must be drawn anyway, so this costs nothing. The order of discovery stays: the hints are
  /// considered later, in their place.
  private func boundByContradictions(_ rule: ChainRule) {
    var literals: [Int] = []
    for cell in 0..<81 {
      var rest = base.digits(cell)
      if rest & (rest &- 1) == 0 { continue }
      while rest != 0 {
        let candidate = cell &* 9 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        if mayContradict(candidate &* 2, rule) { literals.append(candidate &* 2) }
        if mayContradict(candidate &* 2 &+ 1, rule) { literals.append(candidate &* 2 &+ 1) }
      }
    }
    dynamic.bound(byContradictionsFrom: &literals)
    limit = dynamic.limit
  }

  private func searchCandidate(
    _ candidate: Int, _ count: Int, _ rule: ChainRule, _ found: inout HintCollector
  ) {
    let on = candidate * 2 + 1
    if rule.isDynamic {
      if isContradictory(on, rule) {
        consider(.contradiction(on), candidate * 2, &found)
      }
      if isContradictory(candidate * 2, rule) {
        consider(.contradiction(candidate * 2), on, &found)
      }
      if rule.isSingleDigit { return }
      if count >= 3 { agree(Premises(on, candidate * 2), .double(candidate), rule, &found) }
    }
    let cell = Int(tables.cellOf[candidate])
    let digit = Int(tables.digitOf[candidate])
    for kind in 0..<3 {
      let house = Int(tables.house[cell * 4 + kind])
      let places = base.places(house, digit)
      guard places & (places &- 1) != 0,
        places & (0 &- places) == tables.bit[cell * 4 + kind]
      else { continue }
      let form = MultipleHint.Form.house(house, digit: digit)
      agree(housePremises(house, digit), form, rule, &found)
    }
  }

  /// True if a literal leads to a contradiction.
  private func isContradictory(_ literal: Int, _ rule: ChainRule) -> Bool {
    // Where the sets rule it out, no chain is drawn.
    guard mayContradict(literal, rule) else { return false }
    return usesDynamic
      ? dynamic.trace(literal).contradiction != nil : trace(literal, rule).hasContradiction
  }

  /// True if a literal leads to a contradiction by what is known without chains.
  private func mayContradict(_ literal: Int, _ rule: ChainRule) -> Bool {
    if rule.isSingleDigit { return nishio.mayContradict(literal, tables) }
    return closure.map { $0.status[literal] == .contradictory } ?? true
  }

  private func sets(_ literal: Int, _ rule: ChainRule) -> UnsafeMutablePointer<UInt64> {
    if let closure, closure.status[literal] == .consistent {
      return closure.state(literal).sets
    }
    return usesDynamic ? dynamic.trace(literal).sets : trace(literal, rule).sets
  }

  /// The literals that a cell's digits are.
  func cellPremises(_ cell: Int) -> Premises {
    var branches = Premises()
    var rest = base.digits(cell)
    while rest != 0 {
      branches.append((cell &* 9 &+ rest.trailingZeroBitCount) &* 2 &+ 1)
      rest &= rest &- 1
    }
    return branches
  }

  /// The literals that a digit's places in a house are.
  func housePremises(_ house: Int, _ digit: Int) -> Premises {
    var branches = Premises()
    var rest = base.places(house, digit)
    while rest != 0 {
      let cell = Int(tables.cell[house &* 9 &+ rest.trailingZeroBitCount])
      branches.append((cell &* 9 &+ digit) &* 2 &+ 1)
      rest &= rest &- 1
    }
    return branches
  }

  /// Considers every literal that follows from each of several ones.
  func agree(
    _ starts: Premises, _ form: MultipleHint.Form, _ rule: ChainRule, _ found: inout HintCollector
  ) {
    if let filter {
      filter.beginCommon()
      for number in 0..<starts.count where !filter.narrowCommon(starts[number] >> 1) { return }
      if !found.keepsAll, isTooLong(starts, form, filter, found) { return }
    }
    if let closure, !mayAgree(starts, closure) { return }
    var common = LiteralSets(live)
    for number in 0..<starts.count {
      common.formIntersection(LiteralSets(sets(starts[number], rule)))
      if common.isEmpty { return }
    }
    // Sets are only a filter: the chains themselves decide.
    for number in 0..<starts.count {
      common.formIntersection(LiteralSets(drawnSets(starts[number], rule)))
    }
    if common.isEmpty { return }
    // "On"s come first.
    for isOn in [true, false] where common.hasAny(isOn) {
      forLiterals(starts[0], rule) { literal in
        if (literal & 1 == 1) == isOn, common.contains(literal) {
          consider(form, literal, &found)
        }
      }
    }
  }

  /// True if the sets of several literals have something in common.
  ///
  /// Consistent literals agree on "off"s only: an "on" has "off"s beside it in its cell.
  func mayAgree(_ starts: Premises, _ closure: ChainClosure) -> Bool {
    var low = SIMD8<UInt64>(live + 12)
    var high = SIMD4<UInt64>(live + 20)
    for number in 0..<starts.count {
      switch closure.status[starts[number]] {
      case .consistent: break
      case .inert: return false
      // What these lead to is not known.
      case .unknown, .contradictory: continue
      }
      let sets = closure.state(starts[number]).sets
      low &= SIMD8<UInt64>(sets + 12)
      high &= SIMD4<UInt64>(sets + 20)
      if low.union | high.union == 0 { return false }
    }
    return true
  }

  /// All that follows from a literal, as its chains say.
  private func drawnSets(_ literal: Int, _ rule: ChainRule) -> UnsafeMutablePointer<UInt64> {
    usesDynamic ? dynamic.trace(literal).sets : trace(literal, rule).sets
  }

  /// Calls `body` with each literal that follows from one, in the order in which they were found.
  private func forLiterals(_ start: Int, _ rule: ChainRule, _ body: (Int) -> Void) {
    if usesDynamic {
      let trace = dynamic.trace(start)
      for node in 0..<trace.enteredCount { body(trace.literal(node)) }
      return
    }
    let trace = trace(start, rule)
    for node in 0..<trace.state.pointee.nodeCount {
      let literal = Int(trace.nodes[node].literal)
      if trace.node(literal) == node { body(literal) }
    }
  }

  /// True if the shortest chains from several literals to something that they agree on are too long to count; static
  /// chains are no shorter than these.
  private func isTooLong(
    _ starts: Premises, _ form: MultipleHint.Form, _ filter: StaticLinks,
    _ found: HintCollector
  ) -> Bool {
    guard limit < .max else { return false }
    filter.prepareDirect(base)
    let least = filter.leastAgreement(starts, atMost: limit)
    return !found.mayCount(MultipleHint(form: form, target: 0, complexity: least), 0)
  }

  /// Works out a hint's complexity, if it may count, and keeps it if it does.
  func consider(_ form: MultipleHint.Form, _ target: Int, _ found: inout HintCollector) {
    var hint = MultipleHint(form: form, target: target, complexity: 0)
    let key = found.keepsAll ? removalKey(target) : 0
    if usesDynamic {
      hint.complexity = leastDynamicComplexity(hint)
      guard hint.complexity <= limit, found.mayCount(hint, key) else { return }
      hint.complexity = dynamicComplexity(hint)
      guard hint.complexity <= limit else { return }
    } else {
      let ends = ends(of: hint)
      hint.complexity = ends.leastComplexity
      guard found.mayCount(hint, key) else { return }
      hint.complexity = complexity(ends)
    }
    found.note(hint, key)
    if !found.keepsAll {
      limit = min(limit, hint.complexity)
      dynamic.limit = limit
    }
  }

  /// A number that is equal for targets that remove the same candidates.
  private func removalKey(_ target: Int) -> Int {
    guard target & 1 == 1 else { return target }
    let candidate = target >> 1
    let cell = Int(tables.cellOf[candidate])
    let others = base.digits(cell) & ~(1 << UInt16(tables.digitOf[candidate]))
    let isOne = others != 0 && others & (others - 1) == 0
    return isOne ? (cell * 9 + others.trailingZeroBitCount) * 2 : target
  }
}

/// Literals as sets of candidates: those that are on, and those that are off.
private struct LiteralSets {
  private var words: (SIMD8<UInt64>, SIMD8<UInt64>, SIMD8<UInt64>)

  /// Reads 24 words.
  @inline(__always)
  init(_ sets: UnsafeMutablePointer<UInt64>) {
    let raw = UnsafeRawPointer(sets)
    words = (
      raw.loadUnaligned(as: SIMD8<UInt64>.self),
      raw.loadUnaligned(fromByteOffset: 64, as: SIMD8<UInt64>.self),
      raw.loadUnaligned(fromByteOffset: 128, as: SIMD8<UInt64>.self)
    )
  }

  @inline(__always)
  mutating func formIntersection(_ other: Self) {
    words.0 &= other.words.0
    words.1 &= other.words.1
    words.2 &= other.words.2
  }

  @inline(__always)
  var isEmpty: Bool { (words.0 | words.1 | words.2).union == 0 }

  /// True if there are "on"s, or "off"s.
  func hasAny(_ isOn: Bool) -> Bool {
    (isOn
      ? words.0 | SIMD8(lowHalf: words.1.lowHalf, highHalf: SIMD4())
      : words.2 | SIMD8(lowHalf: words.1.highHalf, highHalf: SIMD4())).union != 0
  }

  @inline(__always)
  func contains(_ literal: Int) -> Bool {
    let candidate = literal >> 1
    let word = candidate >> 6 + (literal & 1 == 1 ? 0 : 12)
    return withUnsafeBytes(of: words) {
      $0.load(fromByteOffset: word * 8, as: UInt64.self) >> UInt64(candidate & 63) & 1 != 0
    }
  }
}

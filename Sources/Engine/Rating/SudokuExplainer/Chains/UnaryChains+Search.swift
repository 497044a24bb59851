/// Forcing chains and cycles: what follows from one candidate by links between two candidates.
///
/// A chain starts from a literal and reaches its opposite: the literal is wrong. A cycle starts from an
/// "on" and comes back to it: what sees an "on" and an "off" of it is wrong. Sudoku Explainer searches
/// from every candidate in three passes (links of one digit, cycles of bivalue cells, all links) and
/// takes the hint with the lowest rating; `UnaryHint.precedes` has the full order.
///
/// Only the order of the hints counts, not that of the searches: each hint carries the `order` in which
/// Sudoku Explainer discovers it. So chains come first here, because they are cheap and their ratings
/// bound the cycles:
///
/// 1. `StaticLinks` filters, exactly for "on" starts with all links, else as a necessary condition: a chain
///    starts only from a literal that excludes itself, and
///    without one there is no cycle either that removes anything.
/// 2. Chains, of one digit, then of all links. `findChain` (in `UnaryChains+Walk`) walks breadth-first
///    through the links in Sudoku Explainer's order. The path it finds first is its path, and the shortest.
/// 3. `bound`: the rating that a cycle has to reach. It is that of the best chain or, where all hints
///    are wanted, of the worst first chain of a candidate.
/// 4. Cycles, of one digit, of bivalue cells, of all links: only through candidates that may lie on one
///    that removes something (`markStarts`, `StaticLinks+Cycles`, `BivalueCycles`). `findCycles` draws
///    them and drops what cannot return to its start within the bound.
///
/// `searchAll` returns all hints for nested chains and lists of steps. `best` (in
/// `UnaryChains+Best`) returns one; it reads the chains' lengths from `StaticLinks+Shortest` and
/// draws the one chain taken. The lists of links, the tree of the walk and the hints live here from
/// one `load` to the next; the engine owns the object.
extension UnaryChains {
  /// The links that a pass of the search may use.
  enum Pass {
    case single, bivalue, both

    var kind: UnaryHint.Kind {
      switch self {
      case .single: .single
      case .bivalue: .bivalue
      case .both: .both
      }
    }

    /// The rating of a cycle without its length.
    var cycleBase: Double {
      Double(self == .both ? SETenths.bidirectionalCycle : SETenths.bidirectionalXYCycle) / 10
    }
    /// The rating of a chain without its length.
    var chainBase: Double {
      Double(self == .single ? SETenths.forcingXChain : SETenths.forcingChain) / 10
    }
  }

  /// Searches the grid loaded last for the first hint that removes each candidate: chains of one
  /// digit, cycles of bivalue cells, then both; sorted.
  ///
  /// The hints are those that count, not all: chains only start at candidates that exclude
  /// themselves, cycles only where they may come before the chain of a candidate that they remove.
  func searchAll(_ links: StaticLinks) {
    hints.removeAll(keepingCapacity: true)
    path.removeAll(keepingCapacity: true)
    removals.removeAll(keepingCapacity: true)
    keepsAll = true
    bound = nil
    findChains(.single, links)
    let hasSingle = !hints.isEmpty
    findChains(.both, links)
    boundByWorst()
    links.collectExcluded()
    // What a cycle of one digit removes has a chain of that digit.
    if hasSingle { findCycles(.single, links) }
    if links.mayHaveBivalueConflict { findCycles(.bivalue, links) }
    findCycles(.both, links)
    hints.sort { $0.precedes($1) }
  }

  private func findChains(_ pass: Pass, _ links: StaticLinks) {
    for number in 0..<liveCount.pointee {
      let candidate = Int(live[number])
      if links.excludesItself(candidate) {
        findChain(candidate &* 2 &+ 1, pass, chainOrder(candidate &* 2 &+ 1, pass))
      }
      if hasConflict(behind: candidate, links) {
        findChain(candidate &* 2, pass, chainOrder(candidate &* 2, pass))
      }
      if meter.isStopped { return }
    }
  }

  private func findCycles(_ pass: Pass, _ links: StaticLinks) {
    if !mayMatter(pass.cycleBase + ChainLength.of(4), 4, pass.kind.rawValue) { return }
    markStarts(pass, links)
    for number in 0..<liveCount.pointee {
      let candidate = Int(live[number])
      if pass == .bivalue && !isBivalue[Int(tables.cellOf[candidate])] { continue }
      if isStart[candidate] { findCycles(candidate, pass, order(pass, candidate, 0)) }
      if meter.isStopped { return }
    }
  }

  func order(_ pass: Pass, _ candidate: Int, _ place: Int) -> Int {
    Int(pass.kind.rawValue) << 40 + candidate << 20 + place
  }

  /// Takes the worst of the first chains that remove each candidate as the bound for cycles.
  private func boundByWorst() {
    var first: [UInt16: Int] = [:]
    for (index, hint) in hints.enumerated() {
      let target = path[hint.pathStart].literal
      guard target & 1 == 0 else { continue }
      if let known = first[target], hints[known].precedes(hint) { continue }
      first[target] = index
    }
    for index in first.values {
      let hint = hints[index]
      if let bound,
        (hint.rating, hint.complexity, hint.kind.rawValue)
          <= (bound.rating, bound.complexity, bound.kind)
      {
        continue
      }
      bound = (hint.rating, hint.complexity, hint.kind.rawValue)
    }
  }

  /// True if a hint of this rating may still count, apart from its place in the order of discovery.
  func mayMatter(_ rating: Double, _ complexity: Int, _ kind: UInt8) -> Bool {
    guard let bound else { return true }
    return (rating, complexity, kind) <= (bound.rating, bound.complexity, bound.kind)
  }

  /// The largest complexity with which a hint may still count; where only the best one is wanted,
  /// its place in the order of discovery decides between equals.
  func limit(_ base: Double, _ kind: UnaryHint.Kind, _ order: Int) -> Int {
    guard let bound else { return .max }
    var complexity = 2
    while complexity < 1500,
      mayMatter(base + ChainLength.of(complexity + 1), complexity + 1, kind.rawValue)
    {
      complexity += 1
    }
    if !keepsAll, let best = hints.first, order > best.order, complexity == bound.complexity,
      kind.rawValue == bound.kind, base + ChainLength.of(complexity) == bound.rating
    {
      complexity -= 1
    }
    return complexity
  }

  func noteChain(_ node: Int, _ pass: Pass, _ order: Int) {
    let complexity = Int(depth[node])
    let hint = UnaryHint(
      rating: pass.chainBase + ChainLength.of(complexity), complexity: complexity,
      kind: pass.kind, isCycle: false, pathStart: path.count, removalStart: removals.count,
      removalCount: 0, order: order)
    note(hint, node, nil)
  }

  func noteCycle(
    _ node: Int, _ lastReason: UInt8, _ pass: Pass, _ order: Int
  ) -> Bool {
    let first = removals.count
    collectRemovals(node)
    if removals.count == first { return false }
    let complexity = Int(depth[node])
    let hint = UnaryHint(
      rating: pass.cycleBase + ChainLength.of(complexity), complexity: complexity,
      kind: pass.kind, isCycle: true, pathStart: path.count, removalStart: first,
      removalCount: removals.count - first, order: order)
    note(hint, node, lastReason)
    return true
  }

  private func note(_ hint: UnaryHint, _ node: Int, _ lastReason: UInt8?) {
    if !keepsAll, let best = hints.first {
      if !hint.precedes(best) {
        removals.removeLast(hint.removalCount)
        return
      }
      hints.removeAll(keepingCapacity: true)
    }
    if !keepsAll { bound = (hint.rating, hint.complexity, hint.kind.rawValue) }
    hints.append(hint)
    // A cycle's target is its start, reached again.
    if let lastReason { path.append((literal[0], lastReason)) }
    var at = node
    while true {
      path.append((literal[at], reason[at]))
      if at == 0 { break }
      at = Int(parent[at])
    }
  }

  /// Lists the candidates outside the cells of a cycle that see both an "on" and an "off" of it.
  private func collectRemovals(_ node: Int) {
    var seenOn: InlineArray<9, UInt128> = .init(repeating: 0)
    var seenOff: InlineArray<9, UInt128> = .init(repeating: 0)
    var own: UInt128 = 0
    var at = node
    while true {
      let candidate = Int(literal[at]) &>> 1
      let cell = Int(tables.cellOf[candidate])
      let digit = Int(tables.digitOf[candidate])
      own |= 1 &<< UInt128(truncatingIfNeeded: cell)
      if literal[at] & 1 == 1 {
        seenOn[digit] |= tables.peers[cell]
      } else {
        seenOff[digit] |= tables.peers[cell]
      }
      if at == 0 { break }
      at = Int(parent[at])
    }
    var any: UInt128 = 0
    for digit in 0..<9 {
      seenOn[digit] &= seenOff[digit] & cellsOf[digit] & ~own
      any |= seenOn[digit]
    }
    while any != 0 {
      let cell = any.trailingZeroBitCount
      any &= any &- 1
      for digit in 0..<9 where seenOn[digit] &>> UInt128(truncatingIfNeeded: cell) & 1 != 0 {
        removals.append(UInt16(truncatingIfNeeded: cell &* 9 &+ digit))
      }
    }
  }
}

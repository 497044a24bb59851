import SudokuTechniques

extension ChainEngine {
  /// Applies the chains of a level to the grid of the chain under way.
  func advanceByChains(_ trace: ChainTrace, _ level: Int) -> Bool {
    let inner = nested
    inner.keepsDetails = keepsDetails
    inner.load(workOf: self)
    switch level {
    case 2: return applyUnary(trace, inner)
    case 3: return applyUnary(trace, inner) || applyMultiple(trace, inner, .multiple)
    case 4: return applyMultiple(trace, inner, .dynamic)
    default:
      return applyMultiple(trace, inner, .dynamic) || applyMultiple(trace, inner, .plusForcing)
    }
  }

  private func applyUnary(_ trace: ChainTrace, _ inner: ChainEngine) -> Bool {
    let links = inner.staticLinks()
    if !links.hasConflict { return false }
    let unary = inner.unary
    if acceptsAnyStep {
      links.prepareDirect(inner.base, from: staticLinks())
      unary.searchBestChain(in: inner.base, links)
    } else {
      unary.load(inner.base)
      unary.searchAll(links)
    }
    if unary.meter.isStopped { return false }
    var didYield = false
    var seen: Set<[Int]> = []
    for hint in unary.hints {
      let removals = inner.removals(of: hint)
      guard seen.insert(removals).inserted else { continue }
      trace.reserveParents(729)
      let first = trace.state.pointee.parentCount
      stamp &+= 1
      var hash = ChainHash()
      var at = hint.pathStart
      hash.begin(Int(unary.path[at].literal))
      while true {
        let (literal, reason) = unary.path[at]
        hash.add(Int(literal))
        if literal & 1 == 1 || hint.isCycle {
          pushGone(trace, Int(literal) >> 1, ChainReason(rawValue: reason) ?? .assumption)
        }
        if reason == ChainReason.assumption.rawValue { break }
        at += 1
      }
      let count = trace.state.pointee.parentCount - first
      if count == 0 { continue }
      didYield = true
      let chain = NestedChain(
        complexity: hint.complexity, identity: hash.value, detail: keepDetail { inner.step(hint) })
      switchOffNested(trace, removals, first, count, chain)
    }
    return didYield
  }

  private func applyMultiple(
    _ trace: ChainTrace, _ inner: ChainEngine, _ rule: ChainRule
  ) -> Bool {
    let hints = inner.findMultiple(rule, .all)
    if meter.isStopped { return false }
    var didYield = false
    for hint in hints {
      trace.reserveParents(729)
      let first = trace.state.pointee.parentCount
      stamp &+= 1
      var hash = ChainHash()
      let ends = inner.ends(of: hint)
      for number in 0..<ends.count {
        let end = ends[number]
        hash.begin(Int(end.trace.nodes[end.node].literal))
        inner.walkAncestors(end) { node in
          let literal = Int(node.literal)
          hash.add(literal)
          guard literal & 1 == 1 else { return }
          var reason = node.reason
          if reason == .assumption {
            switch hint.form {
            case .cell: reason = .cell
            case .house(let house, _): reason = .house(house / 9)
            default: return
            }
          }
          pushGone(trace, literal >> 1, reason)
        }
      }
      let count = trace.state.pointee.parentCount - first
      if count == 0 { continue }
      didYield = true
      let chain = NestedChain(
        complexity: hint.complexity, identity: hash.value,
        detail: keepDetail { inner.step(hint, rule) })
      switchOffNested(trace, inner.removals(of: hint.target), first, count, chain)
    }
    return didYield
  }

  private func keepDetail(_ step: () -> Step) -> Int {
    guard keepsDetails else { return -1 }
    details.append(step())
    return details.count - 1
  }

  private func switchOffNested(
    _ trace: ChainTrace, _ removals: [Int], _ first: Int, _ count: Int, _ chain: NestedChain
  ) {
    let number = Int32(nestedChains.count)
    nestedChains.append(chain)
    for candidate in removals {
      switchOffAdvanced(
        trace, candidate, from: first, count, .nested, nested: number, extra: chain.complexity)
    }
  }

  /// Pushes the "off"s that an "on" of a nested chain rests on, each once for this stamp.
  private func pushGone(_ trace: ChainTrace, _ candidate: Int, _ reason: ChainReason) {
    let cell = Int(tables.cellOf[candidate])
    let kind = Int(reason.rawValue) - 1
    if reason == .cell {
      var gone = base.digits(cell) & ~work.digits(cell)
      while gone != 0 {
        pushOnce(trace, cell * 9 + gone.trailingZeroBitCount)
        gone &= gone - 1
      }
    } else if kind < 3 {
      let house = Int(tables.house[cell * 4 + kind])
      let digit = Int(tables.digitOf[candidate])
      var gone = base.places(house, digit) & ~work.places(house, digit)
      while gone != 0 {
        pushOnce(trace, Int(tables.cell[house * 9 + gone.trailingZeroBitCount]) * 9 + digit)
        gone &= gone - 1
      }
    }
  }

  private func pushOnce(_ trace: ChainTrace, _ candidate: Int) {
    let node = trace.node(candidate * 2)
    if stamps[node] == stamp { return }
    stamps[node] = stamp
    trace.pushParent(node)
  }

  /// The candidates that a nested chain's hint removes, in order.
  func removals(of hint: UnaryHint) -> [Int] {
    if hint.isCycle {
      return (0..<hint.removalCount).map { Int(unary.removals[hint.removalStart + $0]) }
    }
    return removals(of: Int(unary.path[hint.pathStart].literal))
  }

  /// The candidates that go if a literal is true: itself, or the others of its cell.
  func removals(of target: Int) -> [Int] {
    let candidate = target >> 1
    if target & 1 == 0 { return [candidate] }
    let cell = Int(tables.cellOf[candidate])
    let others = base.digits(cell) & ~(1 << UInt16(tables.digitOf[candidate]))
    return (0..<9).filter { others >> UInt16($0) & 1 != 0 }.map { cell * 9 + $0 }
  }

  /// Visits the ancestors of a node breadth-first, itself first.
  func walkAncestors(_ end: ChainEnd, _ visit: (ChainNode) -> Void) {
    let trace = end.trace
    stamp &+= 1
    stamps[end.node] = stamp
    stack[0] = UInt16(truncatingIfNeeded: end.node)
    var head = 0
    var tail = 1
    while head < tail {
      let node = Int(stack[head])
      head += 1
      visit(trace.nodes[node])
      for number in 0..<Int(trace.nodes[node].parentCount) {
        let parent = trace.parent(number, of: node)
        if stamps[parent] != stamp {
          stamps[parent] = stamp
          stack[tail] = UInt16(truncatingIfNeeded: parent)
          tail += 1
        }
      }
    }
  }
}

/// Two independent hashes of a list of literals.
struct ChainHash {
  private(set) var value: (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15)

  /// Starts the list of a target's ancestors.
  mutating func begin(_ target: Int) { add(target + 2048) }

  mutating func add(_ literal: Int) {
    let word = UInt64(truncatingIfNeeded: literal) &+ 1
    value.0 = (value.0 ^ word) &* 0x100_0000_01B3
    value.0 ^= value.0 >> 29
    value.1 = (value.1 &+ word) &* 0xD6E8_FEB8_6659_FD93
    value.1 ^= value.1 >> 32
  }
}

extension UnaryChains {
  /// What a pass of the search may use.
  enum Pass {
    case single, bivalue, both

    var kind: UnaryHint.Kind {
      switch self {
      case .single: .single
      case .bivalue: .bivalue
      case .both: .both
      }
    }

    /// Sudoku Explainer's rating of a cycle without its length.
    var cycleBase: Double { self == .both ? 7.0 : 6.5 }
    /// Sudoku Explainer's rating of a chain without its length.
    var chainBase: Double { self == .single ? 6.6 : 7.0 }
  }

  /// Searches the grid loaded last: chains of one digit, cycles of bivalue cells, then both.
  ///
  /// The hints are those that count, not all: chains are only sought from candidates that exclude
  /// themselves, cycles only where they may come before the chain of a candidate that they remove.
  ///
  /// - Parameters:
  ///   - links: The closed links of the grid.
  ///   - all: Whether for each candidate the first hint that removes it is wanted, sorted, or just
  ///     the one that comes first of all.
  func search(_ links: StaticLinks, all: Bool) {
    hints.removeAll(keepingCapacity: true)
    path.removeAll(keepingCapacity: true)
    removals.removeAll(keepingCapacity: true)
    keepsAll = all
    bound = nil
    findChains(.single, links)
    findChains(.both, links)
    if all { boundByWorst() }
    links.collectExcluded()
    findCycles(.single, links)
    findCycles(.bivalue, links)
    findCycles(.both, links)
    if all { hints.sort { $0.precedes($1) } }
  }

  private func findChains(_ pass: Pass, _ links: StaticLinks) {
    for number in 0..<liveCount.pointee {
      let candidate = Int(live[number])
      if links.excludesItself(candidate) {
        findChain(candidate &* 2 &+ 1, pass, order(pass, number, 1 << 19))
      }
      // If "off" leads to "on", the candidates that it links to strongly exclude themselves.
      var mayHold = false
      for at in 0..<Int(strongCount[candidate])
      where links.excludesItself(Int(strong[candidate &* 4 &+ at])) {
        mayHold = true
      }
      if mayHold { findChain(candidate &* 2, pass, order(pass, number, 1 << 19 + 1)) }
      if meter.isStopped { return }
    }
  }

  private func findCycles(_ pass: Pass, _ links: StaticLinks) {
    if !mayMatter(pass.cycleBase + ChainLength.of(4), 4, pass.kind.rawValue) { return }
    for number in 0..<liveCount.pointee {
      let candidate = Int(live[number])
      if pass == .bivalue && !isBivalue[Int(tables.cellOf[candidate])] { continue }
      // What a cycle removes leads to all of the cycle, on and off.
      guard links.isMarked(candidate) else { continue }
      var leadsBack = false
      for at in 0..<Int(strongCount[candidate])
      where links.isMarked(Int(strong[candidate &* 4 &+ at])) {
        leadsBack = true
      }
      if leadsBack { findCycles(candidate, pass, order(pass, number, 0)) }
      if meter.isStopped { return }
    }
  }

  private func order(_ pass: Pass, _ number: Int, _ place: Int) -> Int {
    Int(pass.kind.rawValue) << 40 + number << 20 + place
  }

  /// Takes the worst of the first chains that remove each candidate as the bound for cycles.
  private func boundByWorst() {
    var first: [UInt16: Int] = [:]
    for (index, hint) in hints.enumerated() {
      let target = path[hint.pathStart].statement
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

  /// Whether a hint of this worth may still count, its place in the order of discovery aside.
  private func mayMatter(_ rating: Double, _ complexity: Int, _ kind: UInt8) -> Bool {
    guard let bound else { return true }
    return (rating, complexity, kind) <= (bound.rating, bound.complexity, bound.kind)
  }

  /// The largest complexity with which a hint may still count.
  private func limit(_ base: Double, _ kind: UnaryHint.Kind) -> Int {
    if bound == nil { return .max }
    var complexity = 2
    while complexity < 1500,
      mayMatter(base + ChainLength.of(complexity + 1), complexity + 1, kind.rawValue)
    {
      complexity += 1
    }
    return complexity
  }

  @inline(__always)
  private func add(_ newStatement: Int, _ from: Int, _ why: UInt8, _ end: inout Int) {
    statement[end] = UInt16(truncatingIfNeeded: newStatement)
    parent[end] = UInt16(truncatingIfNeeded: from)
    reason[end] = why
    depth[end] = depth[from] &+ 1
    end &+= 1
  }

  private func begin(_ start: Int) {
    stamp.pointee &+= 1
    visited[start] = stamp.pointee
    statement[0] = UInt16(truncatingIfNeeded: start)
    parent[0] = 0
    reason[0] = ChainReason.assumption.rawValue
    depth[0] = 1
  }

  /// Searches breadth-first from a statement for its opposite.
  private func findChain(_ start: Int, _ pass: Pass, _ order: Int) {
    let limit = limit(pass.chainBase, pass.kind)
    if limit < 3 { return }
    begin(start)
    let stamp = stamp.pointee
    var head = 0
    var end = 1
    while head < end {
      let from = head
      head &+= 1
      if Int(depth[from]) >= limit { break }
      let candidate = Int(statement[from]) &>> 1
      let isOn = statement[from] & 1 == 1
      let list = isOn ? weak + candidate &* 32 : strong + candidate &* 4
      let why = isOn ? weakReason + candidate &* 32 : strongReason + candidate &* 4
      let cellCount = Int(isOn ? weakCellCount[candidate] : strongCellCount[candidate])
      let count = Int(isOn ? weakCount[candidate] : strongCount[candidate])
      var at = pass == .single ? cellCount : 0
      while at < count {
        let next = Int(list[at]) &* 2 &+ (isOn ? 0 : 1)
        if visited[next] != stamp {
          visited[next] = stamp
          add(next, from, why[at], &end)
          if next == start ^ 1 {
            meter.add(end)
            noteChain(end &- 1, pass, order)
            return
          }
        }
        at &+= 1
      }
    }
    meter.add(end)
  }

  /// Searches breadth-first from a candidate for ways back to it.
  private func findCycles(_ candidate: Int, _ pass: Pass, _ firstOrder: Int) {
    var order = firstOrder
    let start = candidate &* 2 &+ 1
    var limit = limit(pass.cycleBase, pass.kind)
    if limit < 4 { return }
    begin(start)
    let stamp = stamp.pointee
    var head = 0
    var end = 1
    while head < end {
      let from = head
      head &+= 1
      // A node of depth n has n - 1 links behind it, a cycle through it has n at least.
      if Int(depth[from]) > limit { break }
      let one = Int(statement[from]) &>> 1
      if statement[from] & 1 == 1 {
        let list = weak + one &* 32
        let why = weakReason + one &* 32
        var at = pass == .single ? Int(weakCellCount[one]) : 0
        let count = Int(weakCount[one])
        while at < count {
          let next = Int(list[at]) &* 2
          if strongCount[Int(list[at])] != 0, !isAncestor(next, of: from) {
            add(next, from, why[at], &end)
          }
          at &+= 1
        }
      } else {
        let list = strong + one &* 4
        let why = strongReason + one &* 4
        var at = pass == .single ? Int(strongCellCount[one]) : 0
        let count = Int(pass == .bivalue ? strongCellCount[one] : strongCount[one])
        while at < count {
          let next = Int(list[at]) &* 2 &+ 1
          if next == start {
            if depth[from] >= 4 && noteCycle(from, why[at], pass, order) {
              order &+= 1
              limit = self.limit(pass.cycleBase, pass.kind)
            }
          } else if visited[next] != stamp {
            visited[next] = stamp
            add(next, from, why[at], &end)
          }
          at &+= 1
        }
      }
    }
    meter.add(end)
  }

  @inline(__always)
  private func isAncestor(_ wanted: Int, of node: Int) -> Bool {
    // "Off" statements are the odd generations: skip the "on"s between them.
    var at = node
    while at != 0 {
      at = Int(parent[at])
      if Int(statement[at]) == wanted { return true }
      if at == 0 { return false }
      at = Int(parent[at])
    }
    return false
  }

  private func noteChain(_ node: Int, _ pass: Pass, _ order: Int) {
    let complexity = Int(depth[node])
    let hint = UnaryHint(
      rating: pass.chainBase + ChainLength.of(complexity), complexity: complexity,
      kind: pass.kind, isCycle: false, pathStart: path.count, removalStart: removals.count,
      removalCount: 0, order: order)
    note(hint, node, nil)
  }

  /// Notes a cycle if it removes something.
  private func noteCycle(
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
    if let lastReason { path.append((statement[0], lastReason)) }
    var at = node
    while true {
      path.append((statement[at], reason[at]))
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
      let candidate = Int(statement[at]) &>> 1
      let cell = Int(tables.cellOf[candidate])
      let digit = Int(tables.digitOf[candidate])
      own |= 1 &<< UInt128(truncatingIfNeeded: cell)
      if statement[at] & 1 == 1 {
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

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
  /// - Parameter all: Whether every hint is wanted, sorted, or just the one that comes first.
  func search(all: Bool) {
    hints.removeAll(keepingCapacity: true)
    path.removeAll(keepingCapacity: true)
    removals.removeAll(keepingCapacity: true)
    keepsAll = all
    found = 0
    run(.single)
    run(.bivalue)
    run(.both)
    if all { hints.sort { $0.precedes($1) } }
  }

  private func run(_ pass: Pass) {
    for number in 0..<liveCount {
      let candidate = Int(live[number])
      let cell = Int(tables.cellOf[candidate])
      if pass == .bivalue && !isBivalue[cell] { continue }
      findCycles(candidate, pass)
      if pass != .bivalue {
        findChain(candidate &* 2 &+ 1, pass)
        findChain(candidate &* 2, pass)
      }
      if meter.isStopped { return }
    }
  }

  /// The largest complexity with which a hint still comes before the best one.
  private func limit(_ base: Double, _ kind: UnaryHint.Kind) -> Int {
    guard !keepsAll, let best = hints.first else { return .max }
    // Ratings grow with complexity, so that the first that fails ends the range.
    var complexity = 2
    while complexity < 1500 {
      let rating = base + ChainLength.of(complexity + 1)
      let comesFirst =
        rating != best.rating
        ? rating < best.rating
        : complexity + 1 != best.complexity
          ? complexity + 1 < best.complexity : kind.rawValue < best.kind.rawValue
      if !comesFirst { return complexity }
      complexity += 1
    }
    return .max
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
    stamp &+= 1
    visited[start] = stamp
    statement[0] = UInt16(truncatingIfNeeded: start)
    parent[0] = 0
    reason[0] = ChainReason.assumption.rawValue
    depth[0] = 1
  }

  /// Searches breadth-first from a statement for its opposite.
  private func findChain(_ start: Int, _ pass: Pass) {
    let limit = limit(pass.chainBase, pass.kind)
    if limit < 3 { return }
    begin(start)
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
            noteChain(end &- 1, pass)
            return
          }
        }
        at &+= 1
      }
    }
    meter.add(end)
  }

  /// Searches breadth-first from a candidate for ways back to it.
  private func findCycles(_ candidate: Int, _ pass: Pass) {
    let start = candidate &* 2 &+ 1
    var limit = limit(pass.cycleBase, pass.kind)
    if limit < 4 { return }
    begin(start)
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
            if depth[from] >= 4 && noteCycle(from, why[at], pass) {
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

  private func noteChain(_ node: Int, _ pass: Pass) {
    let complexity = Int(depth[node])
    let hint = UnaryHint(
      rating: pass.chainBase + ChainLength.of(complexity), complexity: complexity,
      kind: pass.kind, isCycle: false, pathStart: path.count, removalStart: removals.count,
      removalCount: 0, order: found)
    found += 1
    note(hint, node, nil)
  }

  /// Notes a cycle if it removes something.
  private func noteCycle(_ node: Int, _ lastReason: UInt8, _ pass: Pass) -> Bool {
    let first = removals.count
    collectRemovals(node)
    if removals.count == first { return false }
    let complexity = Int(depth[node])
    let hint = UnaryHint(
      rating: pass.cycleBase + ChainLength.of(complexity), complexity: complexity,
      kind: pass.kind, isCycle: true, pathStart: path.count, removalStart: first,
      removalCount: removals.count - first, order: found)
    found += 1
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

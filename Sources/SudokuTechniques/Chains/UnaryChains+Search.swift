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
    let hasSingle = !hints.isEmpty
    findChains(.both, links)
    if all { boundByWorst() }
    links.collectExcluded()
    // What a cycle of one digit removes has a chain of that digit.
    if hasSingle { findCycles(.single, links) }
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
      if hasConflict(behind: candidate, links) { findChain(candidate &* 2, pass, order(pass, number, 1 << 19 + 1)) }
      if meter.isStopped { return }
    }
  }

  /// Lists the statements that chains of limited length refute: "on"s, or "off"s.
  func shortConflicts(
    _ links: StaticLinks, _ limits: OrderFreeSolver.ChainLimits
  ) -> [Int] {
    var list: [Int] = []
    for number in 0..<liveCount.pointee {
      let candidate = Int(live[number])
      if links.excludesItself(candidate) {
        if isRefuted(candidate &* 2 &+ 1, limits) { list.append(candidate &* 2 &+ 1) }
      } else if hasConflict(behind: candidate, links), isRefuted(candidate &* 2, limits) {
        list.append(candidate &* 2)
      }
      if meter.isStopped { break }
    }
    return list
  }

  private func isRefuted(_ start: Int, _ limits: OrderFreeSolver.ChainLimits) -> Bool {
    hasChain(start, .single, limits.singleDigit) || hasChain(start, .both, limits.general)
  }

  private func hasChain(_ start: Int, _ pass: Pass, _ limit: Int) -> Bool {
    let limit = min(limit, 254)
    return limit >= 3 && measure(start, pass, reach: limit / 2, meeting: limit &- 1)
  }

  /// Whether a candidate may hold for sure: if "off" leads to "on", the candidates that it links to
  /// strongly exclude themselves.
  private func hasConflict(behind candidate: Int, _ links: StaticLinks) -> Bool {
    for at in 0..<Int(strongCount[candidate])
    where links.excludesItself(Int(strong[candidate &* 4 &+ at])) {
      return true
    }
    return false
  }

  private func findCycles(_ pass: Pass, _ links: StaticLinks) {
    if !mayMatter(pass.cycleBase + ChainLength.of(4), 4, pass.kind.rawValue) { return }
    markStarts(pass, links)
    for number in 0..<liveCount.pointee {
      let candidate = Int(live[number])
      if pass == .bivalue && !isBivalue[Int(tables.cellOf[candidate])] { continue }
      if isStart[candidate] { findCycles(candidate, pass, order(pass, number, 0)) }
      if meter.isStopped { return }
    }
  }

  /// Marks the candidates through which a cycle may lead that removes something and may count.
  private func markStarts(_ pass: Pass, _ links: StaticLinks) {
    if pass == .bivalue { listBivalueLinks() }
    let limit = limit(pass.cycleBase, pass.kind, 0)
    let isNarrow = !keepsAll && limit <= 100
    for number in 0..<liveCount.pointee {
      let candidate = Int(live[number])
      // What a cycle removes leads to all of the cycle, on and off.
      isNear[candidate] = !isNarrow && links.isMarked(candidate)
    }
    if isNarrow { markNear(pass, links, limit) }
    for number in 0..<liveCount.pointee {
      let candidate = Int(live[number])
      isStart[candidate] = false
      guard isNear[candidate] else { continue }
      for at in 0..<Int(strongCount[candidate])
      where isNear[Int(strong[candidate &* 4 &+ at])] {
        isStart[candidate] = true
      }
    }
  }

  /// Marks the candidates that may lie on a cycle of at most `limit` statements.
  private func markNear(_ pass: Pass, _ links: StaticLinks, _ limit: Int) {
    for number in 0..<liveCount.pointee {
      let candidate = Int(live[number])
      guard links.excludesItself(candidate),
        pass != .bivalue || links.mayExcludeItselfByBivalue(candidate),
        measure(candidate &* 2 &+ 1, pass, reach: limit / 2 &+ 2, meeting: limit &+ 1)
      else { continue }
      markCycles(removing: candidate, pass, limit)
    }
  }

  /// Marks what may lie on a cycle that removes a candidate.
  ///
  /// The candidate sees two places of its digit on the cycle, one on and one off: its ends. From the
  /// end that is off the first arc leads to the one that is on, so it is part of a chain from the
  /// candidate to its opposite; from there the second arc leads back.
  private func markCycles(removing candidate: Int, _ pass: Pass, _ limit: Int) {
    _ = measure(candidate &* 2 &+ 1, pass, reach: limit &+ 1, meeting: -1)
    let stamp = stamp.pointee
    /// How many links the shortest second arc has, and the most for which only arcs of up to three
    /// links are looked at.
    var shortest = limit
    var isLong = false
    let first = Int(weakCellCount[candidate])
    let count = Int(weakCount[candidate])
    let list = weak + candidate &* 32
    for at in first..<count {
      let one = Int(list[at])
      guard visited[one &* 2 &+ 1] == stamp else { continue }
      for other in at &+ 1..<count {
        let two = Int(list[other])
        guard visited[two &* 2 &+ 1] == stamp else { continue }
        let room = limit &+ 1 &- Int(max(distance[one &* 2 &+ 1], distance[two &* 2 &+ 1]))
        if room >= 1, excludes(one, two) { shortest = 1 }
        if room >= 3, markShortArcs(one, two, pass) || markShortArcs(two, one, pass) {
          shortest = min(shortest, 3)
        }
        if room >= 5 { isLong = true }
      }
    }
    if shortest == limit && !isLong { return }
    let sum = isLong ? 2 &* limit &+ 1 : limit &+ 2 &- shortest
    for number in 0..<liveCount.pointee {
      let on = Int(live[number]) &* 2 &+ 1
      if visited[on] == stamp, visited[on ^ 1] == stamp,
        Int(distance[on]) &+ Int(distance[on ^ 1]) <= sum
      {
        isNear[on &>> 1] = true
      }
    }
  }

  /// Marks the candidates by which one place leads to another, switched off, in three links; says
  /// whether there are any.
  private func markShortArcs(_ from: Int, _ to: Int, _ pass: Pass) -> Bool {
    var isFound = false
    let (offs, first, count) = links(from &* 2 &+ 1, pass)
    for at in first..<count {
      let off = Int(offs[at])
      let (ons, firstOn, countOn) = links(off &* 2, pass)
      for at in firstOn..<countOn where excludes(Int(ons[at]), to) {
        isNear[off] = true
        isNear[Int(ons[at])] = true
        isFound = true
      }
    }
    return isFound
  }

  /// Whether two candidates share a cell, or a digit and a house.
  @inline(__always)
  private func excludes(_ one: Int, _ other: Int) -> Bool {
    let cell = tables.cellOf[one]
    let otherCell = tables.cellOf[other]
    if cell == otherCell { return one != other }
    return tables.digitOf[one] == tables.digitOf[other]
      && tables.peers[Int(cell)] &>> UInt128(otherCell) & 1 != 0
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

  /// The largest complexity with which a hint may still count; where only the best one is wanted,
  /// its place in the order of discovery decides between equals.
  private func limit(_ base: Double, _ kind: UnaryHint.Kind, _ order: Int) -> Int {
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

  /// The lists of links, as one search uses them.
  @inline(__always)
  private func links(
    _ statement: Int, _ pass: Pass
  ) -> (list: UnsafeMutablePointer<UInt16>, from: Int, to: Int) {
    let one = statement &>> 1
    if statement & 1 == 1 {
      if pass == .bivalue { return (bivalueWeak + one &* 20, 0, Int(bivalueWeakCount[one])) }
      let from = pass == .single ? Int(weakCellCount[one]) : 0
      return (weak + one &* 32, from, Int(weakCount[one]))
    }
    let from = pass == .single ? Int(strongCellCount[one]) : 0
    let to = Int(pass == .bivalue ? strongCellCount[one] : strongCount[one])
    return (strong + one &* 4, from, to)
  }

  /// The reasons of the links in a list of `links(_:_:)`.
  @inline(__always)
  private func reasons(_ statement: Int, _ pass: Pass) -> UnsafeMutablePointer<UInt8> {
    let one = statement &>> 1
    if statement & 1 == 0 { return strongReason + one &* 4 }
    return pass == .bivalue ? bivalueWeakReason + one &* 20 : weakReason + one &* 32
  }

  /// Lists the weak links that lead on where only bivalue cells have strong ones.
  private func listBivalueLinks() {
    for number in 0..<liveCount.pointee {
      let one = Int(live[number])
      let (list, why) = (weak + one &* 32, weakReason + one &* 32)
      let (ownList, ownWhy) = (bivalueWeak + one &* 20, bivalueWeakReason + one &* 20)
      var end = 0
      for at in Int(weakCellCount[one])..<Int(weakCount[one])
      where isBivalue[Int(tables.cellOf[Int(list[at])])] {
        ownList[end] = list[at]
        ownWhy[end] = why[at]
        end &+= 1
      }
      bivalueWeakCount[one] = UInt8(truncatingIfNeeded: end)
    }
  }

  /// Notes how far statements are from one of them, up to a distance.
  ///
  /// Every link holds backwards with the signs reversed: so far is it, too, from the opposite of a
  /// statement to the opposite of the start.
  ///
  /// - Parameters:
  ///   - start: The statement to start from.
  ///   - pass: Which links may be used.
  ///   - reach: The largest distance noted, less than 255.
  ///   - meeting: The search stops where a statement and its opposite are no farther than this
  ///     together.
  /// - Returns: Whether there is such a statement: if not, no path as short as that leads from the
  ///   start to its opposite, provided that `reach` is more than half of it.
  private func measure(_ start: Int, _ pass: Pass, reach: Int, meeting: Int) -> Bool {
    stamp.pointee &+= 1
    let stamp = stamp.pointee
    let (statement, visited, distance) = (statement, visited, distance)
    statement[0] = UInt16(truncatingIfNeeded: start)
    visited[start] = stamp
    distance[start] = 0
    var head = 0
    var end = 1
    while head < end {
      let from = Int(statement[head])
      head &+= 1
      let far = Int(distance[from]) &+ 1
      if far > reach { break }
      let (list, first, count) = links(from, pass)
      let sign = from & 1 ^ 1
      var at = first
      while at < count {
        let next = Int(list[at]) &* 2 &+ sign
        if visited[next] != stamp {
          visited[next] = stamp
          distance[next] = UInt8(truncatingIfNeeded: far)
          statement[end] = UInt16(truncatingIfNeeded: next)
          end &+= 1
          if visited[next ^ 1] == stamp, far &+ Int(distance[next ^ 1]) <= meeting {
            meter.add(end)
            return true
          }
        }
        at &+= 1
      }
    }
    meter.add(end)
    return false
  }

  private func begin(_ start: Int, second: Bool = false) {
    stamp.pointee &+= 1
    (second ? secondVisited : visited)[start] = stamp.pointee
    statement[0] = UInt16(truncatingIfNeeded: start)
    parent[0] = 0
    reason[0] = ChainReason.assumption.rawValue
    depth[0] = 1
  }

  /// Searches breadth-first from a statement for its opposite.
  private func findChain(_ start: Int, _ pass: Pass, _ order: Int) {
    let limit = limit(pass.chainBase, pass.kind, order)
    if limit < 3 { return }
    // A chain of this complexity has one link less.
    if limit < 255, !measure(start, pass, reach: limit / 2, meeting: limit &- 1) { return }
    begin(start)
    let stamp = stamp.pointee
    let (statement, parent, reason, depth) = (statement, parent, reason, depth)
    let visited = visited
    var head = 0
    var end = 1
    while head < end {
      let from = head
      head &+= 1
      let deeper = depth[from] &+ 1
      if Int(deeper) > limit { break }
      let one = Int(statement[from])
      let (list, first, count) = links(one, pass)
      let why = reasons(one, pass)
      let sign = one & 1 ^ 1
      var at = first
      while at < count {
        let next = Int(list[at]) &* 2 &+ sign
        if visited[next] != stamp {
          visited[next] = stamp
          statement[end] = UInt16(truncatingIfNeeded: next)
          parent[end] = UInt16(truncatingIfNeeded: from)
          reason[end] = why[at]
          depth[end] = deeper
          end &+= 1
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
    let limit = min(limit(pass.cycleBase, pass.kind, firstOrder), 1500)
    if limit < 4 { return }
    // A node of depth n has n - 1 links behind it, a cycle through it has at least n, and one less
    // than n and the links that it still takes back. Statements too far from the start are left
    // out; what follows from them is too far as well, so the order of the others does not change.
    let reach = min(limit / 2 &+ 1, 254)
    _ = measure(start ^ 1, pass, reach: reach, meeting: -1)
    let near = stamp.pointee
    let (measured, distance) = (visited, distance)
    begin(start, second: true)
    let stamp = stamp.pointee
    let (statement, parent, reason, depth) = (statement, parent, reason, depth)
    let visited = secondVisited
    var head = 0
    var end = 1
    while head < end {
      let from = head
      head &+= 1
      let deeper = Int(depth[from]) &+ 1
      let room = limit &+ 1 &- deeper
      let one = Int(statement[from])
      let isOn = one & 1 == 1
      let (list, first, count) = links(one, pass)
      let why = reasons(one, pass)
      let sign = one & 1 ^ 1
      var at = first
      while at < count {
        let next = Int(list[at]) &* 2 &+ sign
        let back = measured[next ^ 1] == near ? Int(distance[next ^ 1]) : reach &+ 1
        if isOn {
          if back <= room, !isAncestor(next, of: from) {
            statement[end] = UInt16(truncatingIfNeeded: next)
            parent[end] = UInt16(truncatingIfNeeded: from)
            reason[end] = why[at]
            depth[end] = UInt16(truncatingIfNeeded: deeper)
            end &+= 1
          }
        } else if next == start {
          if deeper > 4 && noteCycle(from, why[at], pass, order) {
            order &+= 1
            // Whatever this search still finds is as long, or longer, and comes later.
            if !keepsAll {
              meter.add(end)
              return
            }
          }
        } else if visited[next] != stamp, back <= room {
          visited[next] = stamp
          statement[end] = UInt16(truncatingIfNeeded: next)
          parent[end] = UInt16(truncatingIfNeeded: from)
          reason[end] = why[at]
          depth[end] = UInt16(truncatingIfNeeded: deeper)
          end &+= 1
        }
        at &+= 1
      }
    }
    meter.add(end)
  }

  @inline(__always)
  private func isAncestor(_ wanted: Int, of node: Int) -> Bool {
    let (statement, parent) = (statement, parent)
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

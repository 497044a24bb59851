extension ChainEngine {
  /// Draws conclusions from a literal until there are no more, or two contradict each other.
  ///
  /// All "on" literals are dealt with before the next "off", each in the order found: neither
  /// breadth-first nor the shortest path, but Sudoku Explainer's.
  func propagate(_ trace: ChainTrace, from literal: Int, _ rule: ChainRule) {
    trace.reset()
    let grid: ChainGrid
    if rule.isDynamic {
      work.copy(from: base)
      grid = work
    } else {
      grid = base
    }
    trace.addStart(literal)
    queueEnds.update(repeating: 0, count: 4)
    if literal & 1 == 1 { pushOn(0) } else { pushOff(0) }
    while true {
      if queueEnds[0] < queueEnds[1] {
        let node = Int(onQueue[queueEnds[0]])
        queueEnds[0] &+= 1
        if !expandOn(trace, node, grid, rule.isSingleDigit) { break }
      } else if queueEnds[2] < queueEnds[3] {
        let node = Int(offQueue[queueEnds[2]])
        queueEnds[2] &+= 1
        if !expandOff(trace, node, grid, rule) { break }
      } else {
        if rule.level == 0 || meter.isStopped { break }
        let known = trace.state.pointee.nodeCount
        if !advance(trace, rule.level) { break }
        if limit < .max && isTooLong(trace, since: known) { break }
      }
    }
    meter.add(trace.state.pointee.nodeCount)
  }

  /// True if all that follows from here on is too long to count.
  ///
  /// Once simple conclusions have ended, every later one rests on a node found since.
  private func isTooLong(_ trace: ChainTrace, since known: Int) -> Bool {
    for node in known..<trace.state.pointee.nodeCount where Int(trace.nodes[node].depth) < limit {
      // The bound is too low by far where chains are nested.
      if complexity(trace, node) < limit { return false }
    }
    return true
  }

  @inline(__always)
  func pushOn(_ node: Int) {
    onQueue[queueEnds[1]] = UInt16(truncatingIfNeeded: node)
    queueEnds[1] &+= 1
  }

  @inline(__always)
  func pushOff(_ node: Int) {
    offQueue[queueEnds[3]] = UInt16(truncatingIfNeeded: node)
    queueEnds[3] &+= 1
  }

  /// Switches off what an "on" excludes; `false` at a contradiction.
  @inline(__always)
  private func expandOn(
    _ trace: ChainTrace, _ node: Int, _ grid: ChainGrid, _ isSingleDigit: Bool
  ) -> Bool {
    let candidate = Int(trace.nodes[node].literal) &>> 1
    let cell = Int(tables.cellOf[candidate])
    let digit = Int(tables.digitOf[candidate])
    if !isSingleDigit {
      var rest = grid.digits(cell) & ~(1 &<< UInt16(truncatingIfNeeded: digit))
      while rest != 0 {
        let other = cell &* 9 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        if !switchOff(trace, other, node, .cell) { return false }
      }
    }
    for kind in 0..<3 {
      let house = Int(tables.house[cell &* 4 &+ kind])
      var rest = grid.places(house, digit) & ~tables.bit[cell &* 4 &+ kind]
      while rest != 0 {
        let place = Int(tables.cell[house &* 9 &+ rest.trailingZeroBitCount])
        rest &= rest &- 1
        if !switchOff(trace, place &* 9 &+ digit, node, .house(kind)) { return false }
      }
    }
    return true
  }

  @inline(__always)
  private func switchOff(
    _ trace: ChainTrace, _ candidate: Int, _ parent: Int, _ reason: ChainReason
  ) -> Bool {
    let literal = candidate &* 2
    if trace.index[literal] != 0 { return true }
    let known = trace.node(literal &+ 1)
    let node = trace.make(literal, parent: parent, reason: reason)
    if known >= 0 {
      trace.state.pointee.contradiction = known
      trace.state.pointee.contradictionOther = node
      return false
    }
    trace.enter(node, literal)
    pushOff(node)
    return true
  }

  /// Switches on what an "off" leaves as the last of two; `false` at a contradiction.
  @inline(__always)
  private func expandOff(
    _ trace: ChainTrace, _ node: Int, _ grid: ChainGrid, _ rule: ChainRule
  ) -> Bool {
    let candidate = Int(trace.nodes[node].literal) &>> 1
    let cell = Int(tables.cellOf[candidate])
    let digit = Int(tables.digitOf[candidate])
    var last0 = -1
    if !rule.isSingleDigit {
      let left = grid.digits(cell) & ~(1 &<< UInt16(truncatingIfNeeded: digit))
      if left != 0 && left & (left &- 1) == 0 { last0 = cell &* 9 &+ left.trailingZeroBitCount }
    }
    let last1 = lastPlace(grid, cell, digit, 0)
    var last2 = lastPlace(grid, cell, digit, 1)
    var last3 = lastPlace(grid, cell, digit, 2)
    if last2 == last1 { last2 = -1 }
    if last3 == last1 || last3 == last2 { last3 = -1 }
    if rule.isDynamic { grid.remove(candidate, tables) }
    if last0 >= 0, !switchOn(trace, last0, node, candidate, -1, rule.isDynamic) { return false }
    if last1 >= 0, !switchOn(trace, last1, node, candidate, 0, rule.isDynamic) { return false }
    if last2 >= 0, !switchOn(trace, last2, node, candidate, 1, rule.isDynamic) { return false }
    if last3 >= 0, !switchOn(trace, last3, node, candidate, 2, rule.isDynamic) { return false }
    return true
  }

  /// The one other place of a digit in a cell's house, -1 unless there is exactly one.
  @inline(__always)
  private func lastPlace(_ grid: ChainGrid, _ cell: Int, _ digit: Int, _ kind: Int) -> Int {
    let house = Int(tables.house[cell &* 4 &+ kind])
    let left = grid.places(house, digit) & ~tables.bit[cell &* 4 &+ kind]
    guard left != 0 && left & (left &- 1) == 0 else { return -1 }
    return Int(tables.cell[house &* 9 &+ left.trailingZeroBitCount]) &* 9 &+ digit
  }

  @inline(__always)
  private func switchOn(
    _ trace: ChainTrace, _ candidate: Int, _ parent: Int, _ trigger: Int, _ kind: Int,
    _ isDynamic: Bool
  ) -> Bool {
    let literal = candidate &* 2 &+ 1
    let opposite = trace.node(literal &- 1)
    if opposite < 0 && trace.index[literal] != 0 { return true }
    let reason: ChainReason = kind < 0 ? .cell : .house(kind)
    let node: Int
    if isDynamic {
      let first = trace.state.pointee.parentCount
      trace.pushParent(parent)
      if kind < 0 {
        pushGoneDigits(trace, Int(tables.cellOf[candidate]), except: trigger)
      } else {
        let cell = Int(tables.cellOf[candidate])
        pushGonePlaces(
          trace, Int(tables.house[cell &* 4 &+ kind]), Int(tables.digitOf[candidate]),
          except: trigger)
      }
      node = trace.makeWithParents(literal, from: first, reason: reason)
    } else {
      node = trace.make(literal, parent: parent, reason: reason)
    }
    if opposite >= 0 {
      trace.state.pointee.contradiction = opposite
      trace.state.pointee.contradictionOther = node
      return false
    }
    trace.enter(node, literal)
    pushOn(node)
    return true
  }

  /// Pushes the "off"s of a cell's digits that are gone since the start, as parents.
  @inline(__always)
  func pushGoneDigits(_ trace: ChainTrace, _ cell: Int, except trigger: Int) {
    var gone = base.digits(cell) & ~work.digits(cell)
    while gone != 0 {
      let candidate = cell &* 9 &+ gone.trailingZeroBitCount
      gone &= gone &- 1
      if candidate != trigger { trace.pushParent(trace.node(candidate &* 2)) }
    }
  }

  /// Pushes the "off"s of a digit's places in a house that are gone since the start, as parents.
  @inline(__always)
  func pushGonePlaces(_ trace: ChainTrace, _ house: Int, _ digit: Int, except trigger: Int) {
    var gone = base.places(house, digit) & ~work.places(house, digit)
    while gone != 0 {
      let place = Int(tables.cell[house &* 9 &+ gone.trailingZeroBitCount])
      gone &= gone &- 1
      let candidate = place &* 9 &+ digit
      if candidate != trigger { trace.pushParent(trace.node(candidate &* 2)) }
    }
  }

  /// Tries the techniques of a level on the grid of the chain; `false` if nothing new is off.
  private func advance(_ trace: ChainTrace, _ level: Int) -> Bool {
    let before = queueEnds[3]
    var didYield =
      advanceByLocking(trace) || advanceByHiddenPairs(trace) || advanceByNakedPairs(trace)
      || advanceByFish(trace)
    if !didYield && level >= 2 { didYield = advanceByChains(trace, level) }
    return queueEnds[3] > before
  }

  /// Switches off a candidate for the `count` parents pushed since `first`, which stay shared.
  func switchOffAdvanced(
    _ trace: ChainTrace, _ candidate: Int, from first: Int, _ count: Int, _ reason: ChainReason,
    nested: Int32 = -1, extra: Int = 0
  ) {
    let literal = candidate &* 2
    guard trace.index[literal] == 0 else { return }
    let node = trace.makeShared(
      literal, from: first, count, reason: reason, nested: nested, extra: extra)
    trace.enter(node, literal)
    pushOff(node)
  }
}

extension UnaryChains {
  /// Marks the candidates through which a cycle may lead that removes something and may count.
  func markStarts(_ pass: Pass, _ links: StaticLinks) {
    let limit = limit(pass.cycleBase, pass.kind, 0)
    let isNarrow = !keepsAll && limit <= 100
    for number in 0..<liveCount.pointee {
      let candidate = Int(live[number])
      // What a cycle removes leads to all of the cycle, on and off.
      isNear[candidate] = !isNarrow && links.isMarked(candidate)
    }
    if pass == .bivalue {
      if !keepsAll { markBivalueCycles(limit) }
      listBivalueLinks()
    } else if isNarrow {
      markNear(pass, links, limit)
    }
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

  /// Marks the candidates that may lie on a cycle of bivalue cells.
  private func markBivalueCycles(_ limit: Int) {
    guard bivalueCycles.load(live, liveCount.pointee, isBivalue) else { return }
    for number in 0..<liveCount.pointee { isNear[Int(live[number])] = false }
    bivalueCycles.find(limit: limit / 2, cellsOf) { cell in
      for digit in 0..<9 { isNear[cell &* 9 &+ digit] = true }
    }
  }

  /// Marks the candidates that may lie on a cycle of at most `limit` literals.
  private func markNear(_ pass: Pass, _ links: StaticLinks, _ limit: Int) {
    for number in 0..<liveCount.pointee {
      let candidate = Int(live[number])
      guard links.excludesItself(candidate),
        pass == .both
          ? Int(chainLinks[candidate]) <= limit &+ 1
          : measure(candidate &* 2 &+ 1, pass, reach: limit / 2 &+ 2, meeting: limit &+ 1)
            <= limit &+ 1
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
    measure(candidate &* 2 &+ 1, pass, reach: limit &+ 1, meeting: -1)
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
}

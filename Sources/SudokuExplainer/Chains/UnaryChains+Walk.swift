extension UnaryChains {
  /// Lists the literals that chains of limited length refute: "on"s, or "off"s.
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
    return limit >= 3
      && measure(start, pass, reach: limit / 2, meeting: limit &- 1) <= limit &- 1
  }

  /// Whether a candidate may hold for sure: if "off" leads to "on", the candidates that it links to
  /// strongly exclude themselves.
  func hasConflict(behind candidate: Int, _ links: StaticLinks) -> Bool {
    for at in 0..<Int(strongCount[candidate])
    where links.excludesItself(Int(strong[candidate &* 4 &+ at])) {
      return true
    }
    return false
  }

  /// The lists of links, as one search uses them.
  @inline(__always)
  func links(
    _ literal: Int, _ pass: Pass
  ) -> (list: UnsafeMutablePointer<UInt16>, from: Int, to: Int) {
    let one = literal &>> 1
    if literal & 1 == 1 {
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
  private func reasons(_ literal: Int, _ pass: Pass) -> UnsafeMutablePointer<UInt8> {
    let one = literal &>> 1
    if literal & 1 == 0 { return strongReason + one &* 4 }
    return pass == .bivalue ? bivalueWeakReason + one &* 20 : weakReason + one &* 32
  }

  /// Notes how far literals are from one of them, up to a distance.
  ///
  /// Every link holds backwards with the signs reversed: so far is it, too, from the opposite of a
  /// literal to the opposite of the start.
  ///
  /// - Parameters:
  ///   - start: The literal to start from.
  ///   - pass: Which links may be used.
  ///   - reach: The largest distance noted, less than 255.
  ///   - meeting: The search stops where a literal and its opposite are no farther than this
  ///     together.
  /// - Returns: The least such sum that was met, `Int.max` if there is none: so many links lead from
  ///   the start to its opposite. A path of up to twice `reach` links does not escape; where the
  ///   search stopped early there may be a shorter one.
  @discardableResult
  func measure(_ start: Int, _ pass: Pass, reach: Int, meeting: Int) -> Int {
    stamp.pointee &+= 1
    let stamp = stamp.pointee
    let (literal, visited, distance) = (literal, visited, distance)
    literal[0] = UInt16(truncatingIfNeeded: start)
    visited[start] = stamp
    distance[start] = 0
    var head = 0
    var end = 1
    var least = Int.max
    while head < end {
      let from = Int(literal[head])
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
          literal[end] = UInt16(truncatingIfNeeded: next)
          end &+= 1
          if visited[next ^ 1] == stamp {
            least = min(least, far &+ Int(distance[next ^ 1]))
            if least <= meeting {
              meter.add(end)
              return least
            }
          }
        }
        at &+= 1
      }
    }
    meter.add(end)
    return least
  }

  private func begin(_ start: Int, second: Bool = false) {
    stamp.pointee &+= 1
    (second ? secondVisited : visited)[start] = stamp.pointee
    literal[0] = UInt16(truncatingIfNeeded: start)
    parent[0] = 0
    reason[0] = ChainReason.assumption.rawValue
    depth[0] = 1
  }

  /// Searches breadth-first from a literal for its opposite.
  func findChain(_ start: Int, _ pass: Pass, _ order: Int) {
    let limit = limit(pass.chainBase, pass.kind, order)
    if limit < 3 { return }
    if limit <= 250 {
      // A chain of this complexity has one link less; cycles need to know of somewhat longer ones.
      let isNoted = start & 1 == 1 && pass == .both
      let least = measure(
        start, pass, reach: limit / 2 &+ (isNoted ? 2 : 0), meeting: limit &- 1)
      if isNoted {
        chainLinks[start &>> 1] = UInt16(truncatingIfNeeded: min(least, Int(UInt16.max)))
      }
      if least > limit &- 1 { return }
    }
    begin(start)
    let stamp = stamp.pointee
    let nodes = Nodes(literal: literal, parent: parent, reason: reason, depth: depth)
    let visited = visited
    var head = 0
    var end = 1
    while head < end {
      let from = head
      head &+= 1
      let deeper = Int(nodes.depth[from]) &+ 1
      if deeper > limit { break }
      let one = Int(nodes.literal[from])
      let (list, first, count) = links(one, pass)
      let why = reasons(one, pass)
      let sign = one & 1 ^ 1
      var at = first
      while at < count {
        let next = Int(list[at]) &* 2 &+ sign
        if visited[next] != stamp {
          visited[next] = stamp
          nodes.append(next, from: from, why[at], depth: deeper, &end)
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
  func findCycles(_ candidate: Int, _ pass: Pass, _ firstOrder: Int) {
    var order = firstOrder
    let start = candidate &* 2 &+ 1
    let limit = min(limit(pass.cycleBase, pass.kind, firstOrder), 1500)
    if limit < 4 { return }
    // A node of depth n has n - 1 links behind it, a cycle through it has at least n, and one less
    // than n and the links that it still takes back. Literals too far from the start are left
    // out; what follows from them is too far as well, so the order of the others does not change.
    let reach = min(limit / 2 &+ 1, 254)
    measure(start ^ 1, pass, reach: reach, meeting: -1)
    let near = stamp.pointee
    let (measured, distance) = (visited, distance)
    begin(start, second: true)
    let stamp = stamp.pointee
    let nodes = Nodes(literal: literal, parent: parent, reason: reason, depth: depth)
    let visited = secondVisited
    var head = 0
    var end = 1
    while head < end {
      let from = head
      head &+= 1
      let deeper = Int(nodes.depth[from]) &+ 1
      let room = limit &+ 1 &- deeper
      let one = Int(nodes.literal[from])
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
            nodes.append(next, from: from, why[at], depth: deeper, &end)
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
          nodes.append(next, from: from, why[at], depth: deeper, &end)
        }
        at &+= 1
      }
    }
    meter.add(end)
  }

  @inline(__always)
  private func isAncestor(_ wanted: Int, of node: Int) -> Bool {
    let (literal, parent) = (literal, parent)
    // "Off" literals are the odd generations: skip the "on"s between them.
    var at = node
    while at != 0 {
      at = Int(parent[at])
      if Int(literal[at]) == wanted { return true }
      if at == 0 { return false }
      at = Int(parent[at])
    }
    return false
  }
}

/// The literals that a search has come to, as columns.
private struct Nodes {
  let literal: UnsafeMutablePointer<UInt16>
  let parent: UnsafeMutablePointer<UInt16>
  let reason: UnsafeMutablePointer<ChainReason.RawValue>
  let depth: UnsafeMutablePointer<UInt16>

  @inline(__always)
  func append(
    _ next: Int, from: Int, _ why: ChainReason.RawValue, depth deeper: Int, _ end: inout Int
  ) {
    literal[end] = UInt16(truncatingIfNeeded: next)
    parent[end] = UInt16(truncatingIfNeeded: from)
    reason[end] = why
    depth[end] = UInt16(truncatingIfNeeded: deeper)
    end &+= 1
  }
}

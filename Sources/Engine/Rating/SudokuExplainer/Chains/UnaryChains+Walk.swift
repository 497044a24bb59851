extension UnaryChains {
  /// True if a candidate may have to hold: if "off" leads to "on", the candidates that it links to strongly exclude
  /// themselves.
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
  private func measure(_ start: Int, _ pass: Pass, reach: Int) {
    stamp.pointee &+= 1
    let stamp = stamp.pointee
    let (literal, visited, distance) = (literal, visited, distance)
    literal[0] = UInt16(truncatingIfNeeded: start)
    visited[start] = stamp
    distance[start] = 0
    var head = 0
    var end = 1
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
        }
        at &+= 1
      }
    }
    meter.add(end)
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

  /// Searches breadth-first from a candidate for paths back to it.
  func findCycles(_ candidate: Int, _ pass: Pass, _ firstOrder: Int) {
    var order = firstOrder
    let start = candidate &* 2 &+ 1
    let limit = min(limit(pass.cycleBase, pass.kind, firstOrder), 1500)
    if limit < 4 { return }
    // A node of depth n has n - 1 links behind it, a cycle through it has at least n, and one less
    // than n and the links that it still takes back. Literals too far from the start are left
    // out; what follows from them is too far as well, so the order of the others does not change.
    let reach = min(limit / 2 &+ 1, 254)
    measure(start ^ 1, pass, reach: reach)
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

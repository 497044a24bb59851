import SudokuTechniques

/// Draws dynamic chains that use links alone: what they lead to, and how long they are.
///
/// It follows the same order as the engine's traces: all "on"s are dealt with before the next "off".
/// It keeps no parents for a pattern, so it takes a third of their time.
final class DynamicTraces {
  private let tables = ChainTables.shared
  private let base: ChainGrid
  private let work: ChainGrid
  private let meter: ChainMeter
  private var traces: [DynamicTrace] = []
  private var used = 0
  /// The trace of each literal in this search, -1 where there is none yet.
  private let traceOf = UnsafeMutablePointer<Int32>.filled(ChainTrace.literals, with: -1)
  private let waiting = UnsafeMutablePointer<UInt16>.filled(ChainTrace.literals + 2, with: 0)
  private let stamps = UnsafeMutablePointer<UInt32>.filled(ChainTrace.literals + 2, with: 0)
  private var stamp: UInt32 = 0
  /// The ancestors of each "on", as far as they are kept.
  private let ancestors = UnsafeMutablePointer<AncestorSet>.filled(
    AncestorSet.capacity, with: AncestorSet())
  /// The length of the contradiction that each literal led to in the search before.
  private let lengths = UnsafeMutablePointer<UInt16>.filled(ChainTrace.literals, with: .max)
  /// The node number plus one of each literal of the trace under way, else 0.
  private let index = UnsafeMutablePointer<UInt16>.filled(ChainTrace.literals, with: 0)
  /// The first group that links lead through: a digit alone has no use for cells.
  private var firstGroup = 0
  /// The complexity of the best hint so far: what only leads to longer ones is not drawn.
  var limit = Int.max

  /// Takes over the grids of an engine, which outlives it: the one that chains start from, and one to
  /// work on.
  init(base: ChainGrid, work: ChainGrid, meter: ChainMeter) {
    self.base = base
    self.work = work
    self.meter = meter
  }

  deinit {
    deallocate(ancestors, lengths, traceOf, waiting, stamps, index)
    for trace in traces { trace.deallocate() }
  }

  /// Forgets the puzzle before.
  func forget() { lengths.update(repeating: .max, count: ChainTrace.literals) }

  /// Draws some literals that contradict themselves; the limit then is the least length of all.
  ///
  /// Those that led to short chains in the search before come first, as short ones bound the others.
  func bound(byContradictionsFrom literals: inout [Int]) {
    literals.sort { (lengths[$0], $0) < (lengths[$1], $1) }
    for literal in literals {
      guard let contradiction = trace(literal).contradiction else { continue }
      lengths[literal] = UInt16(clamping: contradiction.complexity)
      limit = min(limit, contradiction.complexity)
    }
  }

  /// Forgets the traces of the search before.
  func begin(isSingleDigit: Bool) {
    traceOf.update(repeating: -1, count: ChainTrace.literals)
    used = 0
    limit = .max
    firstGroup = isSingleDigit ? 1 : 0
  }

  /// All that follows from a literal; computed once for each search.
  func trace(_ literal: Int) -> DynamicTrace {
    let known = Int(traceOf[literal])
    if known >= 0 { return traces[known] }
    if used == traces.count { traces.append(.allocate()) }
    let trace = traces[used]
    traceOf[literal] = Int32(truncatingIfNeeded: used)
    used += 1
    trace.reset()
    work.copy(from: base)
    var drawing = Drawing(
      tables: tables, base: base.masks, work: work.masks, index: index, nodes: trace.nodes,
      sets: trace.sets, waiting: waiting, ancestors: ancestors, firstGroup: firstGroup,
      mostDepth: UInt16(clamping: limit &- 2))
    drawing.draw(from: literal)
    trace.state.pointee.count = drawing.count
    if drawing.known >= 0 { measure(trace, drawing.known, drawing.count - 1) }
    for node in 0..<drawing.count { index[trace.literal(node)] = 0 }
    meter.add(drawing.count)
    return trace
  }

  /// Notes how long the chains to a contradiction are.
  private func measure(_ trace: DynamicTrace, _ first: Int, _ second: Int) {
    let least = Int(trace.nodes[first].depth) &+ Int(trace.nodes[second].depth)
    let sum =
      second < AncestorSet.capacity || least > limit
      ? least : countAncestors(trace, first, index) &+ countAncestors(trace, second, index)
    trace.state.pointee.contradiction = .init(least: least, complexity: sum)
  }

  /// The number of a node's ancestors, itself included.
  func complexity(_ trace: DynamicTrace, _ node: Int) -> Int {
    node < AncestorSet.capacity
      ? Int(trace.nodes[node].depth) : countAncestors(trace, node, trace.filledIndex)
  }

  private func countAncestors(
    _ trace: DynamicTrace, _ node: Int, _ index: UnsafeMutablePointer<UInt16>
  ) -> Int {
    stamp &+= 1
    let (stamp, stack) = (stamp, waiting)
    stamps[node] = stamp
    stack[0] = UInt16(truncatingIfNeeded: node)
    var height = 1
    var count = 0
    while height > 0 {
      height &-= 1
      let node = Int(stack[height])
      let entry = trace.nodes[node]
      count &+= 1
      if node == 0 { continue }
      let parent = Int(entry.parent)
      if stamps[parent] != stamp {
        stamps[parent] = stamp
        stack[height] = entry.parent
        height &+= 1
      }
      if entry.literal & 1 == 0 { continue }
      let candidate = Int(entry.literal) &>> 1
      let at = candidate &* 4 &+ Int(entry.group)
      let group = Int(tables.group[at])
      var others = base.masks[group] & ~tables.groupBit[at]
      while others != 0 {
        let other = Int(tables.member[group &* 9 &+ others.trailingZeroBitCount])
        others &= others &- 1
        let off = Int(index[other &* 2]) &- 1
        if off >= 0 && off < parent && stamps[off] != stamp {
          stamps[off] = stamp
          stack[height] = UInt16(truncatingIfNeeded: off)
          height &+= 1
        }
      }
    }
    return count
  }

  /// The state of drawing one trace.
  private struct Drawing {
    let tables: ChainTables
    let base: UnsafeMutablePointer<UInt16>
    let work: UnsafeMutablePointer<UInt16>
    let index: UnsafeMutablePointer<UInt16>
    let nodes: UnsafeMutablePointer<DynamicTrace.Node>
    let sets: UnsafeMutablePointer<UInt64>
    /// The "on"s that wait.
    let waiting: UnsafeMutablePointer<UInt16>
    let ancestors: UnsafeMutablePointer<AncestorSet>
    let firstGroup: Int
    /// The depth up to which nodes count: one more leads to hints that are longer than the best one.
    let mostDepth: UInt16
    /// Of the "off"s that wait the first one known to count.
    var nextNear = 0
    var waitingEnd = 0
    var count = 0
    /// The node that the last one contradicts, -1 if it contradicts none.
    var known = -1

    @inline(__always)
    mutating func draw(from literal: Int) {
      append(literal, parent: 0, depth: 1, group: 0)
      enter(literal)
      ancestors[0] = AncestorSet(0)
      if literal & 1 == 1 { wait() }
      var (on, off) = (0, 0)
      while true {
        while on < waitingEnd {
          let node = Int(waiting[on])
          on &+= 1
          if !expandOn(node) { return }
        }
        while off < count, nodes[off].literal & 1 == 1 { off &+= 1 }
        if off == count || isTooLong(from: off) || !expandOff(off) { return }
        off &+= 1
      }
    }

    /// True if all "off"s that wait are too deep to count; every later literal is deeper than one of them.
    @inline(__always)
    private mutating func isTooLong(from off: Int) -> Bool {
      if off < nextNear || nodes[off].depth <= mostDepth { return false }
      nextNear = off &+ 1
      while nextNear < count {
        if nodes[nextNear].literal & 1 == 0, nodes[nextNear].depth <= mostDepth { return false }
        nextNear &+= 1
      }
      return true
    }

    @inline(__always)
    private mutating func append(_ literal: Int, parent: Int, depth: UInt16, group: Int) {
      nodes[count] = DynamicTrace.Node(
        literal: UInt16(truncatingIfNeeded: literal), parent: UInt16(truncatingIfNeeded: parent),
        depth: depth, group: UInt16(truncatingIfNeeded: group))
      count &+= 1
    }

    /// Enters the last node's literal into the index and the sets.
    @inline(__always)
    private func enter(_ literal: Int) {
      index[literal] = UInt16(truncatingIfNeeded: count)
      let candidate = literal &>> 1
      sets[(literal & 1 == 0 ? 12 : 0) &+ candidate &>> 6] |= 1 &<< UInt64(candidate & 63)
    }

    /// Lets the last node wait.
    @inline(__always)
    private mutating func wait() {
      waiting[waitingEnd] = UInt16(truncatingIfNeeded: count &- 1)
      waitingEnd &+= 1
    }

    /// Switches off what an "on" excludes; `false` at a contradiction.
    @inline(__always)
    private mutating func expandOn(_ node: Int) -> Bool {
      let candidate = Int(nodes[node].literal) &>> 1
      let depth = nodes[node].depth &+ 1
      let groups = Groups(tables.group, candidate)
      let others = Groups(tables.groupOthers, candidate)
      var rest = firstGroup == 0 ? Int(work[groups.cell]) & others.cell : 0
      rest |= (Int(work[groups.block]) & others.block) &<< 9
      rest |= (Int(work[groups.row]) & others.row) &<< 18
      rest |= (Int(work[groups.column]) & others.column) &<< 27
      let near = tables.near + candidate &* 36
      while rest != 0 {
        let literal = Int(near[rest.trailingZeroBitCount]) &* 2
        rest &= rest &- 1
        if index[literal] != 0 { continue }
        append(literal, parent: node, depth: depth, group: 0)
        if index[literal &+ 1] != 0 {
          known = Int(index[literal &+ 1]) &- 1
          return false
        }
        enter(literal)
      }
      return true
    }

    /// The number of ancestors of the last one of a group, which the next node switches on; a lower bound for nodes
    /// whose ancestors are not kept.
    @inline(__always)
    private func depth(ofLastIn group: Int, _ parent: Int) -> UInt16 {
      var gone = Int(base[group] & ~work[group])
      if count >= AncestorSet.capacity {
        return max(nodes[parent].depth, UInt16(tables.count[gone])) &+ 1
      }
      var set = AncestorSet(count)
      let isOnly = gone & (gone &- 1) == 0
      while gone != 0 {
        let other = Int(tables.member[group &* 9 &+ gone.trailingZeroBitCount])
        gone &= gone &- 1
        let off = Int(index[other &* 2]) &- 1
        set.add(off, ancestors[Int(nodes[off].parent)])
      }
      ancestors[count] = set
      return isOnly ? nodes[parent].depth &+ 1 : set.count
    }

    /// Switches on what an "off" leaves as the last one of a group; `false` at a contradiction.
    @inline(__always)
    private mutating func expandOff(_ node: Int) -> Bool {
      let candidate = Int(nodes[node].literal) &>> 1
      let groups = Groups(tables.group, candidate)
      let bits = Groups(tables.groupBit, candidate)
      let cell = Int(work[groups.cell]) & ~bits.cell
      let block = Int(work[groups.block]) & ~bits.block
      let row = Int(work[groups.row]) & ~bits.row
      let column = Int(work[groups.column]) & ~bits.column
      work[groups.cell] = UInt16(truncatingIfNeeded: cell)
      work[groups.block] = UInt16(truncatingIfNeeded: block)
      work[groups.row] = UInt16(truncatingIfNeeded: row)
      work[groups.column] = UInt16(truncatingIfNeeded: column)
      let single = tables.isSingle
      let ones = single[cell] | single[block] &<< 1 | single[row] &<< 2 | single[column] &<< 3
      if ones == 0 { return true }
      var last = -1
      if ones & 1 != 0 && firstGroup == 0 {
        if !switchOn(groups.cell, cell, node, 0, &last) { return false }
      }
      last = -1
      if ones & 2 != 0, !switchOn(groups.block, block, node, 1, &last) { return false }
      if ones & 4 != 0, !switchOn(groups.row, row, node, 2, &last) { return false }
      return ones & 8 == 0 || switchOn(groups.column, column, node, 3, &last)
    }

    @inline(__always)
    private mutating func switchOn(
      _ group: Int, _ left: Int, _ parent: Int, _ number: Int, _ last: inout Int
    ) -> Bool {
      let candidate = Int(tables.member[group &* 9 &+ left.trailingZeroBitCount])
      let literal = candidate &* 2 &+ 1
      // The same one from two houses counts for the first.
      if candidate == last { return true }
      last = candidate
      let opposite = Int(index[literal &- 1]) &- 1
      if opposite < 0 && index[literal] != 0 { return true }
      let depth = depth(ofLastIn: group, parent)
      append(literal, parent: parent, depth: depth, group: number)
      if opposite >= 0 {
        known = opposite
        return false
      }
      enter(literal)
      wait()
      return true
    }
  }
}

/// Four numbers of a candidate, one for each of its groups, read at once.
private struct Groups {
  let cell: Int
  let block: Int
  let row: Int
  let column: Int

  @inline(__always)
  init(_ table: UnsafePointer<UInt16>, _ candidate: Int) {
    let word = UnsafeRawPointer(table + candidate &* 4).loadUnaligned(as: UInt64.self).littleEndian
    cell = Int(truncatingIfNeeded: word & 0xFFFF)
    block = Int(truncatingIfNeeded: word &>> 16 & 0xFFFF)
    row = Int(truncatingIfNeeded: word &>> 32 & 0xFFFF)
    column = Int(truncatingIfNeeded: word &>> 48)
  }
}

/// The lengths of a hint's chains: by the full record of `ChainTrace`, or by `DynamicTraces`.
extension ChainEngine {
  /// The targets of a hint, one for each branch.
  func ends(of hint: MultipleHint) -> ChainEnds {
    switch hint.form {
    case .contradiction(let start):
      let trace = traces[Int(traceOf[start])]
      let on = trace.state.pointee.contradiction
      let off = trace.state.pointee.contradictionOther
      // The "on" first.
      let mayHaveNested = !nestedChains.isEmpty
      let first = ChainEnd(trace: trace, node: on, mayHaveNested: mayHaveNested)
      let second = ChainEnd(trace: trace, node: off, mayHaveNested: mayHaveNested)
      return trace.nodes[on].literal & 1 == 1 ? ChainEnds(first, second) : ChainEnds(second, first)
    case .double(let candidate):
      return ends(Premises(candidate * 2 + 1, candidate * 2), hint.target)
    case .cell(let cell):
      return ends(cellPremises(cell), hint.target)
    case .house(let house, let digit):
      return ends(housePremises(house, digit), hint.target)
    }
  }

  private func ends(_ starts: Premises, _ target: Int) -> ChainEnds {
    let first = end(starts[0], target)
    var ends = ChainEnds(first, first)
    for number in 1..<starts.count { ends[number] = end(starts[number], target) }
    ends.count = starts.count
    return ends
  }

  private func end(_ start: Int, _ target: Int) -> ChainEnd {
    let trace = traces[Int(traceOf[start])]
    return ChainEnd(
      trace: trace, node: trace.node(target), mayHaveNested: !nestedChains.isEmpty)
  }

  /// The complexity of chains to several targets.
  ///
  /// It is the number of the literals of each, and for each nested chain its own, once.
  func complexity(_ ends: ChainEnds) -> Int {
    var sum = 0
    var nested: [Int] = []
    for number in 0..<ends.count { sum += countAncestors(ends[number], &nested) }
    for number in nested { sum += nestedChains[number].complexity }
    return sum
  }

  func complexity(_ trace: ChainTrace, _ node: Int) -> Int {
    var nested: [Int] = []
    var sum = countAncestors(ChainEnd(trace: trace, node: node, mayHaveNested: true), &nested)
    for number in nested { sum += nestedChains[number].complexity }
    return sum
  }

  /// Counts the ancestors of a node, itself included, and notes the nested chains among them.
  private func countAncestors(_ end: ChainEnd, _ nested: inout [Int]) -> Int {
    let trace = end.trace
    if trace.nodes[end.node].isExact && nestedChains.isEmpty {
      return Int(trace.nodes[end.node].depth)
    }
    let parents = trace.state.pointee.parents
    stamp &+= 1
    stamps[end.node] = stamp
    stack[0] = UInt16(truncatingIfNeeded: end.node)
    var height = 1
    var count = 0
    while height > 0 {
      height &-= 1
      let node = Int(stack[height])
      count &+= 1
      if trace.nodes[node].nested >= 0 { noteNested(Int(trace.nodes[node].nested), &nested) }
      let first = Int(trace.nodes[node].firstParent)
      let parentCount = Int(trace.nodes[node].parentCount)
      for number in 0..<parentCount {
        let parent = parentCount == 1 ? first : Int(parents[first &+ number])
        if stamps[parent] != stamp {
          stamps[parent] = stamp
          stack[height] = UInt16(truncatingIfNeeded: parent)
          height &+= 1
        }
      }
    }
    return count
  }

  private func noteNested(_ number: Int, _ nested: inout [Int]) {
    let identity = nestedChains[number].identity
    for other in nested where nestedChains[other].identity == identity { return }
    nested.append(number)
  }

  /// A lower bound of the complexity of a hint.
  func leastDynamicComplexity(_ hint: MultipleHint) -> Int {
    if case .contradiction(let start) = hint.form {
      return dynamic.trace(start).contradiction?.least ?? .max
    }
    var sum = 0
    forDynamicEnds(of: hint) { sum &+= Int($0.nodes[$1].depth) }
    return sum
  }

  /// The complexity of a hint: the number of the literals of each of its chains.
  func dynamicComplexity(_ hint: MultipleHint) -> Int {
    if case .contradiction(let start) = hint.form {
      return dynamic.trace(start).contradiction?.complexity ?? .max
    }
    var sum = 0
    forDynamicEnds(of: hint) { sum &+= dynamic.complexity($0, $1) }
    return sum
  }

  /// Calls `body` with the target of each chain of a hint that several assumptions lead to.
  @inline(__always)
  private func forDynamicEnds(of hint: MultipleHint, _ body: (DynamicTrace, Int) -> Void) {
    let starts: Premises
    switch hint.form {
    case .contradiction: return
    case .double(let candidate): starts = Premises(candidate * 2 + 1, candidate * 2)
    case .cell(let cell): starts = cellPremises(cell)
    case .house(let house, let digit): starts = housePremises(house, digit)
    }
    for number in 0..<starts.count {
      let trace = dynamic.trace(starts[number])
      body(trace, trace.node(hint.target))
    }
  }
}

/// How long the dynamic chains of a hint are, where `DynamicTraces` draw them.
extension ChainEngine {
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
    case .region(let house, let digit): starts = regionPremises(house, digit)
    }
    for number in 0..<starts.count {
      let trace = dynamic.trace(starts[number])
      body(trace, trace.node(hint.target))
    }
  }
}

import SudokuCore
import SudokuTechniques

extension ChainEngine {
  /// The step of a hint found last, with its chains as the pattern.
  func step(_ hint: MultipleHint, _ rule: ChainRule) -> Step {
    var pattern = StepPattern()
    var nested: [Step] = []
    var numbers: [Int: Int] = [:]
    let ends = ends(of: hint)
    for number in 0..<ends.count {
      pattern.branches.append(branch(ends[number], &nested, &numbers))
    }
    switch hint.form {
    case .contradiction(let start):
      pattern.candidates = [Candidate(index: start >> 1)]
    case .double(let candidate):
      pattern.candidates = [Candidate(index: candidate)]
    case .cell(let cell):
      pattern.candidates = candidates(cellPremises(cell))
    case .house(let house, let digit):
      pattern.candidates = candidates(housePremises(house, digit))
      pattern.houses = HouseSet(House(index: house))
    }
    var step = finish(Technique.multiple(hint, rule), hint.target, pattern)
    step.complexity = hint.complexity
    step.nested = nested
    return step
  }

  private func candidates(_ branches: Premises) -> [Candidate] {
    (0..<branches.count).map { Candidate(index: branches[$0] >> 1) }
  }

  func step(_ hint: UnaryHint) -> Step {
    var links: [ChainLink] = []
    var at = hint.pathStart
    while unary.path[at].reason != ChainReason.assumption.rawValue {
      let (conclusion, reason) = unary.path[at]
      let why = ChainReason(rawValue: reason) ?? .cell
      links.append(
        ChainLink(
          premises: [literal(Int(unary.path[at + 1].literal))],
          conclusion: literal(Int(conclusion)),
          reason: linkReason(why, Int(conclusion) >> 1)))
      at += 1
    }
    links.reverse()
    let target = Int(unary.path[hint.pathStart].literal)
    let branch = ChainBranch(
      assumption: literal(Int(unary.path[at].literal)), target: literal(target),
      links: links)
    let pattern = StepPattern(
      candidates: [Candidate(index: Int(unary.path[at].literal) >> 1)], branches: [branch])
    var step: Step
    if hint.isCycle {
      var filled = pattern
      fill(&filled)
      step = Step(
        Technique.unary(hint), removing: removals(of: hint).map { Candidate(index: $0) },
        pattern: filled)
    } else {
      step = finish(Technique.unary(hint), target, pattern)
    }
    step.complexity = hint.complexity
    return step
  }

  private func finish(_ technique: Technique, _ target: Int, _ pattern: StepPattern) -> Step {
    var filled = pattern
    fill(&filled)
    let candidate = Candidate(index: target >> 1)
    return target & 1 == 1
      ? Step(technique, placing: candidate, pattern: filled)
      : Step(technique, removing: [candidate], pattern: filled)
  }

  private func fill(_ pattern: inout StepPattern) {
    for link in pattern.links {
      for literal in link.premises + [link.conclusion] {
        pattern.cells.insert(literal.candidate.cell)
        pattern.digits.insert(literal.candidate.digit)
      }
    }
  }

  private func literal(_ number: Int) -> Literal {
    Literal(Candidate(index: number >> 1), isOn: number & 1 == 1)
  }

  private func linkReason(_ reason: ChainReason, _ candidate: Int) -> ChainLink.Reason {
    switch reason {
    case .block, .row, .column:
      let cell = Int(tables.cellOf[candidate])
      return .house(House(index: Int(tables.house[cell * 4 + Int(reason.rawValue) - 1])))
    case .pointing: return .technique(.pointing)
    case .claiming: return .technique(.claiming)
    case .hiddenPair: return .technique(.hiddenPair)
    case .nakedPair: return .technique(.nakedPair)
    case .fish: return .technique(.xWing)
    case .cell, .nested, .assumption: return .cell
    }
  }

  /// The ancestors of a target as links, parents first.
  private func branch(_ end: ChainEnd, _ nested: inout [Step], _ numbers: inout [Int: Int])
    -> ChainBranch
  {
    let trace = end.trace
    stamp &+= 1
    stamps[end.node] = stamp
    var links: [ChainLink] = []
    var assumption = literal(Int(trace.nodes[end.node].literal))
    // Parents have smaller numbers than their children.
    for node in stride(from: end.node, through: 0, by: -1) where stamps[node] == stamp {
      let entry = trace.nodes[node]
      let conclusion = literal(Int(entry.literal))
      if entry.parentCount == 0 {
        assumption = conclusion
        continue
      }
      var premises: [Literal] = []
      for number in 0..<Int(entry.parentCount) {
        let parent = trace.parent(number, of: node)
        stamps[parent] = stamp
        premises.append(literal(Int(trace.nodes[parent].literal)))
      }
      var reason = linkReason(entry.reason, Int(entry.literal) >> 1)
      if entry.nested >= 0 {
        let detail = nestedChains[Int(entry.nested)].detail
        if detail >= 0 {
          let number = numbers[detail] ?? nested.count
          if number == nested.count {
            numbers[detail] = number
            nested.append(details[detail])
          }
          reason = .nested(number)
        }
      }
      links.append(ChainLink(premises: premises, conclusion: conclusion, reason: reason))
    }
    links.reverse()
    return ChainBranch(
      assumption: assumption, target: literal(Int(trace.nodes[end.node].literal)),
      links: links)
  }
}

extension Technique {
  static func unary(_ hint: UnaryHint) -> Technique {
    switch (hint.kind, hint.isCycle) {
    case (.single, true): .bidirectionalXCycle
    case (.bivalue, true): .bidirectionalYCycle
    case (.both, true): .bidirectionalCycle
    case (.single, false): .forcingXChain
    case (.bivalue, false), (.both, false): .forcingChain
    }
  }

  static func multiple(_ hint: MultipleHint, _ rule: ChainRule) -> Technique {
    if rule.isSingleDigit { return .nishio }
    if !rule.isDynamic {
      if case .house = hint.form { return .regionForcingChains }
      return .cellForcingChains
    }
    let forms = DynamicChains.levels[rule.level].techniques
    switch hint.form {
    case .contradiction: return forms[0]
    case .double: return forms[1]
    case .cell: return forms[2]
    case .house: return forms[3]
    }
  }
}

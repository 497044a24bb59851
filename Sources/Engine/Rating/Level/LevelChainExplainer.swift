import SudokuCore
import SudokuTechniques

/// Explains how the chains of a round exclude candidates: finds a shortest path for each.
struct LevelChainExplainer {
  private let round: LevelRound
  private let graph = LevelGraph()
  private let view: LevelView

  init(_ round: LevelRound, _ before: PlaneGrid) {
    self.round = round
    view = LevelView(before)
    graph.build(view)
    graph.linkAlmostLockedSets(view)
  }

  /// The step that removes a candidate; `nil` if the round's chains don't.
  func step(removing victim: Candidate) -> Step? {
    let node = graph.node(of: victim)
    guard node >= 0 else { return nil }
    return round.kind == .forcingChains ? forcingStep(victim, node) : chainStep(victim, node)
  }

  private func chainStep(_ victim: Candidate, _ node: Int) -> Step? {
    guard let path = walk(from: node).path(to: node) else { return nil }
    let technique: Technique =
      switch round.kind {
      case .turbot, .chainsOfOneDigit: .forcingXChain
      case .chains: .forcingChain
      default: .groupedDiscontinuousNiceLoop
      }
    var step = Step(technique, removing: [victim], pattern: pattern([branch(path)]))
    step.complexity = path.count
    return step
  }

  private func forcingStep(_ victim: Candidate, _ node: Int) -> Step? {
    let digit = victim.digit.index
    for cell in CellSet(rawValue: view.empty) {
      let sources = (0..<9).map { Int(graph.nodes[$0 * 81 + cell.index]) }.filter { $0 >= 0 }
      if let step = step(.cellForcingChains, victim, node, sources, house: nil) { return step }
    }
    for digit in [digit] + (0..<9).filter({ $0 != digit }) {
      for house in House.all {
        let sources = house.cells.map { Int(graph.nodes[digit * 81 + $0.index]) }
          .filter { $0 >= 0 }
        if let step = step(.regionForcingChains, victim, node, sources, house: house) {
          return step
        }
      }
    }
    return nil
  }

  /// The step that all sources lead to; `nil` if one doesn't.
  private func step(
    _ technique: Technique, _ victim: Candidate, _ node: Int, _ sources: [Int], house: House?
  ) -> Step? {
    guard !sources.isEmpty else { return nil }
    var paths: [[Int]] = []
    for source in sources {
      guard let path = walk(from: source).path(to: node), path.count <= round.length + 1 else {
        return nil
      }
      paths.append(path)
    }
    var pattern = pattern(paths.map(branch))
    pattern.candidates = sources.map(graph.candidate).sorted()
    if let house { pattern.houses = HouseSet(house) }
    var step = Step(technique, removing: [victim], pattern: pattern)
    step.complexity = paths.reduce(0) { $0 + $1.count }
    return step
  }

  private func pattern(_ branches: [ChainBranch]) -> StepPattern {
    let candidates = Set(
      branches.flatMap { branch in
        [branch.assumption.candidate] + branch.links.map(\.conclusion.candidate)
      })
    return StepPattern(
      cells: CellSet(candidates.map(\.cell)), digits: DigitSet(candidates.map(\.digit)),
      candidates: candidates.sorted(), branches: branches)
  }

  private func walk(from node: Int) -> TracedWalk {
    let links: LevelChains.Links =
      switch round.kind {
      case .turbot, .chainsOfOneDigit: .oneDigit
      case .chains: .all
      default: .withSets
      }
    return TracedWalk(graph, links, from: node)
  }

  /// A path as a branch: its nodes are on and off in turn.
  private func branch(_ path: [Int]) -> ChainBranch {
    var links: [ChainLink] = []
    var groups: [ChainLink.Group] = []
    var last = literal(path[0], isOn: true)
    let assumption = last
    for index in 1..<path.count {
      let (previous, node) = (path[index - 1], path[index])
      let isOn = index % 2 == 0
      let reason = link(previous, node, isOn: isOn, &groups)
      guard node < graph.candidateCount else {
        if case .house(let house) = reason {
          groups.append(group(graph.cells[node], graph.digits[node], isOn: isOn, house))
        } else {
          // After a naked set: the house that its places share with the group.
          let both = graph.cells[node] | (groups.last?.cells.rawValue ?? 0)
          let house = House.all.first { both & ~$0.cells.rawValue == 0 }
          groups.append(
            group(graph.cells[node], graph.digits[node], isOn: isOn, house ?? House(index: 0)))
        }
        continue
      }
      let conclusion = literal(node, isOn: isOn)
      links.append(
        ChainLink(premises: [last], conclusion: conclusion, reason: reason, groups: groups))
      groups = []
      last = conclusion
    }
    return ChainBranch(assumption: assumption, target: last, links: links)
  }

  private func literal(_ node: Int, isOn: Bool) -> Literal {
    Literal(graph.candidate(node), isOn: isOn)
  }

  private func group(_ cells: UInt128, _ digit: Int, isOn: Bool, _ house: House)
    -> ChainLink.Group
  {
    ChainLink.Group(
      cells: CellSet(rawValue: cells), digit: Digit(index: digit), isOn: isOn, house: house)
  }

  /// Why one node follows from another; what a naked set in between takes is added to the groups.
  private func link(
    _ one: Int, _ two: Int, isOn: Bool, _ groups: inout [ChainLink.Group]
  ) -> ChainLink.Reason {
    let both = graph.cells[one] | graph.cells[two]
    if graph.digits[one] == graph.digits[two] {
      for house in House.all where both & ~house.cells.rawValue == 0 {
        let places = view.planes[unchecked: graph.digits[one]] & house.cells.rawValue
        if !isOn || places == both { return .house(house) }
      }
    }
    if both & (both - 1) == 0 { return .cell }
    guard let set = nakedSet(one, two) else { return .cell }
    let (lost, kept) = (graph.digits[one], graph.digits[two])
    let taken = set.cells & view.planes[unchecked: lost]
    // The digit leaves the set by a house that it shares with what is on, if there is one.
    let house = House.all.first { (taken | graph.cells[one]) & ~$0.cells.rawValue == 0 }
    groups.append(group(taken, lost, isOn: false, house ?? set.house))
    var held = group(set.cells & view.planes[unchecked: kept], kept, isOn: true, set.house)
    held.lockedSet = CellSet(rawValue: set.cells)
    groups.append(held)
    return .technique(set.technique)
  }

  /// The smallest almost locked set that takes a digit from one node when another is on.
  private func nakedSet(
    _ one: Int, _ two: Int
  ) -> (cells: UInt128, house: House, technique: Technique)? {
    let (seen, lost) = (commonPeers(graph.cells[one]), commonPeers(graph.cells[two]))
    let (digit, other) = (graph.digits[one], graph.digits[two])
    let names: [Technique] = [.nakedPair, .nakedTriple, .nakedQuad]
    for (size, technique) in zip(2..., names) {
      for house in House.all {
        let cells = house.cells.filter { view.cells[unchecked: $0.index] != 0 }
        for mask in 0..<(1 << cells.count) where mask.nonzeroBitCount == size {
          let chosen = cells.indices.filter { mask >> $0 & 1 != 0 }.map { cells[$0] }
          let digits = chosen.reduce(0) { $0 | view.cells[unchecked: $1.index] }
          let set = CellSet(chosen).rawValue
          guard digits.nonzeroBitCount == size + 1, digits >> UInt16(digit) & 1 != 0,
            digits >> UInt16(other) & 1 != 0, set & (graph.cells[one] | graph.cells[two]) == 0,
            set & view.planes[unchecked: digit] & ~seen == 0,
            set & view.planes[unchecked: other] & ~lost == 0
          else { continue }
          return (set, house, technique)
        }
      }
    }
    return nil
  }
}

extension LevelGraph {
  /// The node of a candidate, -1 if there is none.
  func node(of candidate: Candidate) -> Int {
    Int(nodes[candidate.digit.index * 81 + candidate.cell.index])
  }

  /// The candidate of a node; of a group the first one.
  func candidate(_ node: Int) -> Candidate {
    Candidate(Cell(index: cells[node].trailingZeroBitCount), Digit(index: digits[node]))
  }
}

/// A breadth-first walk from a candidate that is on, which remembers its paths.
private struct TracedWalk {
  /// For each node that is off, and each that is on, the node before; -1 where the walk doesn't come.
  private var beforeOff: [Int]
  private var beforeOn: [Int]
  private let start: Int

  init(_ graph: LevelGraph, _ links: LevelChains.Links, from start: Int) {
    self.start = start
    beforeOff = [Int](repeating: -1, count: graph.nodeCount)
    beforeOn = beforeOff
    let weak = links == .withSets ? graph.weakWithSets : graph.weak
    var on = [start]
    while !on.isEmpty {
      var off: [Int] = []
      for node in on {
        for next in 0..<graph.nodeCount
        where weak.contains(next, node) && beforeOff[next] < 0
          && (links != .oneDigit || graph.digits[next] == graph.digits[start])
        {
          beforeOff[next] = node
          off.append(next)
        }
      }
      on = []
      for node in off {
        let mate = links == .oneDigit ? -1 : Int(graph.mates[node])
        for next in 0..<graph.nodeCount
        where next != start && beforeOn[next] < 0
          && (next == mate || graph.strong.contains(next, node))
        {
          beforeOn[next] = node
          on.append(next)
        }
      }
    }
  }

  /// The nodes from the start to a node that is off, `nil` if the walk doesn't come there.
  func path(to end: Int) -> [Int]? {
    guard beforeOff[end] >= 0 else { return nil }
    var path = [end]
    var isOff = true
    while true {
      let last = path[path.count - 1]
      if !isOff, last == start { return path.reversed() }
      path.append(isOff ? beforeOff[last] : beforeOn[last])
      isOff.toggle()
    }
  }
}

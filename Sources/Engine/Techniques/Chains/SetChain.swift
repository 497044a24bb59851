import SudokuCore

/// Alternating chains and discontinuous loops with groups and with almost locked sets between their candidates.
///
/// A weak link may go through an almost locked set: what takes a digit from the set makes it hold another digit,
/// and that excludes what sees all its places there.
///
/// For each candidate a shortest chain is found that proves it, and a shortest one that removes it. For what the two
/// candidates at the ends of a chain remove together a shortest chain is found, too. Those without groups
/// and sets are left to `AlternatingChain`.
///
/// On demand there are, instead, loops from a candidate that an almost locked set links to the first or the last
/// node; that candidate goes.
///
/// Order: by candidate, that it is proven, then that it goes; then what several candidates lose together.
///
/// Source: "AIC with ALS" of SudokuWiki, grouped nice loops and AICs "with ALS" of HoDoKu.
struct SetChain: StepSearcher {
  private static let leastLinks = 3

  /// True for the loops that begin or end with a set.
  var beginsWithSets = false

  var techniques: [Technique] {
    beginsWithSets
      ? [.groupedDiscontinuousNiceLoop] : [.groupedAlternatingChain, .groupedDiscontinuousNiceLoop]
  }

  /// A chain that removes several candidates.
  private struct Chain {
    var removed: [Candidate]
    var path: [Int]
    var cost: Int
  }

  /// Hands over the steps in order; each place or group that a walk reaches is a unit of work.
  func search(
    _ grid: CandidateGrid, budget: inout SearchBudget, emit: (Step) -> Bool
  ) throws(SearchInterruption) {
    let sets = AlmostLockedSets.shared(grid)
    var graph = LinkGraph(grid, withGroups: true, through: sets)
    var chains: [Chain] = []
    var numbers: [[Candidate]: Int] = [:]
    for candidate in grid.emptyCells.flatMap({ cell in grid[cell].map { Candidate(cell, $0) } }) {
      if !beginsWithSets, let number = graph.number(of: candidate) {
        let walk = graph.walk(from: [number])
        try budget.charge(walk.reached)
        if let path = path(graph, walk, to: number) {
          guard emit(.proof(of: candidate, path, graph)) else { return }
        }
        note(grid, graph, walk, from: number, &chains, &numbers)
      }
      let starts =
        beginsWithSets
        ? graph.excluded(by: candidate, through: sets)
        : graph.nodes.indices.filter { graph.excludes($0, candidate) }
      let goals = Set(starts)
      let walk = graph.walk(from: starts) { $0 % 2 == 1 && goals.contains($0 / 2) }
      try budget.charge(walk.reached)
      let end = starts.filter { walk.distance(2 * $0 + 1) >= 0 }.min {
        let (one, other) = (2 * $0 + 1, 2 * $1 + 1)
        return (walk.distance(one), walk.cost(one), one)
          < (walk.distance(other), walk.cost(other), other)
      }
      guard let end, let path = path(graph, walk, to: end),
        !beginsWithSets || graph.hasSet(between: candidate, path)
      else { continue }
      guard emit(.loop(from: candidate, path, graph)) else { return }
    }
    for chain in chains {
      guard emit(.chain(chain.path, removing: chain.removed, graph)) else { return }
    }
  }

  /// The path to a node that is right, `nil` if it is too short or has neither group nor set.
  private func path(_ graph: LinkGraph, _ walk: ShortestWalk, to end: Int) -> [Int]? {
    guard walk.distance(2 * end + 1) >= (beginsWithSets ? 1 : Self.leastLinks) else { return nil }
    let path = walk.path(to: 2 * end + 1).map { $0 / 2 }
    return !beginsWithSets && graph.isPlain(path) ? nil : path
  }

  /// Notes the chains from a candidate that remove several others.
  private func note(
    _ grid: CandidateGrid, _ graph: LinkGraph, _ walk: ShortestWalk, from start: Int,
    _ chains: inout [Chain], _ numbers: inout [[Candidate]: Int]
  ) {
    guard let first = graph.nodes[start].candidate else { return }
    for end in graph.nodes.indices.dropFirst(start + 1) {
      guard let last = graph.nodes[end].candidate, walk.distance(2 * end + 1) >= Self.leastLinks
      else { continue }
      let removed = grid.excluded(byEnds: first, last)
      guard removed.count > 1 else { continue }
      let number = numbers[removed]
      let cost = walk.cost(2 * end + 1)
      if let number {
        let known = chains[number]
        let length = walk.distance(2 * end + 1) + 1
        guard (length, cost) < (known.path.count, known.cost) else { continue }
      }
      guard let path = path(graph, walk, to: end) else { continue }
      let chain = Chain(removed: removed, path: path, cost: cost)
      if let number {
        chains[number] = chain
      } else {
        numbers[removed] = chains.count
        chains.append(chain)
      }
    }
  }
}

extension Step {
  /// A chain that comes back to its first candidate proves it.
  fileprivate static func proof(
    of candidate: Candidate, _ path: [Int], _ graph: LinkGraph
  ) -> Step {
    let nodes = path.map { graph.nodes[$0] }
    return Step(
      .groupedDiscontinuousNiceLoop, placing: candidate,
      pattern: StepPattern(nodes, graph.branch(along: nodes, startsOn: false)))
  }

  /// A loop from a candidate that contradicts itself.
  fileprivate static func loop(
    from candidate: Candidate, _ path: [Int], _ graph: LinkGraph
  ) -> Step {
    let flaw = LinkGraph.Node(cells: CellSet(candidate.cell), digit: candidate.digit)
    let way = [flaw] + path.map { graph.nodes[$0] } + [flaw]
    return Step(
      .groupedDiscontinuousNiceLoop, removing: [candidate],
      pattern: StepPattern(way, graph.branch(along: way, startsOn: true)))
  }

  fileprivate static func chain(
    _ path: [Int], removing removed: [Candidate], _ graph: LinkGraph
  ) -> Step {
    let nodes = path.map { graph.nodes[$0] }
    return Step(
      .groupedAlternatingChain, removing: removed,
      pattern: StepPattern(nodes, graph.branch(along: nodes, startsOn: false)))
  }
}

extension StepPattern {
  /// The pattern of a chain of candidates and groups, those that its branch has.
  init(_ nodes: [LinkGraph.Node], _ branch: ChainBranch) {
    let groups = branch.links.flatMap(\.groups)
    let known = Set(
      [branch.assumption.candidate] + branch.links.map(\.conclusion.candidate)
        + groups.flatMap { group in group.cells.map { Candidate($0, group.digit) } })
    let candidates = Set(nodes.flatMap { node in node.cells.map { Candidate($0, node.digit) } })
      .intersection(known)
    self.init(
      cells: CellSet(candidates.map(\.cell)),
      specialCells: nodes[0].cells.union(nodes[nodes.count - 1].cells),
      digits: DigitSet(nodes.map(\.digit)), candidates: candidates.sorted(), branches: [branch])
  }
}

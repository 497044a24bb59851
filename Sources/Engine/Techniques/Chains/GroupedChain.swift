import SudokuCore

/// Alternating chains and discontinuous loops with groups: two or three places of a digit in a block and a
/// line.
///
/// If what a chain begins with is wrong, what it ends with is right; so a candidate that can be right with
/// neither goes. A chain that comes back to its first candidate proves it.
///
/// Such chains are many; for each candidate a shortest one is found that removes it, and a shortest one that
/// proves it, of at least three links: with the fewest links, of these with the fewest groups. It is a step if
/// it has a group: if not, alternating chains have it. What is removed by a chain that proves a candidate is
/// left to that.
///
/// A chain between two candidates reads from one to the other and removes all it can; one that begins
/// or ends with a group reads from the candidate that it removes, as a discontinuous loop.
///
/// Order: the candidate; that it is proven, then that it goes. Chains with the same ends are found once.
///
/// Source: "Grouped AIC" and "Grouped Discontinuous Nice Loop" of HoDoKu.
struct GroupedChain: StepSearcher {
  private static let leastLinks = 3

  var techniques: [Technique] {
    [.groupedAlternatingChain, .groupedDiscontinuousNiceLoop]
  }

  /// Hands over the steps in order; each place or group that a walk reaches is a unit of work.
  func search(
    _ grid: CandidateGrid, budget: inout SearchBudget, emit: (Step) -> Bool
  ) throws(SearchInterruption) {
    let graph = LinkGraph(grid, withGroups: true)
    var known: Set<[Int]> = []
    for cell in grid.emptyCells {
      for digit in grid[cell] {
        let candidate = Candidate(cell, digit)
        if let number = graph.number(of: candidate),
          let chain = try chain(graph, from: [number], &budget)
        {
          guard emit(proof(of: candidate, chain.map { graph.nodes[$0] }, graph)) else { return }
        }
        let excluding = graph.nodes.indices.filter { graph.excludes($0, candidate) }
        guard let chain = try chain(graph, from: excluding, &budget) else { continue }
        let nodes = chain.map { graph.nodes[$0] }
        guard let first = nodes[0].candidate, let last = nodes[nodes.count - 1].candidate else {
          guard emit(loop(from: candidate, nodes, graph)) else { return }
          continue
        }
        let ends = [chain[0], chain[chain.count - 1]]
        guard first != last, known.insert(ends.sorted()).inserted else { continue }
        let removed = grid.emptyCells.flatMap { cell in grid[cell].map { Candidate(cell, $0) } }
          .filter { candidate in ends.allSatisfy { graph.excludes($0, candidate) } }
        guard emit(chainStep(nodes, removing: removed, graph)) else { return }
      }
    }
  }

  /// A shortest chain between two of some numbers, `nil` if it is too short or has no group.
  private func chain(
    _ graph: LinkGraph, from starts: [Int], _ budget: inout SearchBudget
  ) throws(SearchInterruption) -> [Int]? {
    let goals = Set(starts)
    let walk = graph.walk(from: starts) { $0 % 2 == 1 && goals.contains($0 / 2) }
    try budget.charge(walk.reached)
    let ends = starts.map { 2 * $0 + 1 }.filter { walk.distance($0) >= 0 }
    guard
      let end = ends.min(by: {
        (walk.distance($0), walk.cost($0), $0) < (walk.distance($1), walk.cost($1), $1)
      }), walk.distance(end) >= Self.leastLinks, walk.cost(end) > 0
    else { return nil }
    return walk.path(to: end).map { $0 / 2 }
  }

  private func proof(of candidate: Candidate, _ nodes: [LinkGraph.Node], _ graph: LinkGraph) -> Step
  {
    Step(
      .groupedDiscontinuousNiceLoop, placing: candidate,
      pattern: StepPattern(nodes, graph.branch(along: nodes, startsOn: false)))
  }

  private func loop(from candidate: Candidate, _ nodes: [LinkGraph.Node], _ graph: LinkGraph)
    -> Step
  {
    let flaw = LinkGraph.Node(cells: CellSet(candidate.cell), digit: candidate.digit)
    let way = [flaw] + nodes + [flaw]
    return Step(
      .groupedDiscontinuousNiceLoop, removing: [candidate],
      pattern: StepPattern(way, graph.branch(along: way, startsOn: true)))
  }

  private func chainStep(
    _ nodes: [LinkGraph.Node], removing removed: [Candidate], _ graph: LinkGraph
  ) -> Step {
    Step(
      .groupedAlternatingChain, removing: removed,
      pattern: StepPattern(nodes, graph.branch(along: nodes, startsOn: false)))
  }
}

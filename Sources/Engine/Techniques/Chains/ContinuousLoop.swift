import SudokuCore

/// Continuous nice loops: candidates linked strongly and weakly in turn, all around.
///
/// Whichever way round, each candidate of the loop that is wrong makes the next one right, and one that is
/// right makes the next one wrong. So of the two ends of every weak link one is right, too, and what
/// excludes both goes: the digit in cells that see both, other digits of a cell that holds both.
///
/// Grouped loops go through two or three places of a digit in a block and a line as well, and through one
/// candidate at least. A group may contain the place of such a candidate: then both are right, or none is.
///
/// Loops are many, but what they remove is all here: for each weak link that removes something by being the
/// link of a loop, there is a loop with the fewest links that has it, of these one with the fewest groups.
/// Loops with the same weak links are one. A weak link of a loop with two strong links is left out, for such
/// loops are naked and hidden pairs and X-Wings (with blocks among their houses, too).
///
/// Order: the ends of the weak links, candidates before groups.
///
/// Source: nice loops are described by HoDoKu, as "AIC rings" by SudokuWiki.
struct ContinuousLoop: StepSearcher {
  let isGrouped: Bool
  /// True for the loops with a link through an almost locked set, which may have just two strong links.
  var isThroughSets = false

  var techniques: [Technique] {
    [isGrouped ? .groupedContinuousNiceLoop : .continuousNiceLoop]
  }

  /// Hands over the steps in order.
  func search(
    _ grid: CandidateGrid, budget: inout SearchBudget, emit: (Step) -> Bool
  ) throws(SearchInterruption) {
    let graph = LinkGraph(
      grid, withGroups: isGrouped, through: isThroughSets ? AlmostLockedSets.shared(grid) : nil)
    var known: Set<Set<Set<Int>>> = []
    for start in graph.nodes.indices {
      let walk = graph.walk(from: [start])
      try budget.charge(walk.reached)
      for end in graph.weak[start]
      where end > start && walk.distance(2 * end + 1) >= (isThroughSets ? 3 : 5) {
        let groupCount = walk.cost(2 * end + 1)
        guard !isGrouped || (isThroughSets ? 0 : 1)...walk.distance(2 * end + 1) ~= groupCount,
          !graph.victims(start, end).isEmpty
        else { continue }
        let loop = walk.path(to: 2 * end + 1).map { $0 / 2 }
        guard !isThroughSets || graph.hasSet(loop + [start]) else { continue }
        let links = Self.weakLinks(of: loop)
        guard known.insert(Set(links.map { Set($0) })).inserted else { continue }
        guard emit(step(graph, loop, links)) else { return }
      }
    }
  }

  /// The ends of the weak links of a loop that begins with a strong one.
  private static func weakLinks(of loop: [Int]) -> [[Int]] {
    stride(from: 1, to: loop.count, by: 2).map { [loop[$0], loop[($0 + 1) % loop.count]] }
  }

  private func step(_ graph: LinkGraph, _ loop: [Int], _ weakLinks: [[Int]]) -> Step {
    let removed = Set(weakLinks.flatMap { graph.victims($0[0], $0[1]) })
    let nodes = loop.map { graph.nodes[$0] }
    let candidates = Set(nodes.flatMap { node in node.cells.map { Candidate($0, node.digit) } })
    return Step(
      techniques[0], removing: removed.sorted(),
      pattern: StepPattern(
        cells: nodes.reduce(CellSet()) { $0.union($1.cells) }, digits: DigitSet(nodes.map(\.digit)),
        candidates: candidates.sorted(), branches: [graph.branch(around: loop)]))
  }
}

extension LinkGraph {
  /// A loop as a branch: from a candidate that is wrong all around to where it is wrong again.
  fileprivate func branch(around loop: [Int]) -> ChainBranch {
    // The other way round, what was right is wrong: so any candidate can be the first.
    let first = loop.firstIndex { nodes[$0].candidate != nil } ?? 0
    let turned = first % 2 == 0 ? loop : loop.reversed()
    let start = first % 2 == 0 ? first : loop.count - 1 - first
    let way = Array(turned[start...] + turned[...start])
    // A link through a set is listed even if it is the last, which closes the loop.
    let closing = hasSet([way[0]] + way.suffix(1) + way.prefix(1)) ? way.prefix(1) : []
    return branch(along: (way + closing).map { nodes[$0] }, startsOn: false, isLoop: true)
  }
}

import SudokuCore
import SudokuTechniques

/// Nice loops and alternating inference chains, found in the program's tables.
struct HoDoKuLoops: HoDoKuSearcher {
  let withGroups: Bool

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    let table = state.chains(withGroups: withGroups)
    var search = HoDoKuLoopSearch(grid: grid, table: table)
    for isOn in [true, false] {
      table.forEachCandidate(grid) { search.findLoops(HoDoKuTable.node($0, isOn: isOn)) }
    }
    table.forEachCandidate(grid) { search.findChains(HoDoKuTable.node($0, isOn: false)) }
    return search.find
  }
}

/// The best nice loop or chain so far.
private struct HoDoKuLoopSearch {
  let grid: CandidateGrid
  let table: HoDoKuTable
  private var best: (rank: HoDoKuRank, kind: Kind, nodes: [Int], removals: [Candidate])?

  init(grid: CandidateGrid, table: HoDoKuTable) {
    self.grid = grid
    self.table = table
  }

  private enum Kind {
    case discontinuous, continuous, chain

    func technique(isGrouped: Bool) -> Technique {
      switch self {
      case .discontinuous: isGrouped ? .groupedDiscontinuousNiceLoop : .discontinuousNiceLoop
      case .continuous: isGrouped ? .groupedContinuousNiceLoop : .continuousNiceLoop
      case .chain: isGrouped ? .groupedAlternatingChain : .alternatingChain
      }
    }
  }

  /// Loops that come back to the cell of a list's assumption.
  mutating func findLoops(_ list: Int) {
    let start = table.candidate(list)
    var ends: [Int] = []
    for digit in grid[start.cell] {
      for isOn in [false, true] {
        let node = HoDoKuTable.node(Candidate(start.cell, digit), isOn: isOn)
        if let index = table.index(of: node, in: list), table.distance(list, index) > 2 {
          ends.append(index)
        }
      }
    }
    for index in ends.sorted() { addLoop(list, index) }
  }

  private mutating func addLoop(_ list: Int, _ index: Int) {
    let start = table.candidate(list)
    let (cell, digit) = (start.cell, start.digit)
    let end = table.node(list, index)
    let other = table.digit(end)
    let isFromOn = list % 2 == 1
    let isToOn = end % 2 == 1
    let nodes = table.path(list, to: index).nodes
    guard nodes.count > 2, table.firstCell(nodes[nodes.count - 2]) != cell,
      table.firstCell(nodes[1]) != cell, isLasso(nodes, inside: cell)
    else { return }
    let others = DigitSet.all.subtracting(DigitSet(digit))
    switch (isFromOn, isToOn) {
    case (true, false):
      if other == digit { note(.discontinuous, nodes, [start]) }
    case (false, true):
      if other == digit {
        note(.discontinuous, nodes, grid.candidates(others, in: CellSet(cell)))
      } else {
        note(.continuous, nodes, continuous(nodes))
      }
    case (true, true):
      if other != digit { note(.discontinuous, nodes, [start]) }
    case (false, false):
      if other != digit { note(.discontinuous, nodes, [Candidate(cell, other)]) }
    }
  }

  /// The eliminations of a loop that can be walked both ways.
  private func continuous(_ nodes: [Int]) -> [Candidate] {
    let start = table.candidate(nodes[0]).cell
    let last = nodes.count - 1
    let ends = DigitSet([table.digit(nodes[0]), table.digit(nodes[last])])
    var removals = grid.candidates(DigitSet.all.subtracting(ends), in: CellSet(start))
    let loop = nodes[..<last].reduce(CellSet()) { $0.union(table.cells($1)) }
    for index in stride(from: 1, through: last, by: 1) {
      let node = nodes[index]
      let cell = table.firstCell(node)
      guard table.firstCell(nodes[index - 1]) != cell else { continue }
      if node % 2 == 0 {
        let seen = table.cells(nodes[index - 1]).union(table.cells(node)).commonPeers
          .subtracting(loop)
        removals += grid.removals(table.digit(node), in: seen)
      } else if index <= last - 2, nodes[index + 1] % 2 == 0,
        table.firstCell(nodes[index + 1]) == cell, nodes[index + 2] % 2 == 1,
        table.firstCell(nodes[index + 2]) != cell
      {
        let kept = DigitSet([table.digit(node), table.digit(nodes[index + 2])])
        removals += grid.candidates(DigitSet.all.subtracting(kept), in: CellSet(cell))
      }
    }
    return removals
  }

  /// True if a path never returns to a cell, except for the loop's own.
  private func isLasso(_ nodes: [Int], inside loopCell: Cell?) -> Bool {
    var known = CellSet()
    for (index, node) in nodes.enumerated() {
      if index >= 2 {
        let before = nodes[index - 2]
        if table.firstCell(before) != loopCell { known = known.union(table.cells(before)) }
      }
      if known.contains(table.firstCell(node)) { return false }
    }
    return true
  }

  /// Chains from one cell to another.
  mutating func findChains(_ list: Int) {
    let start = table.candidate(list)
    let places = grid.cells(with: start.digit)
    for index in stride(from: 1, to: table.count(list), by: 1) {
      let node = table.node(list, index)
      guard !table.isGroup(node), node % 2 == 1, table.distance(list, index) > 2 else { continue }
      let end = table.candidate(node)
      guard end.cell != start.cell else { continue }
      var removals: [Candidate]
      if end.digit == start.digit {
        let seen = start.cell.seen.intersection(end.cell.seen).intersection(places)
        guard seen.hasSeveral else { continue }
        removals = seen.map { Candidate($0, start.digit) }
      } else {
        guard end.cell.sees(start.cell), places.contains(end.cell),
          grid[start.cell].contains(end.digit)
        else { continue }
        removals = [Candidate(start.cell, end.digit), Candidate(end.cell, start.digit)]
      }
      if let best, removals.count < best.rank.eliminationCount { continue }
      let nodes = table.path(list, to: index).nodes
      if isLasso(nodes, inside: nil) { note(.chain, nodes, removals) }
    }
  }

  private mutating func note(_ kind: Kind, _ nodes: [Int], _ removals: [Candidate]) {
    guard !removals.isEmpty else { return }
    let removals = removals.normalized()
    let rank = HoDoKuRank(removals, length: nodes.count)
    if let best, !(rank < best.rank) { return }
    best = (rank, kind, nodes, removals)
  }

  var find: HoDoKuFind? {
    guard let (_, kind, nodes, removals) = best else { return nil }
    let branch = HoDoKuExplanation.branch(to: nodes[nodes.count - 1], in: nodes[0], of: table)
    let cells = nodes.reduce(CellSet()) { $0.union(table.cells($1)) }
    var candidates: Set<Candidate> = []
    for node in nodes {
      candidates.formUnion(table.cells(node).map { Candidate($0, table.digit(node)) })
    }
    let technique = kind.technique(isGrouped: nodes.contains { table.isGroup($0) })
    return HoDoKuFind(
      technique, removing: removals,
      pattern: StepPattern(
        cells: cells, digits: DigitSet(nodes.map { table.digit($0) }),
        candidates: candidates.sorted(), branches: [branch]))
  }
}

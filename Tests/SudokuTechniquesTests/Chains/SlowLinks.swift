import SudokuCore
import TestSupport

@testable import SudokuTechniques

/// The links between candidates and groups of a grid by definition, and chains along them.
struct SlowLinks {
  /// A candidate, or places of a digit in a block and a line.
  struct Node: Hashable {
    var cells: CellSet
    var digit: Digit
  }

  let grid: CandidateGrid
  var nodes: [Node] = []
  var strong: [[Int]] = []
  var weak: [[Int]] = []

  init(_ grid: CandidateGrid, withGroups: Bool) {
    self.grid = grid
    var all: Set<Node> = []
    for cell in grid.emptyCells {
      for digit in grid[cell] { all.insert(Node(cells: [cell], digit: digit)) }
    }
    for block in House.all where withGroups && block.kind == .block {
      for line in House.all where line.kind != .block {
        for digit in DigitSet.all {
          let cells = block.cells.intersection(line.cells).filter { grid[$0].contains(digit) }
          for size in [2, 3] {
            for choice in CandidateGrid.slowChoices(size, of: Array(cells)) {
              all.insert(Node(cells: CellSet(choice), digit: digit))
            }
          }
        }
      }
    }
    let candidates = Array(all)
    // What has no strong link is of no use.
    nodes = candidates.filter { one in candidates.contains { isStrong(one, $0) } }
    strong = nodes.map { one in nodes.indices.filter { isStrong(one, nodes[$0]) } }
    weak = nodes.map { one in nodes.indices.filter { isWeak(one, nodes[$0]) } }
  }

  func isStrong(_ one: Node, _ two: Node) -> Bool {
    guard one.digit == two.digit else {
      return one.cells == two.cells && one.cells.count == 1
        && grid[Array(one.cells)[0]] == [one.digit, two.digit]
    }
    guard one.cells.isDisjoint(with: two.cells) else { return false }
    let both = one.cells.union(two.cells)
    return House.all.contains { house in
      house.cells.allSatisfy { both.contains($0) == grid[$0].contains(one.digit) }
        && both.isSubset(of: house.cells)
    }
  }

  func isWeak(_ one: Node, _ two: Node) -> Bool {
    one.digit == two.digit
      ? one.cells.allSatisfy { cell in two.cells.allSatisfy { $0.sees(cell) } }
      : one.cells == two.cells && one.cells.count == 1
  }

  func victims(_ one: Node, _ two: Node) -> [Candidate] {
    guard one.digit == two.digit else {
      let cell = Array(one.cells)[0]
      return grid[cell].filter { $0 != one.digit && $0 != two.digit }.map { Candidate(cell, $0) }
    }
    return grid.slowVictims(one.digit, seeing: Array(one.cells.union(two.cells)))
  }

  /// For each node that follows where one of some is wrong the fewest links to it, and the fewest groups then.
  func ways(from starts: [Int]) -> [Int: (length: Int, groupCount: Int)] {
    func cost(_ node: Int) -> Int { nodes[node].cells.count > 1 ? 1 : 0 }
    var known: [[Int: (length: Int, groupCount: Int)]] = [[:], [:]]
    for start in starts { known[0][start] = (0, cost(start)) }
    var length = 0
    var last = known[0]
    while !last.isEmpty {
      length += 1
      let isOn = length % 2
      var next: [Int: (length: Int, groupCount: Int)] = [:]
      for (node, way) in last {
        for other in isOn == 1 ? strong[node] : weak[node] where known[isOn][other] == nil {
          let groups = way.groupCount + cost(other)
          next[other] = (length, min(groups, next[other]?.groupCount ?? groups))
        }
      }
      known[isOn].merge(next) { old, _ in old }
      last = next
    }
    return known[1]
  }

  /// The candidates and groups of a chain of a step.
  static func nodes(of step: Step) -> [Node] {
    guard let branch = step.pattern.branches.first else { return [] }
    let start = branch.assumption.candidate
    return branch.links.reduce(into: [Node(cells: [start.cell], digit: start.digit)]) {
      nodes, link in
      nodes += link.groups.map { Node(cells: $0.cells, digit: $0.digit) }
      nodes.append(
        Node(cells: [link.conclusion.candidate.cell], digit: link.conclusion.candidate.digit))
    }
  }
}

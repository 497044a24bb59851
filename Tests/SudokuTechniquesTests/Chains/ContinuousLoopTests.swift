import SudokuCore
import SudokuTechniques
import TestSupport
import Testing

@Suite struct ContinuousLoopTests {
  /// A candidate, or places of a digit in a block and a line.
  private struct Node: Hashable {
    var cells: CellSet
    var digit: Digit
  }

  /// Two ends in no order, and the length of a loop through them.
  private struct Find: Hashable {
    var ends: Set<Node>
    var length: Int
    var groupCount: Int
  }

  /// Links by definition.
  private struct SlowLinks {
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

    /// For each end that a node is linked to weakly the fewest links to where it is right if the node is wrong, and
    /// the fewest groups then.
    func ways(from start: Int) -> [Int: (length: Int, groupCount: Int)] {
      func cost(_ node: Int) -> Int { nodes[node].cells.count > 1 ? 1 : 0 }
      var known: [[Int: (length: Int, groupCount: Int)]] = [[start: (0, cost(start))], [:]]
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
      return known[1].filter { weak[start].contains($0.key) }
    }

    /// The weak links that a loop makes strong so that they remove something.
    func finds(isGrouped: Bool) -> Set<Find> {
      var finds: Set<Find> = []
      for start in nodes.indices {
        for (end, way) in ways(from: start) where way.length >= 5 {
          let isMixed = way.groupCount > 0 && way.groupCount <= way.length
          guard isMixed || !isGrouped, !victims(nodes[start], nodes[end]).isEmpty else { continue }
          finds.insert(
            Find(
              ends: [nodes[start], nodes[end]], length: way.length, groupCount: way.groupCount))
        }
      }
      return finds
    }
  }

  /// The candidates and groups of a loop as it is told, its last one the first again.
  private static func nodes(of step: Step) -> [Node] {
    guard let branch = step.pattern.branches.first else { return [] }
    let start = branch.assumption.candidate
    return branch.links.reduce(into: [Node(cells: [start.cell], digit: start.digit)]) {
      nodes, link in
      nodes += link.groups.map { Node(cells: $0.cells, digit: $0.digit) }
      nodes.append(
        Node(cells: [link.conclusion.candidate.cell], digit: link.conclusion.candidate.digit))
    }
  }

  /// What a step says about its weak links; `nil` where a link does not hold or something else is removed.
  private static func claims(of step: Step, _ slow: SlowLinks) -> Set<Find>? {
    let nodes = nodes(of: step)
    guard nodes.count >= 7, nodes.count % 2 == 1, nodes.first == nodes.last else { return nil }
    let groupCount = nodes.dropLast().filter { $0.cells.count > 1 }.count
    var claims: Set<Find> = []
    var victims: Set<Candidate> = []
    for (index, (one, two)) in zip(nodes, nodes.dropFirst()).enumerated() {
      guard index % 2 == 0 ? slow.isStrong(one, two) : slow.isWeak(one, two) else { return nil }
      guard index % 2 == 1 else { continue }
      victims.formUnion(slow.victims(one, two))
      claims.insert(Find(ends: [one, two], length: nodes.count - 2, groupCount: groupCount))
    }
    return victims.sorted() == step.eliminations ? claims : nil
  }

  @Test(arguments: [(false, 600, 45), (true, 250, 55)])
  func findsAll(isGrouped: Bool, count: Int, leastPlaced: Int) throws {
    let searcher = ContinuousLoop(isGrouped: isGrouped)
    var stepCount = 0
    let grids = PencilmarkGrids(twinCount(count), seed: 7, leastPlaced: leastPlaced)
    for (number, (grid, solution)) in grids.enumerated() {
      var budget = SearchBudget()
      let steps = try searcher.steps(in: grid, budget: &budget)
      stepCount += steps.count
      let slow = SlowLinks(grid, withGroups: isGrouped)
      let finds = slow.finds(isGrouped: isGrouped)
      var claimed: Set<Find> = []
      for step in steps {
        let claims = try #require(Self.claims(of: step, slow), "grid \(number): \(step)")
        #expect(!claims.isDisjoint(with: finds), "grid \(number): not the shortest: \(step)")
        #expect(step.fault(in: grid, solution: solution) == nil, "grid \(number): \(step)")
        claimed.formUnion(claims)
      }
      let missing = finds.subtracting(claimed)
      #expect(missing.isEmpty, "grid \(number): \(missing)")
      #expect(Set(steps).count == steps.count)
    }
    #expect(stepCount >= 20, "the grids hardly have the pattern")
  }

  /// A limit of work ends the search.
  @Test func workIsLimited() throws {
    let board = try Board(
      line: "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........")
    var budget = SearchBudget(workLimit: 5)
    #expect(throws: SearchInterruption.budgetExhausted) {
      try ContinuousLoop(isGrouped: false).steps(in: CandidateGrid(board), budget: &budget)
    }
  }
}

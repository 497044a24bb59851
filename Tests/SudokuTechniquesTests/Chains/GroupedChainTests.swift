import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct GroupedChainTests {
  /// What a chain decides, and how long it is.
  private struct Find: Hashable {
    var candidate: Candidate
    var isPlaced: Bool
    var length: Int
    var groupCount: Int
  }

  /// The nodes that can't be right together with a candidate.
  private static func excluding(_ candidate: Candidate, _ slow: SlowLinks) -> [Int] {
    slow.nodes.indices.filter { number in
      let node = slow.nodes[number]
      return node.digit == candidate.digit
        ? node.cells.allSatisfy { $0.sees(candidate.cell) } : node.cells == [candidate.cell]
    }
  }

  /// The shortest chains that need a group; those by which a candidate goes that another proof leaves no room
  /// for may be there or not.
  private static func finds(_ slow: SlowLinks) -> Set<Find> {
    var finds: Set<Find> = []
    for cell in slow.grid.emptyCells {
      for digit in slow.grid[cell] {
        let candidate = Candidate(cell, digit)
        let own = slow.nodes.indices.filter {
          slow.nodes[$0] == SlowLinks.Node(cells: [cell], digit: digit)
        }
        for (starts, isPlaced) in [(own, true), (excluding(candidate, slow), false)] {
          let best = slow.ways(from: starts).filter { starts.contains($0.key) }.values
            .min { ($0.length, $0.groupCount) < ($1.length, $1.groupCount) }
          guard let best, best.length >= 3, best.groupCount > 0 else { continue }
          finds.insert(
            Find(
              candidate: candidate, isPlaced: isPlaced, length: best.length,
              groupCount: best.groupCount))
        }
      }
    }
    return finds
  }

  /// What a step says of each candidate that it decides; `nil` where a link does not hold, or where it removes
  /// something else than what its ends exclude.
  private static func claims(of step: Step, _ slow: SlowLinks) -> Set<Find>? {
    let nodesOfStep = SlowLinks.nodes(of: step)
    let startsOn = step.pattern.branches.first?.assumption.isOn ?? false
    let links = Array(zip(nodesOfStep, nodesOfStep.dropFirst()))
    for (index, (one, two)) in links.enumerated() {
      let isStrong = (index % 2 == 0) != startsOn
      guard isStrong ? slow.isStrong(one, two) : isExcluded(one, two) else { return nil }
    }
    let nodes = startsOn ? Array(nodesOfStep.dropFirst().dropLast()) : nodesOfStep
    let ends = [nodes.first, nodes.last].compactMap { $0 }
    let isPlaced = step.placement != nil
    let removed = slow.grid.emptyCells.flatMap { cell in
      slow.grid[cell].map { Candidate(cell, $0) }
    }
    .filter { candidate in
      ends.allSatisfy {
        isExcluded($0, SlowLinks.Node(cells: [candidate.cell], digit: candidate.digit))
      }
    }
    if isPlaced {
      guard nodesOfStep.first == nodesOfStep.last,
        step.placement == step.pattern.branches[0].assumption.candidate
      else { return nil }
    } else if startsOn {
      guard nodesOfStep.first == nodesOfStep.last, removed.contains(step.eliminations[0]) else {
        return nil
      }
    } else {
      guard step.eliminations == removed, ends[0] != ends[1] else { return nil }
    }
    return Set(
      (step.placement.map { [$0] } ?? step.eliminations).map {
        Find(
          candidate: $0, isPlaced: isPlaced, length: nodes.count - 1,
          groupCount: nodes.count { $0.cells.count > 1 })
      })
  }

  /// Whether two nodes can't both be right.
  private static func isExcluded(_ one: SlowLinks.Node, _ two: SlowLinks.Node) -> Bool {
    one.digit == two.digit
      ? one.cells.allSatisfy { cell in two.cells.allSatisfy { $0.sees(cell) } }
      : one.cells == two.cells && one.cells.count == 1
  }

  @Test func findsAll() throws {
    var stepCount = 0
    let grids = PencilmarkGrids(twinCount(250), seed: 11, leastPlaced: 55)
    for (number, (grid, solution)) in grids.enumerated() {
      if isEnough(number, of: 250, finds: stepCount, least: 20) { break }
      var budget = SearchBudget()
      let steps = try GroupedChain().steps(in: grid, budget: &budget)
      stepCount += steps.count
      let slow = SlowLinks(grid, withGroups: true)
      let finds = Self.finds(slow)
      var claimed: Set<Find> = []
      for step in steps {
        let claims = try #require(Self.claims(of: step, slow), "grid \(number): \(step)")
        #expect(!claims.isDisjoint(with: finds), "grid \(number): not the shortest: \(step)")
        #expect(step.fault(in: grid, solution: solution) == nil, "grid \(number): \(step)")
        claimed.formUnion(claims)
      }
      // A candidate that is proven leaves no room for those that see it.
      let proven = steps.compactMap(\.placement)
      let missing = finds.subtracting(claimed).filter { find in
        !proven.contains { one in
          one.digit == find.candidate.digit
            ? one.cell.sees(find.candidate.cell) : one.cell == find.candidate.cell
        }
      }
      #expect(missing.isEmpty, "grid \(number): \(missing)")
      #expect(Set(steps).count == steps.count)
    }
    #expect(stepCount >= leastFinds(20), "the grids hardly have the pattern")
  }

  /// A limit of work ends the search.
  @Test func workIsLimited() throws {
    let board = try Board(
      line: "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........")
    var budget = SearchBudget(workLimit: 5)
    #expect(throws: SearchInterruption.budgetExhausted) {
      try GroupedChain().steps(in: CandidateGrid(board), budget: &budget)
    }
  }
}

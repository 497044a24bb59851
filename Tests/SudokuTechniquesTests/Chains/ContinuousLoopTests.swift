import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct ContinuousLoopTests {
  /// Two ends in no order, and the length of a loop through them.
  private struct Find: Hashable {
    var ends: Set<SlowLinks.Node>
    var length: Int
    var groupCount: Int
  }

  /// The weak links that a loop makes strong so that they remove something.
  private static func finds(_ slow: SlowLinks, isGrouped: Bool) -> Set<Find> {
    var finds: Set<Find> = []
    for start in slow.nodes.indices {
      for (end, way) in slow.ways(from: [start]) where way.length >= 5 {
        let isMixed = way.groupCount > 0 && way.groupCount <= way.length
        guard slow.weak[start].contains(end), isMixed || !isGrouped,
          !slow.victims(slow.nodes[start], slow.nodes[end]).isEmpty
        else { continue }
        finds.insert(
          Find(
            ends: [slow.nodes[start], slow.nodes[end]], length: way.length,
            groupCount: way.groupCount))
      }
    }
    return finds
  }

  /// What a step says about its weak links; `nil` where a link does not hold or something else is removed.
  private static func claims(of step: Step, _ slow: SlowLinks) -> Set<Find>? {
    let nodes = SlowLinks.nodes(of: step)
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
      if isEnough(number, of: count, finds: stepCount, least: 20) { break }
      var budget = SearchBudget()
      let steps = try searcher.steps(in: grid, budget: &budget)
      stepCount += steps.count
      let slow = SlowLinks(grid, withGroups: isGrouped)
      let finds = Self.finds(slow, isGrouped: isGrouped)
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
    #expect(stepCount >= leastFinds(20), "the grids hardly have the pattern")
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

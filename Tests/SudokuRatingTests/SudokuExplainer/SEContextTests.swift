import SudokuCore
import TestSupport
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// What searches remember from step to step, and what they pass over, changes no step.
@Suite struct SEContextTests {
  /// Calls `body` with the positions on the way through some puzzles, and with a context for each puzzle.
  private func forPositions(
    _ body: (CandidateGrid, inout SEContext) throws -> Step?
  ) throws {
    let boards = try DataSets.boards("puzzles/hard.txt")
    for number in stride(from: 3, to: boards.count, by: DataSets.figure(own: 40, public: 120))
      .map(\.self).sized(2)
    {
      var grid = CandidateGrid(boards[number])
      var context = SEContext()
      while let step = try body(grid, &context) { step.apply(to: &grid) }
    }
  }

  @Test func memoryChangesNoStep() throws {
    let loops = SEStepFinder(searchers: [SEUniqueLoop()])
    let exclusions = SEStepFinder(searchers: [AlignedPairExclusion(), AlignedTripleExclusion()])
    let all = SEStepFinder()
    var loopCount = 0
    var tripleCount = 0
    try forPositions { grid, context in
      let remembered = try loops.firstStep(in: grid, context: &context)
      #expect(remembered == loops.firstStep(in: grid))
      let excluded = try exclusions.firstStep(in: grid, context: &context)
      #expect(excluded == exclusions.firstStep(in: grid))
      if remembered != nil { loopCount += 1 }
      if excluded != nil { tripleCount += 1 }
      return all.firstStep(in: grid)
    }
    #expect(loopCount > 0 && tripleCount > 0, "\(loopCount) \(tripleCount)")
  }

  @Test func triplesInAnotherOrderArePassedOver() throws {
    let triples = AlignedTripleExclusion()
    var count = 0
    try forPositions { grid, _ in
      let first = triples.firstStep(in: grid)
      #expect(triples.firstStep(in: grid, near: .all) == first)
      if first != nil { count += 1 }
      return SEStepFinder().firstStep(in: grid)
    }
    #expect(count > 0)
  }

  @Test func searchesLeftOutFindNothing() throws {
    var firsts: Set<Int> = []
    try forPositions { grid, context in
      let first = BasicSolver(grid: PlaneGrid(grid)).firstSearch
      for search in SEOrder.all[..<first] {
        let step = try search.firstStep(in: grid, context: &context)
        #expect(step == nil, "\(first)")
      }
      firsts.insert(first)
      return SEStepFinder().firstStep(in: grid)
    }
    #expect(firsts.contains(0) && firsts.contains(OrderFreeSolver.basicCount))
    #expect(firsts.count > 4, "\(firsts)")
  }
}

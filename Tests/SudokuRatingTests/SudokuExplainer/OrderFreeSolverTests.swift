import SudokuCore
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// Techniques whose order does not matter.
@Suite struct OrderFreeSolverTests {
  static let sample = ("puzzles/typical.txt", DataSets.figure(own: 10, public: 100))

  static func boards() throws -> [Board] {
    let lines = try DataSets.lines(sample.0)
    return try stride(from: 0, to: lines.count, by: sample.1).map {
      try Board(line: lines[$0].prefix(81))
    }
  }

  @Test func basicTechniquesComeFirst() {
    #expect(OrderFreeSolver.basicCount == 14)
    #expect(
      Set(SEOrder.all.prefix(14).flatMap(\.techniques)) == OrderFreeSolver.basicTechniques
    )
  }

  /// Step by step in the reference's order leads where all at once does.
  @Test
  func basicsEndInTheSameGrid() throws {
    let finder = SEStepFinder(
      searchers: Array(SEOrder.all.prefix(OrderFreeSolver.basicCount)))
    var stuckCount = 0
    for board in try Self.boards() {
      var slow = CandidateGrid(board)
      while let step = finder.firstStep(in: slow) { step.apply(to: &slow) }
      var fast = CandidateGrid(board)
      var context = SEContext(needsPatterns: false)
      OrderFreeSolver.applyBasics(to: &fast, context: &context)
      #expect(fast == slow, "\(board)")
      if !slow.isFull { stuckCount += 1 }
    }
    #expect(stuckCount > 20)
  }

  /// Longer chains solve more, and never wrongly.
  @Test
  func chainsUpToALength() throws {
    var solvedCounts: [Int] = []
    let boards = try Self.boards().sized(24)
    for limit in [0, 6, 12, 1000] {
      var solvedCount = 0
      for board in boards {
        var context = SEContext(needsPatterns: false)
        let limits = OrderFreeSolver.ChainLimits(singleDigit: limit, general: limit)
        let grid = try OrderFreeSolver.solution(
          of: CandidateGrid(board), chains: limits, context: &context)
        guard let grid else { continue }
        solvedCount += 1
        #expect(grid.board == Solver().uniqueSolution(of: board), "\(board)")
      }
      solvedCounts.append(solvedCount)
    }
    #expect(solvedCounts == solvedCounts.sorted() && Set(solvedCounts).count >= 3)
  }

  @Test func boardsWithoutSolutionEnd() throws {
    let twice = try Board(line: "11" + String(repeating: ".", count: 79))
    var context = SEContext(needsPatterns: false)
    var grid = CandidateGrid(twice)
    OrderFreeSolver.applyBasics(to: &grid, context: &context)
    let limits = OrderFreeSolver.ChainLimits(singleDigit: 100, general: 100)
    #expect(try OrderFreeSolver.solution(of: grid, chains: limits, context: &context) == nil)
  }

  @Test func limitOfWorkEnds() throws {
    let board = try Board(
      line: ".6....3.....4.3.1..1.....896....8.4.5...2..3..91...87.47...2.5.....6.......8.4...")
    var context = SEContext(needsPatterns: false, workLimit: 10)
    let limits = OrderFreeSolver.ChainLimits(singleDigit: 100, general: 100)
    #expect(throws: SearchInterruption.self) {
      try OrderFreeSolver.solution(of: CandidateGrid(board), chains: limits, context: &context)
    }
  }
}

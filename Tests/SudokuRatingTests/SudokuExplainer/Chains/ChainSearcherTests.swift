import SudokuCore
import TestSupport
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// Limits of chain searches, and that nothing but the grid decides what they find.
@Suite struct ChainSearcherTests {
  /// A puzzle of 11.6 (the hardest part is its first step).
  static let hard =
    "3.......8.7.5...1...6...4...9.2.1.......4.......97..2.4.....3...5...2.7...8.....6"

  private func firstStep(
    _ search: ChainSearcher.Search, _ context: inout SEContext
  ) throws -> Step? {
    let grid = CandidateGrid(try Board(line: Self.hard))
    return try ChainSearcher(search).firstStep(in: grid, context: &context)
  }

  @Test func workIsLimited() throws {
    var context = SEContext(workLimit: 2_000)
    #expect(throws: SearchInterruption.budgetExhausted) {
      _ = try firstStep(.dynamicForcing, &context)
    }
    #expect(context.work > 2_000 && context.work < 200_000)
    // The same scratch, without limit, as if nothing had happened.
    context.budget.workLimit = .max
    let search = TestSize.isFull ? ChainSearcher.Search.dynamicMultiple : .dynamicForcing
    let after = try firstStep(search, &context)
    var other = SEContext()
    #expect(try firstStep(search, &other) == after)
  }

  @Test func cancellationStops() throws {
    var context = SEContext(isCancelled: { true })
    #expect(throws: SearchInterruption.cancelled) { _ = try firstStep(.dynamicPlus, &context) }
  }

  @Test func everySearchNamesItsTechniques() {
    let all = ChainSearcher.Search.allCases.flatMap { ChainSearcher($0).techniques }
    #expect(Set(all).count == all.count)
    #expect(all.allSatisfy { (SEScale.baseTenths(of: $0) ?? 0) >= 65 && !$0.assumesUniqueness })
  }

  /// A context that has seen other grids, and one without patterns, find the same steps.
  @Test
  func contextsDoNotMatter() throws {
    let boards = try DataSets.boards("puzzles/hard.txt")
    let finder = SEStepFinder()
    var used = SEContext(needsPatterns: false)
    var chains = 0
    for board in stride(from: 11, to: boards.count, by: DataSets.figure(own: 30, public: 60)).map({
      boards[$0]
    }).sized(3) {
      var grid = CandidateGrid(board)
      while let step = try finder.firstStep(in: grid, context: &used) {
        let fresh = try #require(finder.firstStep(in: grid))
        if step.complexity > 0 {
          chains += 1
          #expect(step.technique == fresh.technique && step.complexity == fresh.complexity)
          #expect(step.placement == fresh.placement && step.eliminations == fresh.eliminations)
          #expect(!fresh.pattern.branches.isEmpty)
        } else {
          #expect(step == fresh)
        }
        step.apply(to: &grid)
      }
    }
    #expect(chains > sized(10, full: 100))
  }

  /// Several searches at once do not disturb each other.
  @Test
  func threadsDoNotMatter() async throws {
    let boards = try DataSets.boards("puzzles/hard.txt").prefix(24).sized(6)
    @Sendable func path(_ board: Board) -> [String] {
      var grid = CandidateGrid(board)
      var context = SEContext(needsPatterns: false)
      var path: [String] = []
      while let step = try? SEStepFinder().firstStep(in: grid, context: &context) {
        path.append("\(step) \(step.complexity)")
        step.apply(to: &grid)
      }
      return path
    }
    let alone = boards.map(path)
    let together = await withTaskGroup(of: (Int, [String]).self) { group in
      for (index, board) in boards.enumerated() { group.addTask { (index, path(board)) } }
      var results = [[String]](repeating: [], count: boards.count)
      for await (index, result) in group { results[index] = result }
      return results
    }
    #expect(alone == together)
  }
}

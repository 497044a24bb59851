import SudokuCore
import TestSupport
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// What layers of bits say of chains is what chains that are drawn say.
@Suite struct ShortestChainTests {
  /// Calls `body` in positions on the way through some hard puzzles, with one engine for each puzzle
  /// that keeps its links from position to position.
  private func forPositions(_ body: (ChainEngine) throws -> Void) throws {
    let finder = SEStepFinder()
    let patterns = SEStepFinder(searchers: SEOrder.patterns)
    let boards = try DataSets.boards("puzzles/hard.txt")
    for number in stride(from: 7, to: boards.count, by: DataSets.figure(own: 100, public: 240))
      .map(\.self).sized(1)
    {
      let kept = ChainEngine(meter: ChainMeter())
      var grid = CandidateGrid(boards[number])
      while let step = finder.firstStep(in: grid) {
        if patterns.firstStep(in: grid) == nil {
          kept.load(grid)
          try body(kept)
        }
        step.apply(to: &grid)
      }
    }
  }

  @Test func lengthsAreThoseOfChainsDrawn() throws {
    var counts = [0, 0]
    try forPositions { engine in
      let links = engine.staticLinks()
      links.prepareDirect(engine.base)
      let unary = engine.unary
      unary.load(engine.base)
      unary.keepsAll = true
      unary.bound = nil
      for number in 0..<unary.liveCount.pointee {
        for start in [Int(unary.live[number]) * 2, Int(unary.live[number]) * 2 + 1] {
          for pass in [UnaryChains.Pass.single, .both] {
            unary.hints.removeAll()
            unary.findChain(start, pass, 0)
            let length = links.shortestChain(
              start, isSingleDigit: pass == .single, atMost: .max)
            #expect(length == unary.hints.first.map { $0.complexity - 1 }, "\(start) \(pass)")
            counts[length == nil ? 0 : 1] += 1
          }
        }
      }
    }
    #expect(counts.allSatisfy { $0 > sized(10, full: 100) }, "\(counts)")
  }

  @Test func linksThatGrowAreThoseOfTheGridAlone() throws {
    var conflicts = 0
    try forPositions { engine in
      let fresh = StaticLinks()
      fresh.close(engine.base)
      let kept = engine.staticLinks()
      for candidate in 0..<729 where engine.base.contains(candidate, engine.tables) {
        #expect(kept.excludesItself(candidate) == fresh.excludesItself(candidate))
        if fresh.excludesItself(candidate) { conflicts += 1 }
      }
    }
    #expect(conflicts > sized(10, full: 100))
  }
}

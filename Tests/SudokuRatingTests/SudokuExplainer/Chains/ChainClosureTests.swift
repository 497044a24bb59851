import SudokuCore
import TestSupport
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// The sets that are kept from step to step say what the chains themselves say.
@Suite struct ChainClosureTests {
  static let exact: [ChainRule] = [.dynamic, .plus, .plusForcing]
  static let generous: [ChainRule] = [.plusMultiple, .plusDynamic]

  /// Calls `body` in each position in which the techniques without chains find nothing.
  private func forPositions(
    _ board: Board, limit: Int, _ body: (CandidateGrid) throws -> Void
  ) rethrows {
    let patterns = SEStepFinder(searchers: SEOrder.patterns)
    let finder = SEStepFinder()
    var grid = CandidateGrid(board)
    var count = 0
    while count < limit, let step = finder.firstStep(in: grid) {
      if patterns.firstStep(in: grid) == nil {
        try body(grid)
        count += 1
      }
      step.apply(to: &grid)
    }
  }

  @Test
  func setsAgreeWithChains() throws {
    let lines = try DataSets.boards("puzzles/hard.txt")
    var contradictions = 0
    for board in stride(from: 3, to: lines.count, by: DataSets.figure(own: 120, public: 290)).map({
      lines[$0]
    }) {
      let kept = ChainEngine(meter: ChainMeter())
      try forPositions(board, limit: sized(3, full: 12)) { grid in
        kept.load(grid)
        // Chains that the grid holds without any assumption are not part of nested ones.
        let hasChains = kept.staticLinks().hasConflict
        for rule in Self.exact where rule.level < 2 || !hasChains {
          contradictions += try compare(kept, rule, grid, isExact: true)
        }
      }
    }
    #expect(contradictions > 100)
  }

  @Test
  func fromInertLiteralsNothingFollows() throws {
    let boards = try DataSets.boards("puzzles/hard.txt")
    var inert = 0
    for number in stride(from: 1, to: boards.count, by: DataSets.figure(own: 120, public: 290)) {
      let kept = ChainEngine(meter: ChainMeter())
      forPositions(boards[number], limit: 8) { grid in
        kept.load(grid)
        kept.beginSearch()
        guard let closure = kept.closure(.dynamic, skipsInert: true) else { return }
        for literal in 0..<ChainTrace.literals where closure.status[literal] == .inert {
          guard kept.base.contains(literal >> 1, kept.tables) else { continue }
          #expect(kept.trace(literal, .dynamic).state.pointee.nodeCount == 1, "\(literal)")
          inert += 1
        }
      }
    }
    #expect(inert > 100)
  }

  @Test
  func generousSetsMissNothing() throws {
    let boards = try DataSets.boards("puzzles/hardest.txt")
    let kept = ChainEngine(meter: ChainMeter())
    try forPositions(boards[40], limit: sized(1, full: 3)) { grid in
      kept.load(grid)
      for rule in Self.generous { _ = try compare(kept, rule, grid, isExact: false) }
    }
  }

  /// Compares the sets of an engine with chains drawn again; returns how many contradict themselves.
  private func compare(
    _ kept: ChainEngine, _ rule: ChainRule, _ grid: CandidateGrid, isExact: Bool
  ) throws -> Int {
    let closure = try #require(kept.closure(rule))
    let fresh = ChainEngine(meter: ChainMeter())
    fresh.load(grid)
    fresh.beginSearch()
    var contradictions = 0
    for cell in (0..<81).sized(isExact ? 27 : 4) where grid[Cell(index: cell)].count > 1 {
      for digit in grid[Cell(index: cell)] {
        for literal in [0, 1].map({ (cell * 9 + digit.index) * 2 + $0 }) {
          let trace = fresh.trace(literal, rule)
          if trace.hasContradiction { contradictions += 1 }
          let isWrong = closure.status[literal] == .contradictory
          if isExact || trace.hasContradiction {
            #expect(isWrong == trace.hasContradiction, "\(literal) \(rule)")
          }
          if isWrong || trace.hasContradiction { continue }
          let sets = closure.state(literal).sets
          for word in 0..<24 {
            let known = sets[word] & fresh.live[word]
            let drawn = trace.sets[word]
            #expect(isExact ? known == drawn : drawn & ~known == 0, "\(literal) \(rule)")
          }
        }
      }
    }
    return contradictions
  }

  /// Closed links answer what a search from each candidate finds.
  @Test
  func linksAgreeWithChains() throws {
    let boards = try DataSets.boards("puzzles/hard.txt")
    var conflicts = 0
    for board in stride(from: 5, to: boards.count, by: DataSets.figure(own: 100, public: 200)).map({
      boards[$0]
    }) {
      forPositions(board, limit: sized(6, full: 20)) { grid in
        let engine = ChainEngine(meter: ChainMeter())
        engine.load(grid)
        engine.beginSearch()
        let links = engine.staticLinks()
        for cell in 0..<81 where grid[Cell(index: cell)].count > 1 {
          for digit in grid[Cell(index: cell)] {
            let candidate = cell * 9 + digit.index
            let trace = engine.trace(candidate * 2 + 1, .multiple)
            // A chain that contradicts itself leads back to its assumption.
            #expect(links.excludesItself(candidate) == trace.hasContradiction)
            if trace.hasContradiction { conflicts += 1 }
          }
        }
      }
    }
    #expect(conflicts > 20)
  }
}

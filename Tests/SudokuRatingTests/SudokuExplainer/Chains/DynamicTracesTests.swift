import SudokuCore
import TestSupport
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// Dynamic chains drawn without all their parents are the engine's.
@Suite struct DynamicTracesTests {
  @Test(arguments: [false, true])
  func tracesAreThoseWithAllParents(isSingleDigit: Bool) throws {
    let rule: ChainRule = isSingleDigit ? .nishio : .dynamic
    let boards = try DataSets.boards("puzzles/hard.txt")
    let engine = ChainEngine(meter: ChainMeter())
    var counts = (contradictions: 0, others: 0)
    for number in stride(from: 5, to: boards.count, by: DataSets.figure(own: 60, public: 200))
      .map(\.self).sized(1)
    {
      var grid = CandidateGrid(boards[number])
      var context = SEContext()
      OrderFreeSolver.applyBasics(to: &grid, context: &context)
      engine.load(grid)
      engine.beginSearch()
      engine.dynamic.begin(isSingleDigit: isSingleDigit)
      for literal in 0..<ChainTrace.literals
      where engine.base.contains(literal >> 1, engine.tables) {
        if try compare(engine, literal, rule) {
          counts.contradictions += 1
        } else {
          counts.others += 1
        }
      }
    }
    // A digit alone hardly ever contradicts itself.
    #expect(isSingleDigit || counts.contradictions > 20, "\(counts)")
    #expect(counts.others > 100, "\(counts)")
  }

  @Test
  func aLimitLeavesShorterContradictions() throws {
    let boards = try DataSets.boards("puzzles/hard.txt")
    let engine = ChainEngine(meter: ChainMeter())
    var (kept, left) = (0, 0)
    for number in stride(from: 7, to: boards.count, by: DataSets.figure(own: 90, public: 300))
      .map(\.self).sized(2)
    {
      var grid = CandidateGrid(boards[number])
      var context = SEContext()
      OrderFreeSolver.applyBasics(to: &grid, context: &context)
      engine.load(grid)
      let literals = (0..<ChainTrace.literals).filter {
        engine.base.contains($0 >> 1, engine.tables)
      }
      engine.dynamic.begin(isSingleDigit: false)
      let lengths = literals.map { engine.dynamic.trace($0).contradiction?.complexity }
      for limit in [12, 24, 40] {
        engine.dynamic.begin(isSingleDigit: false)
        engine.dynamic.limit = limit
        for (literal, length) in zip(literals, lengths) {
          let found = engine.dynamic.trace(literal).contradiction?.complexity
          if let length, length <= limit {
            #expect(found == length)
            kept += 1
          } else {
            #expect(found ?? .max > limit)
            left += length == nil || found != nil ? 0 : 1
          }
        }
      }
      var wrong = zip(literals, lengths).compactMap { $1 == nil ? nil : $0 }
      engine.dynamic.begin(isSingleDigit: false)
      engine.dynamic.bound(byContradictionsFrom: &wrong)
      #expect(engine.dynamic.limit == lengths.compactMap { $0 }.min() ?? .max)
    }
    #expect(kept > 10 && left > sized(0, full: 10), "\(kept) \(left)")
  }

  /// Compares what follows from a literal; says whether it contradicts itself.
  private func compare(_ engine: ChainEngine, _ literal: Int, _ rule: ChainRule) throws -> Bool {
    let full = engine.trace(literal, rule)
    let lean = engine.dynamic.trace(literal)
    let count = full.state.pointee.nodeCount
    #expect(lean.count == count)
    #expect(lean.node(literal) == full.node(literal))
    for node in 0..<min(count, lean.count) {
      #expect(lean.literal(node) == Int(full.nodes[node].literal))
      let complexity = engine.complexity(full, node)
      #expect(lean.nodes[node].depth <= UInt16(complexity), "\(literal) \(node)")
      if node < AncestorSet.capacity {
        #expect(Int(lean.nodes[node].depth) == complexity, "\(literal) \(node)")
      }
      // The last one of a contradiction is in no index.
      if full.node(lean.literal(node)) == node {
        #expect(engine.dynamic.complexity(lean, node) == engine.complexity(full, node))
      }
    }
    for word in 0..<24 { #expect(lean.sets[word] == full.sets[word]) }
    #expect((lean.contradiction != nil) == full.hasContradiction)
    guard let contradiction = lean.contradiction, full.hasContradiction else { return false }
    let hint = MultipleHint(form: .contradiction(literal), target: literal ^ 1, complexity: 0)
    #expect(contradiction.complexity == engine.complexity(engine.ends(of: hint)))
    #expect(contradiction.least <= contradiction.complexity)
    return true
  }
}

import SudokuCore
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuGenerator

@Suite struct OddagonGridTests {
  /// The clues removed first are the flaw and the three digits.
  @Test func threeDigitsAlmostFillTwelveCellsThatTheyCanNotFill() throws {
    var random = SeededRandom(seed: 12)
    for _ in 0..<sized(10, full: 40) {
      let grid = try #require(OddagonGrid(using: &random, solver: Solver()))
      #expect(grid.solution.isSolved)
      #expect(grid.order.count == 81 && CellSet(grid.order.compactMap(\.first)) == .all)
      let revealing = grid.order.suffix(25).compactMap(\.first)
      let counts = Dictionary(grouping: revealing) { grid.solution.value(at: $0) }
      #expect(counts.values.map(\.count).sorted() == [1, 8, 8, 8])
      let flaw = try #require(counts.values.first { $0.count == 1 }?.first)
      let three = Set(counts.filter { $1.count == 8 }.keys)
      let far = grid.order.prefix(56).compactMap(\.first)
        .filter { three.contains(grid.solution.value(at: $0)) }
      #expect(Set(far.map(\.block)).count == 1 && far.count == 3)
      // The blocks that neither share a band nor a stack with the far one.
      let place = try #require(far.first)
      let blocks = Dictionary(grouping: revealing) { $0.block }.filter { block, _ in
        block / 3 != place.row / 3 && block % 3 != place.column / 3
      }
      #expect(blocks.count == 4)
      var turnCount = 0
      for (block, cells) in blocks {
        // Beside the flaw one of the three digits stands elsewhere in its block.
        let inside = block == flaw.block ? try #require(Self.withFlaw(cells, flaw)) : cells
        let columns = inside.sorted().map { $0.column % 3 }
        #expect(Set(inside.map(\.row)).count == 3 && Set(columns).count == 3)
        if (columns[1] - columns[0] + 3) % 3 == 1 { turnCount += 1 }
      }
      #expect([1, 3].contains(turnCount))
    }
  }

  /// The flaw and the two cells that are in other rows and columns.
  private static func withFlaw(_ cells: [Cell], _ flaw: Cell) -> [Cell]? {
    let others = cells.filter { $0 != flaw && $0.row != flaw.row && $0.column != flaw.column }
    let pairs = others.flatMap { one in others.map { (one, $0) } }
    return pairs.first { $0 < $1 && $0.row != $1.row && $0.column != $1.column }
      .map { [flaw, $0, $1] }
  }

  /// Puzzles dug from such grids resist trial and error as others seldom do.
  @Test func theyBeginHarderThanOthers() throws {
    var random = SeededRandom(seed: 13)
    var (near, far) = (0, 0)
    for _ in 0..<sized(60, full: 200) {
      let grid = try #require(OddagonGrid(using: &random, solver: Solver()))
      var removal = ClueRemoval(solution: grid.solution, order: grid.order, solver: Solver())
      removal.run()
      near = max(near, TrialResistance(of: removal.board).amount)
      var order = CellSet.all.map { CellSet($0) }
      random.shuffle(&order)
      var other = ClueRemoval(
        solution: RandomGrid.draw(using: &random), order: order, solver: Solver())
      other.run()
      far = max(far, TrialResistance(of: other.board).amount)
    }
    #expect(near > far * 5 / 4, "\(near) \(far)")
  }
}

import SudokuCore
import SudokuGenerator
import Testing

@Suite struct RandomGridTests {
  @Test func gridsAreSolvedDifferentAndReproducible() {
    var random = SeededRandom(seed: 4)
    let grids = (0..<1_000).map { _ in RandomGrid.draw(using: &random) }
    #expect(grids.allSatisfy { $0.isSolved })
    #expect(Set(grids).count == grids.count)
    var again = SeededRandom(seed: 4)
    let first = RandomGrid.draw(using: &again)
    #expect(first == grids[0])
  }

  /// Each digit comes up about equally often in each corner and in the middle.
  @Test func digitsSpreadEvenly() {
    var random = SeededRandom(seed: 12)
    let cells = [0, 8, 40, 72, 80].map { Cell(index: $0) }
    var counts: [Cell: [Int]] = [:]
    for _ in 0..<9_000 {
      let grid = RandomGrid.draw(using: &random)
      for cell in cells {
        counts[cell, default: Array(repeating: 0, count: 10)][Int(grid.value(at: cell))] += 1
      }
    }
    for cell in cells {
      // 1,000 expected, standard deviation 30.
      #expect(counts[cell]?.dropFirst().allSatisfy { 850...1_150 ~= $0 } == true)
    }
  }
}

import SudokuCore
import SudokuGenerator
import TestSupport
import Testing

@Suite struct RandomGridTests {
  @Test func gridsAreSolvedDifferentAndReproducible() {
    var random = SeededRandom(seed: 4)
    let grids = (0..<sized(200, full: 1_000)).map { _ in RandomGrid.draw(using: &random) }
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
    for _ in 0..<sized(1_800, full: 9_000) {
      let grid = RandomGrid.draw(using: &random)
      for cell in cells {
        counts[cell, default: Array(repeating: 0, count: 10)][Int(grid.value(at: cell))] += 1
      }
    }
    for cell in cells {
      // 1,000 expected, standard deviation 30; in plain code 200 and 13.
      let range = sized(130, full: 850)...sized(270, full: 1_150)
      #expect(counts[cell]?.dropFirst().allSatisfy(range.contains) == true)
    }
  }
}

import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct MultiColoringTests {
  @Test func examples() throws {
    try expectExamples(of: .multiColor1, MultiColoring())
  }

  private static func sees(_ one: Set<Cell>, _ two: Set<Cell>) -> Bool {
    one.contains { cell in two.contains { $0.sees(cell) && $0 != cell } }
  }

  @Test func findsAll() {
    expectComplete(
      MultiColoring(), grids: 500, key: { "\($0.technique) \($0.eliminations)" }
    ) { grid in
      var keys: Set<String> = []
      for digit in DigitSet.all {
        let clusters = SlowColors.clusters(grid, digit)
        for (index, one) in clusters.enumerated() {
          for (other, two) in clusters.enumerated() where other != index {
            for color in 0..<2 {
              if Self.sees(one[color], two[0]), Self.sees(one[color], two[1]) {
                keys.insert(
                  "multi-color-2 \(one[color].sorted().map { Candidate($0, digit) })")
              }
              for second in 0..<2 where Self.sees(one[color], two[second]) {
                let victims = grid.slowCells(digit).filter { cell in
                  Self.sees(one[1 - color], [cell]) && Self.sees(two[1 - second], [cell])
                }
                if !victims.isEmpty {
                  keys.insert("multi-color-1 \(victims.map { Candidate($0, digit) })")
                }
              }
            }
          }
        }
      }
      return keys
    }
  }
}

import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct XChainTests {
  @Test func examples() throws {
    try expectExamples(of: .xChain, XChain())
  }

  @Test func findsAll() {
    expectComplete(
      XChain(), grids: 300,
      key: { "\($0.pattern.specialCells) \($0.eliminations)" }
    ) { grid in
      var keys: Set<String> = []
      for digit in DigitSet.all {
        let cells = grid.slowCells(digit)
        for start in cells {
          var on: Set<Cell> = []
          var off: Set<Cell> = [start]
          var count = 0
          while count != on.count + off.count {
            count = on.count + off.count
            for cell in cells {
              if off.contains(where: { !grid.slowLinks(digit, $0, cell).isEmpty }) {
                on.insert(cell)
              }
              if on.contains(where: { $0 != cell && $0.sees(cell) }) { off.insert(cell) }
            }
          }
          for end in on where end > start && grid.slowLinks(digit, start, end).isEmpty {
            let victims = grid.slowVictims(digit, seeing: [start, end])
            if !victims.isEmpty { keys.insert("\(CellSet([start, end])) \(victims)") }
          }
        }
      }
      return keys
    }
  }
}

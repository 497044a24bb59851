import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct WWingTests {
  @Test func examples() throws {
    try expectExamples(of: .wWing, WWing())
  }

  @Test func findsAll() {
    expectComplete(WWing(), grids: 2_000) { grid in
      var keys: Set<String> = []
      let bivalue = CellSet.all.filter { grid[$0].count == 2 }
      for first in bivalue {
        for second in bivalue where second > first && !first.sees(second) {
          guard grid[first] == grid[second] else { continue }
          for linked in grid[first] {
            for near in grid.slowCells(linked) where near.sees(first) {
              for far in grid.slowCells(linked) where far.sees(second) {
                guard let other = grid[first].first(where: { $0 != linked }),
                  Set([near, far, first, second]).count == 4,
                  !grid.slowLinks(linked, near, far).isEmpty
                else { continue }
                let victims = grid.slowVictims(other, seeing: [first, second])
                guard !victims.isEmpty else { continue }
                keys.insert("w-wing \(CellSet([first, near, far, second])) \(victims)")
              }
            }
          }
        }
      }
      return keys
    }
  }
}

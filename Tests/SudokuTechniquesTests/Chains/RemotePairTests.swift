import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct RemotePairTests {
  @Test func examples() throws {
    try expectExamples(of: .remotePair, RemotePair())
  }

  /// Walks every chain without repeats.
  private static func ends(
    _ path: [Cell], _ cells: [Cell], _ body: (Cell, Cell) -> Void
  ) {
    let last = path[path.count - 1]
    if path.count >= 4, path.count % 2 == 0 { body(path[0], last) }
    for next in cells where next.sees(last) && !path.contains(next) {
      ends(path + [next], cells, body)
    }
  }

  @Test func findsAll() {
    expectComplete(
      RemotePair(), grids: 3_000,
      key: { "\($0.pattern.specialCells) \($0.eliminations)" }
    ) { grid in
      var keys: Set<String> = []
      let bivalue = CellSet.all.filter { grid[$0].count == 2 }
      for start in bivalue {
        let same = bivalue.filter { grid[$0] == grid[start] }
        // Two cells that see each other are a naked pair, whatever chain there is beside.
        Self.ends([start], same) { start, end in
          guard start < end, !start.sees(end) else { return }
          let victims = grid[start].flatMap { grid.slowVictims($0, seeing: [start, end]) }.sorted()
          if !victims.isEmpty { keys.insert("\(CellSet([start, end])) \(victims)") }
        }
      }
      return keys
    }
  }
}

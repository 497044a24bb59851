import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct XYChainTests {
  @Test func examples() throws {
    try expectExamples(of: .xyChain, XYChain())
  }

  /// What a cell must hold if it is not `digit`, and what follows, until nothing new does.
  private static func consequences(_ grid: CandidateGrid, _ bivalue: [Cell], _ start: Candidate)
    -> Set<Candidate>
  {
    var known = Set(
      grid[start.cell].filter { $0 != start.digit }.map { Candidate(start.cell, $0) })
    while true {
      var new = known
      for cell in bivalue {
        for digit in grid[cell]
        where known.contains(where: { $0.digit == digit && $0.cell.sees(cell) }) {
          for other in grid[cell] where other != digit { new.insert(Candidate(cell, other)) }
        }
      }
      if new == known { return known }
      known = new
    }
  }

  @Test func findsAll() {
    expectComplete(
      XYChain(), grids: 600,
      key: { "\($0.pattern.specialCells) \($0.eliminations)" }
    ) { grid in
      var keys: Set<String> = []
      let bivalue = CellSet.all.filter { grid[$0].count == 2 }
      for start in bivalue {
        for digit in grid[start] {
          for end in Self.consequences(grid, bivalue, Candidate(start, digit))
          where end.digit == digit && end.cell > start {
            // Two cells alone are a naked pair.
            if grid[start] == grid[end.cell], start.sees(end.cell) { continue }
            let victims = grid.slowVictims(digit, seeing: [start, end.cell])
            if !victims.isEmpty { keys.insert("\(CellSet([start, end.cell])) \(victims)") }
          }
        }
      }
      return keys
    }
  }
}

import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct EmptyRectangleTests {
  @Test func examples() throws {
    try expectExamples(of: .emptyRectangle, EmptyRectangle())
  }

  /// All (block, row, column, conjugate pair) by definition.
  private static func finds(_ grid: CandidateGrid, leastPlaces: Int) -> Set<String> {
    var keys: Set<String> = []
    for digit in DigitSet.all {
      let cells = grid.slowCells(digit)
      for block in 0..<9 {
        let inside = cells.filter { $0.block == block }
        let corner = House(.block, block).cell(0)
        guard inside.count >= leastPlaces else { continue }
        for row in corner.row..<corner.row + 3 {
          for column in corner.column..<corner.column + 3 {
            guard inside.allSatisfy({ $0.row == row || $0.column == column }),
              inside.contains(where: { $0.row != row }),
              inside.contains(where: { $0.column != column })
            else { continue }
            for near in cells where near.block != block {
              for end in cells where end.block != block {
                let isAlongRow =
                  near.row == row && end.column == near.column && end.row / 3 != row / 3
                  && grid.slowLinks(digit, near, end).contains { $0.kind == .column }
                let isAlongColumn =
                  near.column == column && end.row == near.row && end.column / 3 != column / 3
                  && grid.slowLinks(digit, near, end).contains { $0.kind == .row }
                if isAlongRow, grid[Cell(row: end.row, column: column)].contains(digit) {
                  keys.insert(key(block, near, end, Cell(row: end.row, column: column), digit))
                }
                if isAlongColumn, grid[Cell(row: row, column: end.column)].contains(digit) {
                  keys.insert(key(block, near, end, Cell(row: row, column: end.column), digit))
                }
              }
            }
          }
        }
      }
    }
    return keys
  }

  private static func key(_ block: Int, _ near: Cell, _ end: Cell, _ victim: Cell, _ digit: Digit)
    -> String
  {
    "\(block) \(CellSet([near, end])) \(victim) \(digit)"
  }

  @Test(arguments: [2, 3])
  func findsAll(leastPlaces: Int) {
    expectComplete(
      EmptyRectangle(leastPlaces: leastPlaces), grids: 1_000,
      key: { step in
        let ends = Array(step.pattern.specialCells)
        let victim = step.eliminations[0]
        let block = step.pattern.houses.first { $0.kind == .block }?.number ?? -1
        return Self.key(block, ends[0], ends[1], victim.cell, victim.digit)
      }
    ) { Self.finds($0, leastPlaces: leastPlaces) }
  }
}

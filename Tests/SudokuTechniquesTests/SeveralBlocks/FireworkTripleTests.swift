import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct FireworkTripleTests {
  /// All triple fireworks by definition, digit by digit.
  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    func isIn(_ digit: Digit, _ line: House, _ cells: CellSet) -> Bool {
      let places = line.cells.filter { grid[$0].contains(digit) }
      return !places.isEmpty && places.allSatisfy { cells.contains($0) }
    }
    let empty = CellSet(CellSet.all.filter { grid.board[$0] == nil })
    for crossing in empty {
      let block = crossing.house(.block).cells
      for inRow in empty where inRow.row == crossing.row && !block.contains(inRow) {
        for inColumn in empty where inColumn.column == crossing.column && !block.contains(inColumn)
        {
          let digits = DigitSet.all.filter { digit in
            isIn(digit, crossing.house(.row), block.union([inRow]))
              && isIn(digit, crossing.house(.column), block.union([inColumn]))
          }
          guard digits.count == 3 else { continue }
          let cells = CellSet([crossing, inRow, inColumn])
          let victims = cells.flatMap { cell in
            grid[cell].filter { !digits.contains($0) }.map { Candidate(cell, $0) }
          }
          if !victims.isEmpty { keys.insert("\(cells) \(victims)") }
        }
      }
    }
    return keys
  }

  /// Three cells of a solution with three digits that nothing beside them and the block holds.
  @Test func findsAll() {
    var grids = PlantedGrids(seed: 3)
    var findCount = 0
    for _ in 0..<sized(40, full: 120) {
      let solution = grids.solution()
      let crossing = Cell(index: grids.random.next(below: 81))
      let (row, column) = (crossing.house(.row), crossing.house(.column))
      let block = crossing.house(.block).cells
      // The digits of the crossing and of a cell in each line outside the block; each has to be in the
      // block where it is not in its line's cell.
      let wings = [row, column].map { line in
        Array(line.cells.subtracting(block))[grids.random.next(below: 6)]
      }
      let digits = DigitSet(([crossing] + wings).compactMap { solution[$0] })
      let grid = grids.grid(solution, chance: 4) { cell in
        let isOutside = !block.contains(cell) && cell != wings[0] && cell != wings[1]
        let isInLine = cell.row == crossing.row || cell.column == crossing.column
        return isOutside && isInLine ? DigitSet.all.subtracting(digits) : .all
      }
      findCount += expectComplete(
        FireworkTriple(), in: grid, of: solution,
        key: { "\($0.pattern.cells) \($0.eliminations)" }, twin: Self.finds)
      if !TestSize.isFull, findCount >= leastFinds(10) { break }
    }
    #expect(findCount >= leastFinds(10), "the grids hardly have the pattern")
  }

  /// On pencilmarks without anything planted.
  @Test func findsAllAnywhere() {
    expectComplete(
      FireworkTriple(), grids: 400, leastPlaced: 30, leastFinds: 1,
      key: { "\($0.pattern.cells) \($0.eliminations)" }, twin: Self.finds)
  }
}

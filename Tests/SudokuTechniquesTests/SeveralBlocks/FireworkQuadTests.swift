import SudokuCore
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct FireworkQuadTests {
  /// All quad fireworks by definition: every rectangle, every two and two digits.
  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    func isFirework(_ digit: Digit, _ crossing: Cell, _ corners: CellSet) -> Bool {
      [crossing.house(.row), crossing.house(.column)].allSatisfy { line in
        let places = line.cells.filter { grid[$0].contains(digit) }
        return !places.isEmpty
          && places.allSatisfy { $0.block == crossing.block || corners.contains($0) }
      }
    }
    let empty = CellSet(CellSet.all.filter { grid.board[$0] == nil })
    for one in empty {
      for two in empty where one < two {
        let corners: CellSet = [
          Cell(row: one.row, column: two.column), Cell(row: two.row, column: one.column),
        ]
        let cells = corners.union([one, two])
        guard Set(cells.map(\.block)).count == 4, cells.isSubset(of: empty) else { continue }
        let all = [one, two].map { cell in
          CandidateGrid.slowChoices(2, of: DigitSet.all.filter { isFirework($0, cell, corners) })
        }
        for first in all[0] {
          for second in all[1] where Set(first).isDisjoint(with: second) {
            let victims = cells.flatMap { cell in
              let kept = cell == one ? first : cell == two ? second : first + second
              return grid[cell].filter { !kept.contains($0) }.map { Candidate(cell, $0) }
            }
            if !victims.isEmpty { keys.insert("\(one) \(first) \(two) \(second) \(victims)") }
          }
        }
      }
    }
    return keys
  }

  private static func key(_ step: Step) -> String {
    let crossings = step.pattern.specialCells.map { $0 }
    let digits = step.pattern.sets.map { $0.link.map { $0 } }
    guard crossings.count == 2, digits.count == 2 else { return "\(step)" }
    return "\(crossings[0]) \(digits[0]) \(crossings[1]) \(digits[1]) \(step.eliminations)"
  }

  /// Four corners of a solution with four digits, two of them nowhere else in the lines of a corner outside
  /// its block, and two in those of the opposite one.
  @Test func findsAll() {
    var grids = PlantedGrids(seed: 4)
    var findCount = 0
    for _ in 0..<sized(100, full: 1_200) {
      let solution = grids.solution()
      let one = Cell(index: grids.random.next(below: 81))
      let two = Cell(index: grids.random.next(below: 81))
      guard one.row / 3 != two.row / 3, one.column / 3 != two.column / 3 else { continue }
      let beside = [
        Cell(row: one.row, column: two.column), Cell(row: two.row, column: one.column),
      ]
      // A crossing has one of its digits, a corner beside it the other.
      guard let own = solution[one], let opposite = solution[two], let left = solution[beside[0]],
        let right = solution[beside[1]], Set([own, opposite, left, right]).count == 4
      else { continue }
      let digits: [Cell: DigitSet] = [one: [own, left], two: [opposite, right]]
      let grid = grids.grid(solution, chance: 4) { cell in
        digits.reduce(DigitSet.all) { allowed, pair in
          let isInLine = cell.row == pair.key.row || cell.column == pair.key.column
          let isOutside = cell.block != pair.key.block && !beside.contains(cell)
          return isInLine && isOutside ? allowed.subtracting(pair.value) : allowed
        }
      }
      findCount += expectComplete(
        FireworkQuad(), in: grid, of: solution, key: Self.key, twin: Self.finds)
      if !TestSize.isFull, findCount >= leastFinds(10) { break }
    }
    #expect(findCount >= leastFinds(10), "the grids hardly have the pattern")
  }

  /// On pencilmarks without anything planted.
  @Test func findsAllAnywhere() {
    expectComplete(
      FireworkQuad(), grids: 400, leastPlaced: 20, leastFinds: 0, key: Self.key, twin: Self.finds)
  }

  /// "Cobra Roll" by shye, the example of a quad firework that SudokuWiki shows.
  @Test func example() throws {
    let board = try Board(
      line: "..23..5...1..4..9....5....6.76......8...2..4.9.....8.3.....5..2.....6.1....87....")
    let solution = try #require(Solver().uniqueSolution(of: board))
    let step = try #require(FireworkQuad().firstStep(in: CandidateGrid(board)))
    #expect(step.fault(in: CandidateGrid(board), solution: solution) == nil)
  }
}

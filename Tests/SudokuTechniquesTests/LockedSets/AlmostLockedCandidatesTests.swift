import SudokuCore
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct AlmostLockedCandidatesTests {
  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    for line in House.all where line.kind != .block {
      for block in House.all where block.kind == .block {
        let crossing = line.cells.intersection(block.cells)
        guard !crossing.isEmpty else { continue }
        for (base, cover) in [(line, block), (block, line)] {
          for size in 2...4 {
            for digits in CandidateGrid.slowChoices(size, of: Array(DigitSet.all)) {
              let keysHere = keysOf(DigitSet(digits), base, cover, crossing, grid)
              keys.formUnion(keysHere)
            }
          }
        }
      }
    }
    return keys
  }

  private static func keysOf(
    _ digits: DigitSet, _ base: House, _ cover: House, _ crossing: CellSet, _ grid: CandidateGrid
  ) -> [String] {
    // All digits are still to be placed in the base, in the crossing and in as many cells as digits less one.
    guard digits.allSatisfy({ digit in base.cells.contains { grid[$0].contains(digit) } }) else {
      return []
    }
    let inBase = base.cells.subtracting(crossing).filter { !grid[$0].isDisjoint(with: digits) }
    guard inBase.count == digits.count - 1,
      inBase.allSatisfy({ grid[$0].count > 1 })
    else { return [] }
    let others = cover.cells.subtracting(crossing).filter { grid.board[$0] == nil }
    let full = others.filter { grid[$0].isSubset(of: digits) && grid[$0].count > 1 }
    var keys: [String] = []
    for set in CandidateGrid.slowChoices(digits.count - 1, of: full) {
      for cell in inBase {
        keys += grid[cell].subtracting(digits).map {
          SlowLogic.key(.almostLockedCandidates, Candidate(cell, $0))
        }
      }
      for cell in others where !set.contains(cell) {
        keys += grid[cell].intersection(digits).map {
          SlowLogic.key(.almostLockedCandidates, Candidate(cell, $0))
        }
      }
    }
    return keys
  }

  @Test func findsAll() {
    expectSameEliminations(
      AlmostLockedCandidates(), in: PencilmarkGrids(twinCount(sized(8, full: 60)), leastPlaced: 20),
      leastFinds: 5,
      twin: Self.finds)
  }

  /// The Almost Locked Pair that opens the thread of the forum of Sudoku Players, 2021 (topic 39348).
  @Test func thePairOfTheForum() throws {
    let board = try Board(
      line: "6....7..4..45..7...9..4..8..8.2....3..3...2..5....3.1...1.9..6.4....51...6.3....2")
    let marks =
      "=6 1235 258 189 1238 =7 359 2359 =4 1238 123 =4 =5 12368 12689 =7 239 169 1237 =9 257 16 =4 126 356 =8 156 "
      + "179 =8 679 =2 1567 1469 4569 4579 =3 179 147 =3 146789 15678 14689 =2 4579 56789 =5 247 2679 46789 678 =3 "
      + "4689 =1 6789 2378 2357 =1 478 =9 248 3458 =6 578 =4 237 2789 678 2678 =5 =1 379 789 789 =6 5789 =3 178 148 "
      + "4589 4579 =2"
    let grid = CandidateGrid(pencilmarks: marks)
    let solution = try #require(Solver().uniqueSolution(of: board))
    let steps = AlmostLockedCandidates().allSteps(in: grid)
    for step in steps { #expect(step.fault(in: grid, solution: solution) == nil, "\(step)") }
    let pair = steps.filter { $0.pattern.digits == DigitSet([1, 6].compactMap { Digit($0) }) }
    let bivalue = Cell(parsing: "r3c4").map { CellSet($0) }
    #expect(pair.contains { $0.pattern.sets[1].cells == bivalue }, "\(steps)")
    #expect(pair.contains { $0.eliminations.contains { "\($0)" == "r2c9=9" } }, "\(pair)")
  }
}

import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct TemplateTests {
  /// The places of a digit that some way to put it everywhere uses.
  private static func used(_ digit: Digit, _ grid: CandidateGrid) -> Set<Cell> {
    var used: Set<Cell> = []
    func place(_ row: Int, _ chosen: [Cell]) {
      guard row < 9 else { return used.formUnion(chosen) }
      for cell in House(.row, row).cells {
        let isPlace = grid.board[cell] == digit || grid[cell].contains(digit)
        if isPlace, chosen.allSatisfy({ !$0.sees(cell) }) { place(row + 1, chosen + [cell]) }
      }
    }
    place(0, [])
    return used
  }

  @Test func findsAll() {
    expectComplete(
      Template(), grids: 300, leastPlaced: 10, key: { "\($0.eliminations)" }
    ) { grid in
      var keys: Set<String> = []
      for digit in DigitSet.all {
        let used = Self.used(digit, grid)
        let victims = grid.slowCells(digit).filter { !used.contains($0) }
        if !victims.isEmpty { keys.insert("\(victims.map { Candidate($0, digit) })") }
      }
      return keys
    }
  }

  /// What looks at one digit only finds nothing that templates don't.
  @Test func coversWhatLooksAtOneDigit() {
    let others: [any PatternSearcher] = [
      BasicFish(size: 2), BasicFish(size: 3), FinnedFish(size: 2, isSashimi: false),
      TurbotFish(.skyscraper), EmptyRectangle(), SimpleColoring(), MultiColoring(), XChain(),
    ]
    for (grid, _) in PencilmarkGrids(60, seed: 5, leastPlaced: 20) {
      let removed = Set(Template().allSteps(in: grid).flatMap(\.eliminations))
      for searcher in others {
        for step in searcher.allSteps(in: grid) {
          #expect(removed.isSuperset(of: step.eliminations), "\(step)")
        }
      }
    }
  }
}

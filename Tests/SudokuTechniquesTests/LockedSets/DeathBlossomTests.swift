import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct DeathBlossomTests {
  /// What blossoms remove, by definition: "stem candidate".
  private static func removals(_ grid: CandidateGrid, _ slow: SlowLockedSets) -> Set<String> {
    var removals: Set<String> = []
    for stem in CellSet.all where grid.board[stem] == nil && grid[stem].count > 2 {
      for digit in DigitSet.all where !grid[stem].contains(digit) {
        for victim in grid.slowCells(digit) {
          let isRemoved = grid[stem].allSatisfy { link in
            slow.sets.contains { petal in
              !petal.contains(stem) && isPetal(petal, of: stem, link, digit, victim, slow)
            }
          }
          if isRemoved { removals.insert("\(stem) \(Candidate(victim, digit))") }
        }
      }
    }
    return removals
  }

  private static func isPetal(
    _ petal: CellSet, of stem: Cell, _ link: Digit, _ digit: Digit, _ victim: Cell,
    _ slow: SlowLockedSets
  ) -> Bool {
    let (links, places) = (slow.places(link, petal), slow.places(digit, petal))
    return !links.isEmpty && !places.isEmpty && links.allSatisfy { $0.sees(stem) }
      && places.allSatisfy { $0 != victim && $0.sees(victim) }
  }

  @Test(arguments: 0..<UInt64(sized(1, full: 4))) func findsAll(_ part: UInt64) throws {
    var findCount = 0
    for (grid, solution) in PencilmarkGrids(sized(5, full: 25), seed: 40 + part, leastPlaced: 35) {
      let slow = SlowLockedSets(grid)
      var found: [String] = []
      for step in DeathBlossom().allSteps(in: grid) {
        let stem = try #require(step.pattern.specialCells.first)
        found += step.eliminations.map { "\(stem) \($0)" }
        #expect(step.fault(in: grid, solution: solution) == nil)
        #expect(step.pattern.sets.map(\.link) == grid[stem].map { DigitSet($0) })
        for petal in step.pattern.sets {
          let link = try #require(petal.link.first)
          #expect(slow.digits(petal.cells).count == petal.cells.count + 1)
          for victim in step.eliminations {
            #expect(Self.isPetal(petal.cells, of: stem, link, victim.digit, victim.cell, slow))
          }
        }
      }
      #expect(Set(found).count == found.count, "each is found once")
      #expect(Set(found) == Self.removals(grid, slow))
      findCount += found.count
    }
    #expect(findCount >= sized(1, full: 6), "the grids hardly have the pattern")
  }
}

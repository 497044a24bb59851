import SudokuCore
import SudokuSolver
import Testing

@testable import SudokuGenerator

@Suite struct UnavoidableMemoryTests {
  private static let grids: [Board] = {
    var random = SeededRandom(seed: 11)
    return (0..<20).map { _ in RandomGrid.draw(using: &random) }
  }()

  /// Without the cells of a set the rest of the grid has another solution.
  @Test func setsAreUnavoidable() {
    for grid in Self.grids {
      let sets = UnavoidableMemory(grid).sets.map { CellSet(rawValue: $0) }
      // 36 pairs of digits and 18 of lines, each with one set at least.
      #expect(sets.count >= 54)
      for set in sets {
        let rest = grid.keeping(CellSet.all.subtracting(set))
        #expect(Solver().solve(rest).solutionCount == 2, "\(grid) \(set)")
      }
    }
  }

  @Test func aClueThatIsAloneIsNeeded() {
    var random = SeededRandom(seed: 3)
    for grid in Self.grids {
      let memory = UnavoidableMemory(grid)
      var removal = ClueRemoval(
        solution: grid, order: Self.shuffled(&random), solver: Solver())
      removal.run()
      let needed = memory.needed(of: removal.kept)
      #expect(needed.isSubset(of: removal.kept) && !needed.isEmpty)
      for cell in needed {
        #expect(memory.showsAnother(removal.kept.subtracting(CellSet(cell))))
      }
      #expect(!memory.showsAnother(removal.kept))
    }
  }

  private static func shuffled(_ random: inout SeededRandom) -> [CellSet] {
    var order = CellSet.all.map { CellSet($0) }
    random.shuffle(&order)
    return order
  }

  /// The search for another solution says what counting says, and where it differs.
  @Test func anotherSolutionIsFoundWhereThereIsOne() throws {
    var random = SeededRandom(seed: 5)
    let solver = Solver()
    var found = 0
    for grid in Self.grids {
      for count in [17, 20, 24, 28, 35] {
        var cells = Array(CellSet.all)
        random.shuffle(&cells)
        let clues = CellSet(cells.prefix(count))
        let difference = solver.differenceOfAnotherSolution(than: grid, clues: clues)
        #expect((difference == nil) == solver.solve(grid.keeping(clues)).isUnique)
        guard let difference else { continue }
        found += 1
        #expect(difference.isDisjoint(with: clues) && difference.count >= 4)
        // With one more clue in these cells, that solution is gone: every other one differs elsewhere or there.
        let cell = try #require(difference.first)
        let through = solver.differenceOfAnotherSolution(
          than: grid, clues: clues, differingAt: cell)
        #expect(through?.contains(cell) == true)
      }
    }
    #expect(found > 50)
  }

  /// Groups of two clues: no single clue of what is left can go.
  @Test func symmetricPuzzlesBecomeMinimal() {
    var random = SeededRandom(seed: 8)
    var minimal = 0
    for grid in Self.grids {
      var order = Symmetry.rotational180.orbits
      random.shuffle(&order)
      var removal = ClueRemoval(solution: grid, order: order, solver: Solver())
      removal.run()
      let isMinimal = removal.makeMinimal(moves: 40, using: &random)
      #expect(Symmetry.rotational180.holds(for: removal.kept))
      #expect(Solver().solve(removal.board).solution == grid)
      #expect(BatchSolver().redundantClues(of: removal.board).isEmpty == isMinimal)
      if isMinimal { minimal += 1 }
    }
    #expect(minimal > 0)
  }
}

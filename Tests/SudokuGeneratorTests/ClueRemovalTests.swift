import SudokuCore
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuGenerator

struct ClueRemovalTests {
  private func removal(_ seed: UInt64, group: Int = 1) throws -> ClueRemoval {
    let puzzle = try DataSets.boards("puzzles/typical.txt")[Int(seed)]
    let solution = try #require(Solver().uniqueSolution(of: puzzle))
    var random = SeededRandom(seed: seed)
    var cells = Array(CellSet.all)
    cells.shuffle(using: &random)
    let order = stride(from: 0, to: 81, by: group).map { start in
      cells[start..<min(start + group, 81)].reduce(into: CellSet()) { $0.insert($1) }
    }
    return ClueRemoval(solution: solution, order: order, solver: Solver())
  }

  @Test(arguments: 0..<12 as Range<UInt64>) func whatIsLeftIsMinimal(seed: UInt64) throws {
    var removal = try removal(seed)
    #expect(removal.kept == .all)
    removal.run()
    let redundant = removal.redundantClues()
    #expect(redundant.isEmpty)
    #expect(Solver().solve(removal.board).solution == removal.solution)
    #expect(BatchSolver().redundantClues(of: removal.board).isEmpty, "seed \(seed)")
  }

  /// Bisection finds what dropping one group after the other finds.
  @Test(arguments: [(1, 1), (2, 1), (3, 2), (4, 3)] as [(UInt64, Int)])
  func bisectionAgreesWithOneByOne(seed: UInt64, group: Int) throws {
    var quick = try removal(seed, group: group)
    quick.run()
    let solution = quick.solution
    var random = SeededRandom(seed: seed)
    var cells = Array(CellSet.all)
    cells.shuffle(using: &random)
    var kept = CellSet.all
    for start in stride(from: 0, to: 81, by: group).reversed() {
      var fewer = kept
      for cell in cells[start..<min(start + group, 81)] { fewer.remove(cell) }
      if Solver().solve(solution.keeping(fewer)).isUnique { kept = fewer }
    }
    #expect(quick.kept == kept, "seed \(seed)")
  }

  @Test func groupsComeBackInReverse() throws {
    var removal = try removal(5)
    removal.run()
    let least = removal.kept.count
    let addedToLeast = removal.addBack(upTo: least)
    #expect(!addedToLeast)
    let addedOne = removal.addBack(upTo: least + 1)
    #expect(addedOne && removal.kept.count == least + 1)
    var random = SeededRandom(seed: 9)
    removal.addBack(to: 40...45, using: &random)
    #expect(40...45 ~= removal.kept.count)
    let redundant = removal.redundantClues()
    #expect(!redundant.isEmpty && Solver().solve(removal.board).isUnique)
  }

  /// Every puzzle with one solution passes; boards that fail have none or many.
  @Test func theFilterRefusesNoProperPuzzle() throws {
    for puzzle in try DataSets.boards("puzzles/few-clues.txt").prefix(300) {
      let solution = try #require(Solver().uniqueSolution(of: puzzle))
      let filter = UniquenessFilter(solution)
      #expect(filter.passes(puzzle.filledCells), "\(puzzle)")
      #expect(filter.passes(.all))
      // A band with two rows without clues, and a puzzle with two digits absent.
      for gone in [[0, 1], [4, 5], [6, 8]] {
        let rows = CellSet.all.filter { !gone.contains($0.index / 9) }
        let columns = CellSet.all.filter { !gone.contains($0.index % 9) }
        for cells in [rows, columns] {
          #expect(!filter.passes(cells.reduce(into: CellSet()) { $0.insert($1) }))
        }
      }
      let fewDigits = CellSet.all.filter { (solution[$0]?.index ?? 0) > 1 }
      #expect(!filter.passes(fewDigits.reduce(into: CellSet()) { $0.insert($1) }))
      #expect(
        !filter.passes(puzzle.filledCells.prefix(16).reduce(into: CellSet()) { $0.insert($1) }))
    }
  }
}

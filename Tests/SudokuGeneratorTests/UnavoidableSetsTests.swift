import SudokuCore
import SudokuGenerator
import SudokuSolver
import TestSupport
import Testing

@Suite struct UnavoidableSetsTests {
  private static func grids(_ count: Int) throws -> [Board] {
    try DataSets.boards("puzzles/typical.txt").prefix(count)
      .compactMap { Solver().uniqueSolution(of: $0) }
  }

  @Test func setsAreUnavoidableAndMinimal() throws {
    for grid in try Self.grids(sized(1, full: 3)) {
      for set in try #require(UnavoidableSets(of: grid, upTo: 10)).sets {
        var rest = grid
        for cell in set { rest[cell] = nil }
        #expect(!Solver().solve(rest).isUnique, "\(set)")
        for cell in set {
          var more = rest
          more[cell] = grid[cell]
          #expect(Solver().solve(more).isUnique, "\(set) without \(cell)")
        }
      }
    }
  }

  /// The cells in which another grid differs are an unavoidable set, so they hold a minimal one.
  @Test func nothingIsMissing() throws {
    let grid = try #require(Self.grids(1).first)
    let sets = try #require(UnavoidableSets(of: grid, upTo: 12)).sets
    var differences: Set<CellSet> = []
    for opened in Self.regions(of: grid) {
      var rest = grid
      for cell in opened { rest[cell] = nil }
      for solution in Solver().solutions(of: rest).prefix(sized(800, full: 3_000))
      where solution != grid {
        let difference = CellSet(CellSet.all.filter { solution[$0] != grid[$0] })
        if difference.count <= 12 { differences.insert(difference) }
      }
    }
    #expect(differences.count > 30)
    for difference in differences {
      #expect(sets.contains { $0.isSubset(of: difference) }, "\(difference)")
    }
  }

  private static func regions(of grid: Board) -> [CellSet] {
    var regions: [CellSet] = []
    let digits = Array(DigitSet.all)
    for (index, one) in digits.enumerated() {
      for (next, two) in digits.enumerated() where next > index {
        for three in digits[next...] {
          regions.append(
            CellSet(CellSet.all.filter { [one, two, three].contains(grid[$0]) }))
        }
      }
    }
    for first in 0..<9 {
      for second in first..<9 {
        regions.append(CellSet(CellSet.all.filter { [first, second].contains($0.row) }))
        regions.append(CellSet(CellSet.all.filter { [first, second].contains($0.column) }))
        regions.append(CellSet(CellSet.all.filter { [first, second].contains($0.block) }))
      }
    }
    return regions
  }

  @Test func otherBoardsHaveNone() throws {
    #expect(UnavoidableSets(of: Board()) == nil)
    #expect(UnavoidableSets(of: try #require(Self.grids(1).first), upTo: 13) == nil)
  }
}

import SudokuCore
import SudokuSolver
import TestSupport
import Testing

@testable import SudokuGenerator

@Suite struct AutomorphicGridTests {
  /// Each kind yields a grid nearly every time.
  @Test(arguments: AutomorphismKind.allCases)
  func gridsStayAsTheyAre(_ kind: AutomorphismKind) throws {
    var random = SeededRandom(seed: 31)
    var grids: Set<Board> = []
    var exchanges: Set<Int> = []
    for _ in 0..<20 {
      let symmetry = kind.draw(using: &random)
      let automorphic = AutomorphicGrid(symmetry)
      #expect(automorphic.orbits.reduce(0) { $0 + $1.count } == 81)
      for orbit in automorphic.orbits {
        #expect(Set(orbit.map { symmetry.source(of: $0) }) == Set(orbit))
      }
      #expect(automorphic.orbits.count < 81)
      guard let grid = automorphic.draw(using: &random) else { continue }
      #expect(grid.isSolved)
      #expect(symmetry.applied(to: grid) == grid)
      grids.insert(grid)
      exchanges.insert(symmetry.digits.indices.count { symmetry.digits[$0].index != $0 })
    }
    #expect(grids.count >= 18)
    #expect(exchanges.count == 1)
  }

  @Test(arguments: [Symmetry.none, .rotational180, .rotational90, .diagonal, .antidiagonal])
  func puzzlesAreUniqueAndMinimal(_ symmetry: Symmetry) throws {
    var options = GeneratorOptions()
    options.isAutomorphic = true
    options.symmetry = symmetry
    options.minimality = symmetry == .none ? .strict : .underSymmetry
    let generator = try Generator(seed: 5, options: options)
    for index in 0..<10 {
      let puzzle = try #require(generator.puzzle(at: index).puzzle)
      #expect(Oracle.solutions(of: puzzle.board, limit: 2) == [puzzle.solution])
      #expect(symmetry.holds(for: puzzle.board.filledCells))
      if symmetry == .none {
        #expect(BatchSolver().redundantClues(of: puzzle.board).isEmpty)
      }
      #expect(generator.puzzle(at: index).puzzle == puzzle)
    }
  }
}

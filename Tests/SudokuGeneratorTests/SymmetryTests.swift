import SudokuCore
import SudokuGenerator
import Testing

@Suite struct SymmetryTests {
  @Test(arguments: Symmetry.allCases)
  func orbitsDivideTheBoard(_ symmetry: Symmetry) {
    let orbits = symmetry.orbits
    #expect(orbits.reduce(0) { $0 + $1.count } == 81)
    for orbit in orbits {
      for cell in orbit { #expect(symmetry.orbit(of: cell) == orbit) }
    }
  }

  @Test func orbitCounts() {
    let counts = Symmetry.allCases.map(\.orbits.count)
    #expect(counts == [81, 41, 21, 45, 45, 45, 45, 15])
  }
}

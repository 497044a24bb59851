import SudokuTechniques
import Testing

@Suite struct TechniqueTests {
  @Test func catalogueMatchesCases() {
    #expect(Technique.catalogue.map(\.technique) == Technique.allCases)
  }

  @Test func idsAreUniqueAndFoundAgain() {
    #expect(Set(Technique.allCases.map(\.id)).count == Technique.allCases.count)
    for technique in Technique.allCases { #expect(Technique(id: technique.id) == technique) }
    #expect(Technique(id: "no-such-thing") == nil)
  }

  @Test func namesAreUnique() {
    #expect(Set(Technique.allCases.map(\.name)).count == Technique.allCases.count)
  }
}

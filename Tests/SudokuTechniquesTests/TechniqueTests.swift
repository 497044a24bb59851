import SudokuTechniques
import Testing

@Suite struct TechniqueTests {
  @Test func idsAreUniqueAndFoundAgain() {
    #expect(Technique.all.count > 60)
    #expect(Set(Technique.all.map(\.id)).count == Technique.all.count)
    for technique in Technique.all {
      #expect(Technique(id: technique.id) == technique)
      #expect(technique.entry.technique == technique)
    }
    #expect(Technique(id: "no-such-thing") == nil)
  }

  @Test func namesAreUniqueAndFoundAgain() {
    #expect(Set(Technique.all.map(\.name)).count == Technique.all.count)
    for technique in Technique.all {
      #expect(Technique(named: technique.name.uppercased()) == technique)
    }
    #expect(Technique(named: "no such thing") == nil)
  }

  @Test(arguments: [
    ("Naked Triplet", "naked-triplet"), ("locked candidates 1", "pointing"),
    ("Box/Line Reduction", "claiming"), ("BUG+1", "bug-1"),
    ("Uniqueness Test 5", "unique-rectangle-5"),
    ("Y-Wing", "xy-wing"), ("x-wing", "x-wing"),
  ])
  func aliases(name: String, id: String) {
    #expect(Technique(named: name)?.id == id)
  }

  @Test func noAliasIsANameOfAnother() {
    for entry in TechniqueCatalogue.all {
      for alias in entry.aliases {
        let named = TechniqueCatalogue.all.first { $0.name == alias }
        #expect(named == nil || named?.technique == entry.technique, "\(alias)")
      }
    }
  }

  @Test func everySearcherNamesTechniquesOnce() {
    let found = TechniqueCatalogue.searchers.flatMap(\.techniques)
    #expect(Set(found).count == found.count)
    // Chains and nets are found by other modules, and so is what only one scale looks for.
    let elsewhere: Set<Technique> = [.avoidableRectangle1, .avoidableRectangle2, .alsChain]
    let others = Technique.all.filter {
      ![.chain, .net].contains($0.family) && !elsewhere.contains($0)
    }
    #expect(Set(found).isSuperset(of: others))
  }

  @Test func uniquenessIsAFamily() {
    for technique in Technique.all {
      #expect(technique.assumesUniqueness == (technique.family == .uniqueness))
    }
  }
}

import Testing

@testable import SudokuTechniques

@Suite struct TechniqueTests {
  /// What sudokuwiki.org (solver and strategy pages), HoDoKu 2.3.2 and Sudoku Explainer 1.2.1 call the
  /// our techniques, as far as the catalogue calls them otherwise, and the ids.
  static let namesInUse: [(name: String, ids: [String])] = [
    // SudokuWiki
    ("Naked Singles", ["naked-single"]),
    ("Hidden Singles", ["hidden-single-block", "hidden-single-line"]),
    ("Naked Pairs", ["naked-pair"]), ("Naked Triples", ["naked-triplet"]),
    ("Hidden Pairs", ["hidden-pair"]), ("Hidden Triples", ["hidden-triplet"]),
    ("Naked Quads", ["naked-quad"]), ("Hidden Quads", ["hidden-quad"]),
    ("Pointing Pairs", ["pointing"]), ("Pointing Triples", ["pointing"]),
    ("Box/Line Reduction", ["claiming"]), ("Intersection Removal", ["pointing", "claiming"]),
    ("Singles Chains", ["simple-color-trap", "simple-color-wrap"]),
    ("Simple Colouring", ["simple-color-trap", "simple-color-wrap"]),
    ("Y-Wing", ["xy-wing"]), ("XYZ Wing", ["xyz-wing"]), ("WXYZ Wing", ["wxyz-wing"]),
    ("Sword-Fish", ["swordfish"]), ("Jelly-Fish", ["jellyfish"]),
    ("Rectangle Elimination", ["empty-rectangle"]), ("Empty Rectangles", ["empty-rectangle"]),
    ("BUG", ["bug-1", "bug-2", "bug-3", "bug-4"]), ("Remote Pairs", ["remote-pair"]),
    ("Avoidable Rectangles", ["avoidable-rectangle-1", "avoidable-rectangle-2"]),
    ("X-Cycles", ["x-cycle"]), ("XY-Chains", ["xy-chain"]),
    (
      "Unique Rectangles",
      [
        "unique-rectangle-1", "unique-rectangle-2", "unique-rectangle-3-naked",
        "unique-rectangle-3-hidden", "unique-rectangle-4", "unique-rectangle-5",
        "unique-rectangle-6",
      ]
    ),
    ("Hidden Unique Rectangles", ["hidden-rectangle"]),
    ("Fireworks", ["firework-triple", "firework-quad"]),
    ("Exocet", ["junior-exocet", "double-exocet", "senior-exocet"]),
    ("Double Exocet", ["double-exocet"]), ("3D Medusa", ["medusa-trap", "medusa-wrap"]),
    ("Extended Unique Rectangles", ["extended-unique-rectangle"]), ("SK Loops", ["sk-loop"]),
    ("Chute Remote Pairs", ["chute-remote-pair"]), ("Twinned XY-Chains", ["twinned-xy-chain"]),
    ("Multivalue X-Wing", ["multivalue-x-wing"]), ("Guardians", ["guardians"]),
    ("Almost Unique Rectangles", ["almost-unique-rectangle"]), ("Broken Wing", ["guardians"]),
    ("Quad Forcing Chains", ["cell-forcing-chains", "region-forcing-chains"]),
    ("Gurth's Theorem", ["symmetrical-placement"]), ("Reverse BUG", ["reverse-bug"]),
    ("BUG Lite", ["bug-lite"]), ("Split Wing", ["s-wing"]), ("M-Wing", ["m-wing"]),
    (
      "Grouped X-Cycles", ["grouped-discontinuous-nice-loop", "grouped-continuous-nice-loop"]
    ),
    ("Altern. Inference Chains", ["alternating-chain"]), ("Sue-de-Coq", ["sue-de-coq"]),
    ("Digit Forcing Chains", ["forcing-chain"]), ("Nishio Forcing Chains", ["nishio"]),
    ("Unit Forcing Chains", ["region-forcing-chains"]),
    (
      "Almost Locked Sets",
      [
        "als-xz", "als-xy-wing", "als-chain", "death-blossom", "sue-de-coq",
        "almost-locked-candidates",
      ]
    ),
    ("Pattern Overlay", ["template"]), ("Pattern Overlay Method", ["template"]),
    ("Bowman's Bingo", ["dynamic-contradiction"]), ("Tridagons", ["tridagon"]),
    ("Thor\u{2019}s Hammer", ["tridagon"]), ("Death Blossoms", ["death-blossom"]),
    // HoDoKu
    ("Full House", ["full-house"]), ("Locked Candidates Type 1 (Pointing)", ["pointing"]),
    ("Locked Candidates Type 2 (Claiming)", ["claiming"]), ("Locked Triple", ["locked-triple"]),
    ("2-String Kite", ["two-string-kite"]), ("Uniqueness Test 1", ["unique-rectangle-1"]),
    ("Uniqueness Test 3", ["unique-rectangle-3-naked", "unique-rectangle-3-hidden"]),
    ("Avoidable Rectangle Type 1", ["avoidable-rectangle-1"]),
    ("Bivalue Universal Grave + 1", ["bug-1"]), ("BUG+1", ["bug-1"]),
    ("Simple Colors", ["simple-color-trap", "simple-color-wrap"]),
    ("Multi Colors", ["multi-color-1", "multi-color-2"]),
    ("AIC", ["alternating-chain", "forcing-chain"]),
    ("Nice Loop", ["discontinuous-nice-loop", "continuous-nice-loop", "xy-cycle"]),
    (
      "Grouped Nice Loop", ["grouped-discontinuous-nice-loop", "grouped-continuous-nice-loop"]
    ),
    ("Grouped AIC", ["grouped-alternating-chain"]), ("Almost Locked Set XZ-Rule", ["als-xz"]),
    ("Almost Locked Set XY-Wing", ["als-xy-wing"]), ("Almost Locked Set Chain", ["als-chain"]),
    ("Kraken Fish", ["kraken-fish-1", "kraken-fish-2"]),
    ("Kraken Fish Type 2", ["kraken-fish-2"]), ("Finned Starfish", ["finned-squirmbag"]),
    ("Mutant Fish", ["mutant-x-wing", "mutant-swordfish", "mutant-jellyfish"]),
    ("Franken Fish", ["franken-x-wing", "franken-swordfish", "franken-jellyfish"]),
    ("Sashimi Leviathan", ["sashimi-leviathan"]), ("Finned Whale", ["finned-whale"]),
    ("Forcing Net", ["forcing-net-contradiction", "forcing-net-verity"]),
    ("Template Delete", ["template"]), ("Trial and Error", ["brute-force"]),
    // Sudoku Explainer
    ("Hidden Triplet", ["hidden-triplet"]), ("Direct Hidden Triplet", ["direct-hidden-triplet"]),
    ("Aligned Triplet Exclusion", ["aligned-triplet-exclusion"]),
    (
      "Unique Loop type 3", ["unique-loop-3-naked", "unique-loop-3-hidden"]
    ),
    ("BUG type 4", ["bug-4"]), ("Bidirectional Y-Cycle", ["y-cycle"]),
    (
      "Dynamic Forcing Chains (+)",
      [
        "dynamic-plus-contradiction", "dynamic-plus-double", "dynamic-plus-cell",
        "dynamic-plus-region",
      ]
    ),
    // Written in other ways
    ("naked triple", ["naked-triplet"]), ("NAKED_TRIPLE", ["naked-triplet"]),
    ("UR4", ["unique-rectangle-4"]), ("bug+1", ["bug-1"]), ("BUG1", ["bug-1"]),
    ("XY-Cycle", ["y-cycle", "xy-cycle"]), ("xy-cycle", ["xy-cycle"]),
    ("singles", ["full-house", "hidden-single-block", "hidden-single-line", "naked-single"]),
    ("hidden single (box)", ["hidden-single-block"]),
  ]

  @Test(arguments: namesInUse)
  func findsNamesInUse(name: String, ids: [String]) {
    let found = Set<Technique>(named: name)
    #expect(Technique.all.filter { found?.contains($0) == true }.map(\.id) == ids)
  }

  /// What a technique is called stands for it, and for nothing else where the name is its own.
  @Test func everyNameFindsItsTechnique() {
    for entry in TechniqueCatalogue.all {
      #expect(Set(named: entry.technique.id) == [entry.technique])
      #expect(Set(named: entry.name)?.contains(entry.technique) == true)
      for alias in entry.aliases {
        #expect(Set(named: alias.uppercased())?.contains(entry.technique) == true, "\(alias)")
      }
    }
    for family in Technique.Family.allCases {
      let techniques = TechniqueCatalogue.all.filter { $0.family == family }.map(\.technique)
      #expect(Set(named: family.rawValue)?.isSuperset(of: techniques) == true, "\(family)")
    }
    #expect(Set<Technique>(named: "") == nil && Set<Technique>(named: "type") == nil)
  }

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
    ("Y-Wing", "xy-wing"), ("x-wing", "x-wing"), ("xy-cycle", "xy-cycle"), ("XY-Cycle", "y-cycle"),
    ("naked-triple", "naked-triplet"), ("Naked Quadruples", "naked-quad"), ("xWing", "x-wing"),
  ])
  func aliases(name: String, id: String) {
    #expect(Technique(named: name)?.id == id)
  }

  /// "AIC" means chains of both searchers, the name of one and an alias of the other.
  @Test func noAliasIsANameOfAnother() {
    for entry in TechniqueCatalogue.all {
      for alias in entry.aliases where alias != "AIC" {
        let name = TechniqueName(alias)
        let named = TechniqueCatalogue.all.first { TechniqueName($0.name) == name }
        #expect(named == nil || named?.technique == entry.technique, "\(alias)")
      }
    }
  }

  @Test func everyTechniqueHasASearcher() {
    let found = Set(TechniqueCatalogue.searchers.flatMap(\.techniques))
    // Chains and nets are found by other modules.
    let others = Technique.all.filter { ![.chain, .net].contains($0.family) }
    #expect(found.isSuperset(of: others))
  }

  @Test func uniquenessIsAFamily() {
    for technique in Technique.all {
      #expect(technique.assumesUniqueness == (technique.family == .uniqueness))
    }
  }
}

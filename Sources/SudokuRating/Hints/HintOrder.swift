import SudokuTechniques

/// The order in which hints are sought: what a person sees first comes first.
///
/// No program's order and no rating stands behind it: single digits before pairs of digits, few cells
/// before many, patterns that are seen at once before chains that must be followed. Which searchers
/// exist is the catalogue's business: those without a place here are listed after the others. The direct
/// forms of Sudoku Explainer (a pointing whose only merit is the single that it makes) are left out:
/// their parts are steps of their own.
package enum HintOrder {
  /// The first technique of each searcher that has a place.
  private static let places: [Technique] = [
    .fullHouse, .nakedSingle, .pointing, .lockedPair, .nakedPair, .hiddenPair,
    .lockedTriple, .nakedTriple, .hiddenTriple, .xWing,
    .skyscraper, .twoStringKite, .turbotFish, .emptyRectangle, .nakedQuad, .hiddenQuad,
    .xyWing, .wWing, .xyzWing, .uniqueRectangle5, .hiddenRectangle, .bug1,
    .simpleColorTrap, .remotePair, .swordfish, .finnedXWing, .sashimiXWing,
    .uniqueRectangle1, .multiColor1, .jellyfish, .finnedSwordfish, .sashimiSwordfish,
    .xChain, .xyChain, .wxyzWing, .alsXZ, .sueDeCoq, .alternatingChain, .alsXYWing, .deathBlossom,
    .finnedJellyfish, .sashimiJellyfish,
    .frankenXWing, .frankenSwordfish, .finnedFrankenXWing, .finnedFrankenSwordfish,
    .alignedPairExclusion, .fireworkTriple, .juniorExocet, .tridagon, .alignedTripleExclusion,
    .template, .multiSectorLockedSet,
  ]

  /// The direct forms.
  private static let omitted: Set<Technique> = [
    .directPointing, .directHiddenPair, .directHiddenTriple,
  ]

  /// Everything that is not a chain of assumptions, except what is rare.
  package static let patterns: [any StepSearcher] = places.compactMap { place in
    TechniqueCatalogue.searchers.first { $0.techniques.first == place }
  }

  /// What is listed with all steps only: hard to see, and seldom all that helps.
  static let listed: [any StepSearcher] = TechniqueCatalogue.searchers.filter { searcher in
    searcher.techniques.first.map { !places.contains($0) && !omitted.contains($0) } ?? false
  }

  /// Chains and nets of assumptions, easiest first.
  package static let chains: [ChainSearcher] = ChainSearcher.Search.allCases.map(
    ChainSearcher.init)

  /// Everything, in order.
  package static let all: [any StepSearcher] = patterns + listed + chains

  /// The techniques that hints know, in the order of their searchers.
  package static let techniques: [Technique] = {
    var known: Set<Technique> = []
    return all.flatMap(\.techniques).filter { known.insert($0).inserted }
  }()
}

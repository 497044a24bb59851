import SudokuTechniques

extension LevelKind {
  /// The kind that a technique counts as where a player knows it.
  ///
  /// That is the kind of the steps which the scale takes itself, and of those that are as hard to find.
  /// Techniques that are mere forms of others have none.
  init?(counting technique: Technique) {
    if let own = LevelKind.allCases.first(where: { $0.techniques.contains(technique) }) {
      self = own
      return
    }
    guard let related = Self.related.first(where: { $0.techniques.contains(technique) }) else {
      return nil
    }
    self = related.kind
  }

  /// Techniques that the scale does not tell, by the kind that finds what they find.
  private static let related: [(kind: LevelKind, techniques: Set<Technique>)] = [
    (.pairs, [.lockedPair]),
    (.triples, [.lockedTriple]),
    (.turbot, [.finnedXWing, .sashimiXWing, .simpleColorTrap, .simpleColorWrap]),
    (
      .rectangles,
      [
        .uniqueRectangle3Naked, .uniqueRectangle3Hidden, .uniqueRectangle6, .avoidableRectangle1,
        .avoidableRectangle2, .uniqueLoop1, .uniqueLoop2, .uniqueLoop3Naked, .uniqueLoop3Hidden,
        .uniqueLoop4,
      ]
    ),
    (.grave, [.bug2, .bug3, .bug4]),
    (
      .chainsOfOneDigit,
      [
        .xChain, .bidirectionalXCycle, .multiColor1, .multiColor2, .finnedSwordfish,
        .sashimiSwordfish, .finnedJellyfish, .sashimiJellyfish, .finnedSquirmbag,
        .sashimiSquirmbag, .finnedWhale, .sashimiWhale, .finnedLeviathan, .sashimiLeviathan,
      ]
    ),
    (
      .chains,
      [
        .remotePair, .xyChain, .bidirectionalYCycle, .bidirectionalCycle, .alternatingChain,
        .discontinuousNiceLoop, .continuousNiceLoop,
      ]
    ),
    (
      .chainsWithSets,
      [
        .groupedContinuousNiceLoop, .groupedAlternatingChain, .wxyzWing, .alsXZ, .alsXYWing,
        .alsChain, .deathBlossom, .sueDeCoq, .frankenXWing, .frankenSwordfish,
        .finnedFrankenXWing, .finnedFrankenSwordfish, .frankenJellyfish, .finnedFrankenJellyfish,
        .mutantXWing, .finnedMutantXWing, .mutantSwordfish, .finnedMutantSwordfish,
        .mutantJellyfish, .finnedMutantJellyfish, .krakenFish1, .krakenFish2, .alignedPairExclusion,
        .fireworkTriple, .fireworkQuad, .template,
      ]
    ),
    (
      .forcingChains,
      [
        .forcingChainContradiction, .forcingChainVerity, .nishio, .alignedTripleExclusion,
        .juniorExocet, .tridagon, .multiSectorLockedSet,
      ]
    ),
    (.nets, [.dynamicDouble, .forcingNetContradiction, .forcingNetVerity]),
    (.netsWithPatterns, [.dynamicPlusDouble]),
    (
      .nestedNets,
      [
        .dynamicForcingContradiction, .dynamicForcingDouble, .dynamicForcingCell,
        .dynamicForcingRegion, .dynamicMultipleContradiction, .dynamicMultipleDouble,
        .dynamicMultipleCell, .dynamicMultipleRegion, .dynamicDynamicDouble,
        .dynamicNestedContradiction, .dynamicNestedDouble, .dynamicNestedCell,
        .dynamicNestedRegion,
      ]
    ),
  ]
}

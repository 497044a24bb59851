import SudokuTechniques

/// The kinds of steps of the scale `level`, easiest first.
enum LevelKind: Int, CaseIterable {
  case lastCell, hiddenSingleInBlock, hiddenSingleInLine, nakedSingle
  case locked, pairs, xWing, triples, swordfish, wings
  /// Two strong links of one digit, grouped too.
  case turbot
  case rectangles, quads, jellyfish, grave
  case chainsOfOneDigit, chains, chainsWithSets
  /// Chains from all candidates of a cell, or all places of a digit in a house.
  case forcingChains
  /// Nets of singles, of locked candidates and pairs too, of nets too.
  case nets, netsWithPatterns, nestedNets
  /// The solution, where nothing else leads on.
  case guess
}

extension LevelKind: Comparable {
  static func < (one: LevelKind, two: LevelKind) -> Bool { one.rawValue < two.rawValue }
}

extension LevelKind {
  /// The techniques of the kind's steps.
  var techniques: [Technique] {
    switch self {
    case .lastCell: [.fullHouse]
    case .hiddenSingleInBlock: [.hiddenSingleBlock]
    case .hiddenSingleInLine: [.hiddenSingleLine]
    case .nakedSingle: [.nakedSingle]
    case .locked: [.pointing, .claiming]
    case .pairs: [.nakedPair, .hiddenPair]
    case .xWing: [.xWing]
    case .triples: [.nakedTriple, .hiddenTriple]
    case .swordfish: [.swordfish]
    case .wings: [.xyWing, .xyzWing]
    case .turbot: [.skyscraper, .twoStringKite, .turbotFish, .emptyRectangle]
    case .rectangles:
      [
        .uniqueRectangle1, .uniqueRectangle2, .uniqueRectangle4, .uniqueRectangle5,
        .hiddenRectangle,
      ]
    case .quads: [.nakedQuad, .hiddenQuad]
    case .jellyfish: [.jellyfish]
    case .grave: [.bug1]
    case .chainsOfOneDigit: [.forcingXChain]
    case .chains: [.wWing, .forcingChain]
    case .chainsWithSets: [.groupedDiscontinuousNiceLoop]
    case .forcingChains: [.cellForcingChains, .regionForcingChains]
    case .nets: [.dynamicContradiction, .dynamicCell, .dynamicRegion]
    case .netsWithPatterns:
      [.dynamicPlusContradiction, .dynamicPlusCell, .dynamicPlusRegion]
    case .nestedNets:
      [.dynamicDynamicContradiction, .dynamicDynamicCell, .dynamicDynamicRegion]
    case .guess: [.bruteForce]
    }
  }

  /// The searchers of the catalogue that find steps of the kind; what they don't find is explained as a
  /// rectangle, a chain or a net.
  var searchers: [any StepSearcher] { Self.searchers[rawValue] }

  private static let searchers: [[any StepSearcher]] = allCases.map { kind in
    if kind == .rectangles || kind == .chainsWithSets { return [] }
    let techniques = Set(kind.techniques)
    return TechniqueCatalogue.searchers.filter { !techniques.isDisjoint(with: $0.techniques) }
  }

  /// The kind that a step belongs to; `nil` if there is none.
  init?(of step: Step) {
    if LevelNames.techniques.contains(step.technique) {
      self.init(counting: step.technique)
      return
    }
    guard let kind = LevelKind.allCases.first(where: { $0.techniques.contains(step.technique) })
    else { return nil }
    self = kind
  }
}

extension Step {
  /// The number of links of a chain of the scale `level`; 0 for other steps.
  var levelLength: Int {
    switch technique {
    case .forcingXChain, .forcingChain, .groupedDiscontinuousNiceLoop: complexity - 1
    case .remotePair, .xyChain: pattern.links.count + 2
    default: 0
    }
  }
}

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

  /// Techniques that the scale's steps never have, by the kind that finds what they find.
  private static let related: [(kind: LevelKind, techniques: Set<Technique>)] = [
    (.pairs, [.lockedPair]),
    (.triples, [.lockedTriple]),
    (.turbot, [.finnedXWing, .sashimiXWing, .simpleColorTrap, .simpleColorWrap]),
    (
      .rectangles,
      [
        .uniqueRectangle3Naked, .uniqueRectangle3Hidden, .uniqueRectangle6, .avoidableRectangle1,
        .avoidableRectangle2, .uniqueLoop1, .uniqueLoop2, .uniqueLoop3Naked, .uniqueLoop3Hidden,
        .uniqueLoop4, .extendedRectangle, .reverseBUG,
      ]
    ),
    (.grave, [.bug2, .bug3, .bug4, .bugLite]),
    (
      .chainsOfOneDigit,
      [
        .xChain, .bidirectionalXCycle, .multiColor1, .multiColor2, .finnedSwordfish,
        .sashimiSwordfish, .finnedJellyfish, .sashimiJellyfish, .finnedSquirmbag,
        .sashimiSquirmbag, .guardians, .finnedWhale, .sashimiWhale, .finnedLeviathan,
        .sashimiLeviathan,
      ]
    ),
    (
      .chains,
      [
        .remotePair, .xyChain, .bidirectionalYCycle, .bidirectionalCycle, .alternatingChain,
        .discontinuousNiceLoop, .continuousNiceLoop, .mWing, .sWing, .lWing, .hWing,
        .chuteRemotePair,
        .multivalueXWing, .medusaTrap, .medusaWrap,
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
        .fireworkTriple, .fireworkQuad, .template, .vwxyzWing, .almostLockedCandidates,
        .twinnedXYChain, .almostUniqueRectangle,
      ]
    ),
    (
      .forcingChains,
      [
        .forcingChainContradiction, .forcingChainVerity, .nishio, .alignedTripleExclusion,
        .juniorExocet, .tridagon, .multiSectorLockedSet, .doubleExocet, .seniorExocet, .skLoop,
        .symmetricalPlacement,
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

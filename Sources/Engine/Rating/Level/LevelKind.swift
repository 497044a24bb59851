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
    let exception = Self.exceptions.first { $0.techniques.contains(technique) }
    guard let kind = exception?.kind ?? LevelKind(of: technique.family) else { return nil }
    self = kind
  }

  /// The kind that finds what most techniques of a family find which the scale's steps never have;
  /// `nil` for families whose further techniques are forms of the scale's own.
  private init?(of family: Technique.Family) {
    switch family {
    case .single, .lockedCandidates, .subset: return nil
    case .uniqueness: self = .rectangles
    case .singleDigit, .coloring: self = .chainsOfOneDigit
    case .wing, .chain: self = .chains
    case .fish, .almostLockedSet: self = .chainsWithSets
    case .exclusion, .severalBlocks: self = .forcingChains
    case .net: self = .nestedNets
    }
  }

  /// Techniques that are easier or harder to find than most of their families.
  private static let exceptions: [(kind: LevelKind, techniques: Set<Technique>)] = [
    (.pairs, [.lockedPair]),
    (.triples, [.lockedTriple]),
    (.turbot, [.finnedXWing, .sashimiXWing, .simpleColorTrap, .simpleColorWrap]),
    (.grave, [.bug2, .bug3, .bug4, .bugLite]),
    (
      .chainsOfOneDigit,
      [
        .bidirectionalXCycle, .finnedSwordfish, .sashimiSwordfish, .finnedJellyfish,
        .sashimiJellyfish, .finnedSquirmbag, .sashimiSquirmbag, .finnedWhale, .sashimiWhale,
        .finnedLeviathan, .sashimiLeviathan,
      ]
    ),
    (.chains, [.medusaTrap, .medusaWrap]),
    (
      .chainsWithSets,
      [
        .groupedContinuousNiceLoop, .groupedAlternatingChain, .wxyzWing, .vwxyzWing,
        .alignedPairExclusion, .fireworkTriple, .fireworkQuad, .template, .twinnedXYChain,
        .almostUniqueRectangle,
      ]
    ),
    (
      .forcingChains,
      [.forcingChainContradiction, .forcingChainVerity, .nishio, .symmetricalPlacement]
    ),
    (.nets, [.dynamicDouble, .forcingNetContradiction, .forcingNetVerity]),
    (.netsWithPatterns, [.dynamicPlusDouble]),
  ]
}

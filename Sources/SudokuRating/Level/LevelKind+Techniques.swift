import SudokuTechniques

extension LevelKind {
  /// The techniques that tell the steps of the kind.
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

  /// The searches that find steps of the kind; what they don't find is told as a chain or a net.
  var searchers: [any StepSearcher] {
    switch self {
    case .lastCell, .hiddenSingleInBlock, .hiddenSingleInLine: [HiddenSingle()]
    case .nakedSingle: [NakedSingle()]
    case .locked: [LockedCandidates(isDirect: false)]
    case .pairs: [NakedSet(size: 2), HiddenSet(size: 2)]
    case .xWing: [BasicFish(size: 2)]
    case .triples: [NakedSet(size: 3), HiddenSet(size: 3)]
    case .swordfish: [BasicFish(size: 3)]
    case .wings: [XYWing(isXYZ: false), XYWing(isXYZ: true)]
    case .turbot:
      [
        TurbotFish(.skyscraper), TurbotFish(.twoStringKite), TurbotFish(.turbotFish),
        EmptyRectangle(),
      ]
    case .quads: [NakedSet(size: 4), HiddenSet(size: 4)]
    case .jellyfish: [BasicFish(size: 4)]
    case .grave: [BivalueGrave()]
    case .chains: [WWing()]
    default: []
    }
  }

  /// The kind that a step belongs to; `nil` if there is none.
  init?(of step: Step) {
    let kind = LevelKind.allCases.first { $0.techniques.contains(step.technique) }
    guard let kind else { return nil }
    self = kind
  }
}

extension Step {
  /// The number of links of a chain of the scale `level`; 0 for other steps.
  var levelLength: Int {
    switch technique {
    case .forcingXChain, .forcingChain, .groupedDiscontinuousNiceLoop: complexity - 1
    default: 0
    }
  }
}

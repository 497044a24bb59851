import SudokuTechniques

/// The order in which hints are looked for: what a person sees first comes first.
///
/// No program's order and no rating stands behind it: single digits before pairs of digits, few cells
/// before many, patterns that are seen at once before chains that must be followed. The direct forms
/// of Sudoku Explainer (a pointing whose only merit is the single that it makes) are left out: their
/// parts are steps of their own.
///
/// ```swift
/// var budget = SearchBudget(workLimit: 1_000_000)
/// let steps = try StepFinder(searchers: HintOrder.patterns).steps(in: grid, budget: &budget)
/// ```
public enum HintOrder {
  /// Everything that is not a chain of assumptions, but for what is rare.
  public static let patterns: [any StepSearcher] = [
    HiddenSingle(), NakedSingle(),
    LockedCandidates(isDirect: false),
    LockedSet(size: 2), NakedSet(size: 2), HiddenSet(size: 2),
    LockedSet(size: 3), NakedSet(size: 3), HiddenSet(size: 3),
    BasicFish(size: 2),
    TurbotFish(.skyscraper), TurbotFish(.twoStringKite), TurbotFish(.turbotFish), EmptyRectangle(),
    NakedSet(size: 4), HiddenSet(size: 4),
    XYWing(isXYZ: false), WWing(), XYWing(isXYZ: true),
    UniqueRectangle(), HiddenRectangle(), BivalueGrave(),
    SimpleColoring(), RemotePair(),
    BasicFish(size: 3),
    FinnedFish(size: 2, isSashimi: false), FinnedFish(size: 2, isSashimi: true),
    UniqueLoop(), MultiColoring(),
    BasicFish(size: 4),
    FinnedFish(size: 3, isSashimi: false), FinnedFish(size: 3, isSashimi: true),
    XChain(), XYChain(), WXYZWing(), ALSXZ(), SueDeCoq(),
    AlternatingChain(), ALSXYWing(), DeathBlossom(),
    FinnedFish(size: 4, isSashimi: false), FinnedFish(size: 4, isSashimi: true),
    FrankenFish(size: 2, isFinned: false), FrankenFish(size: 3, isFinned: false),
    FrankenFish(size: 2, isFinned: true), FrankenFish(size: 3, isFinned: true),
    AlignedPairExclusion(), FireworkTriple(), JuniorExocet(), Tridagon(), AlignedTripleExclusion(),
    Template(), MultiSectorLockedSet(),
  ]

  /// What is listed with all steps only: hard to see, and seldom all that helps.
  public static let listed: [any StepSearcher] =
    [
      GroupedChain(), ContinuousLoop(isGrouped: false), ContinuousLoop(isGrouped: true), ALSChain(),
      FireworkQuad(),
    ]
    + TechniqueCatalogue.rareFish

  /// Chains and nets of assumptions, easiest first.
  public static let chains: [ChainSearcher] = ChainSearcher.Search.allCases.map(ChainSearcher.init)

  /// Everything, in order.
  public static let all: [any StepSearcher] = patterns + listed + chains

  /// The techniques that hints know, in the order of their searchers.
  public static let techniques: [Technique] = {
    var known: Set<Technique> = []
    return all.flatMap(\.techniques).filter { known.insert($0).inserted }
  }()
}

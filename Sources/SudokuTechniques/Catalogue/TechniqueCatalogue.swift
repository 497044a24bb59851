/// The one table of techniques: what there is, what it is called, and how it is explained.
///
/// A new technique is one file with its searcher, one row here (in the file of its family) and one
/// entry in `searchers`.
///
/// ```swift
/// for entry in TechniqueCatalogue.all { print(entry.technique.id, entry.name) }
/// ```
public enum TechniqueCatalogue {
  /// All rows, family by family.
  public static let all: [Technique.Entry] =
    singles + locking + subsets + fish + singleDigit + coloring + wings + lockedSets + bivalueChains
    + loops + uniqueness + exclusion + severalBlocks + chains + nets

  /// The searchers of this module: each finds all steps of its techniques, from any grid.
  ///
  /// Chains and nets of assumptions are found by another module, avoidable rectangles by the scale `hodoku` up
  /// to now.
  public static let searchers: [any StepSearcher] = usual + rareFish

  private static let usual: [any StepSearcher] = [
    HiddenSingle(), NakedSingle(), LockedCandidates(isDirect: false),
    NakedSet(size: 2), HiddenSet(size: 2), NakedSet(size: 3), HiddenSet(size: 3),
    NakedSet(size: 4), HiddenSet(size: 4),
    BasicFish(size: 2), BasicFish(size: 3), BasicFish(size: 4),
    XYWing(isXYZ: false), XYWing(isXYZ: true), UniqueLoop(), BivalueGrave(),
    AlignedPairExclusion(), AlignedTripleExclusion(),
    LockedCandidates(isDirect: true), HiddenSet(size: 2, isDirect: true),
    HiddenSet(size: 3, isDirect: true),
    LockedSet(size: 2), LockedSet(size: 3),
    TurbotFish(.skyscraper), TurbotFish(.twoStringKite), TurbotFish(.turbotFish), EmptyRectangle(),
    WWing(), RemotePair(), UniqueRectangle(), HiddenRectangle(),
    FinnedFish(size: 2, isSashimi: false), FinnedFish(size: 2, isSashimi: true),
    FinnedFish(size: 3, isSashimi: false), FinnedFish(size: 3, isSashimi: true),
    FinnedFish(size: 4, isSashimi: false), FinnedFish(size: 4, isSashimi: true),
    SimpleColoring(), MultiColoring(), XChain(), XYChain(),
    AlternatingChain(), GroupedChain(), ContinuousLoop(isGrouped: false),
    ContinuousLoop(isGrouped: true),
    SueDeCoq(), ALSXZ(), ALSXYWing(), ALSChain(),
    FrankenFish(size: 2, isFinned: false), FrankenFish(size: 3, isFinned: false),
    FrankenFish(size: 2, isFinned: true), FrankenFish(size: 3, isFinned: true),
    WXYZWing(), DeathBlossom(), FireworkTriple(), FireworkQuad(), JuniorExocet(), Tridagon(),
    MultiSectorLockedSet(), Template(),
  ]

  /// Fish that are looked for only where all steps are wanted, or they are named.
  public static let rareFish: [any StepSearcher] = [
    ComplexFish(.franken, size: 4, isFinned: false), ComplexFish(.franken, size: 4, isFinned: true),
    ComplexFish(.mutant, size: 2, isFinned: false), ComplexFish(.mutant, size: 2, isFinned: true),
    ComplexFish(.mutant, size: 3, isFinned: false), ComplexFish(.mutant, size: 3, isFinned: true),
    ComplexFish(.mutant, size: 4, isFinned: false), ComplexFish(.mutant, size: 4, isFinned: true),
    FinnedFish(size: 5, isSashimi: false), FinnedFish(size: 5, isSashimi: true),
    FinnedFish(size: 6, isSashimi: false), FinnedFish(size: 6, isSashimi: true),
    FinnedFish(size: 7, isSashimi: false), FinnedFish(size: 7, isSashimi: true),
    KrakenFish(),
  ]

  /// The rows by id.
  static let byID: [String: Technique.Entry] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.technique.id, $0) })
}

extension Technique {
  /// All techniques in the order of the catalogue.
  public static var all: [Technique] { TechniqueCatalogue.all.map(\.technique) }
}

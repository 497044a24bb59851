/// The searchers in the order in which Sudoku Explainer tries them.
///
/// The first step that the first searcher finds is taken, then the search starts again at the top.
public enum SearchOrder {
  /// Sudoku Explainer's order without chains (its searches 1 to 20).
  public static let patterns: [any StepSearcher] = [
    HiddenSingle(), LockedCandidates(isDirect: true), HiddenSet(size: 2, isDirect: true),
    NakedSingle(), HiddenSet(size: 3, isDirect: true), LockedCandidates(isDirect: false),
    NakedSet(size: 2), BasicFish(size: 2), HiddenSet(size: 2), NakedSet(size: 3),
    BasicFish(size: 3), HiddenSet(size: 3), XYWing(isXYZ: false), XYWing(isXYZ: true),
    UniqueLoop(), NakedSet(size: 4), BasicFish(size: 4), HiddenSet(size: 4), BivalueGrave(),
    AlignedPairExclusion(),
  ]

  /// The whole order of Sudoku Explainer.
  public static let explainer: [any StepSearcher] = patterns + chains

  /// The searches 21 to 30: chains, and aligned triplet exclusion among them.
  public static let chains: [any StepSearcher] = [
    ChainSearcher(.forcingChains), AlignedTripletExclusion(), ChainSearcher(.nishio),
    ChainSearcher(.multiple), ChainSearcher(.dynamic), ChainSearcher(.dynamicPlus),
    ChainSearcher(.dynamicForcing), ChainSearcher(.dynamicMultiple),
    ChainSearcher(.dynamicDynamic), ChainSearcher(.dynamicNested),
  ]

  /// Whether `explainer` ends with searchers that crack every puzzle, so that a puzzle it cannot
  /// solve is beyond the scale, not just beyond what is built.
  public static let isComplete = true
}

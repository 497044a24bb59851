import SudokuCore
import SudokuTechniques

/// The searchers in the order in which Sudoku Explainer tries them.
///
/// The first step that the first searcher finds is taken, then the search starts again at the top.
/// Sets are searched only in houses with enough empty cells: twice a naked set's size, and one more for
/// hidden sets. In other houses the remaining cells are a set of the other kind that is no larger.
package enum SEOrder {
  /// Sudoku Explainer's order without chains (its searches 1 to 20).
  package static let patterns: [any SESearcher] = [
    HiddenSingle(), LockedCandidates(isDirect: true), HiddenSet(size: 2, isDirect: true),
    NakedSingle(), HiddenSet(size: 3, isDirect: true), LockedCandidates(isDirect: false),
    nakedSet(2), fish(2), hiddenSet(2), nakedSet(3), fish(3), hiddenSet(3),
    XYWing(isXYZ: false), XYWing(isXYZ: true), SEUniqueLoop(), nakedSet(4), fish(4), hiddenSet(4),
    BivalueGrave(), AlignedPairExclusion(),
  ]

  package static let all: [any SESearcher] = patterns + chains

  /// The searches 21 to 30: chains, and aligned triple exclusion among them.
  package static let chains: [any SESearcher] = [
    ChainSearcher(.forcingChains), AlignedTripleExclusion(), ChainSearcher(.nishio),
    ChainSearcher(.multiple), ChainSearcher(.dynamic), ChainSearcher(.dynamicPlus),
    ChainSearcher(.dynamicForcing), ChainSearcher(.dynamicMultiple),
    ChainSearcher(.dynamicDynamic), ChainSearcher(.dynamicNested),
  ]

  static func nakedSet(_ size: Int) -> NakedSet { NakedSet(size: size, leastEmptyCells: 2 * size) }

  static func hiddenSet(_ size: Int) -> HiddenSet {
    HiddenSet(size: size, leastEmptyCells: 2 * size + 1)
  }

  static func fish(_ size: Int) -> BasicFish { BasicFish(size: size, leastOpenLines: 2 * size) }
}

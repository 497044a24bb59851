/// The searchers in the order in which Sudoku Explainer tries them.
///
/// The first step that the first searcher finds is taken, then the search starts again at the top.
public enum SearchOrder {
  /// Sudoku Explainer's order without chains (its searches 1 to 20).
  public static let patterns: [any StepSearcher] = [
    HiddenSingle(), NakedSingle(),
  ]

  /// The whole order of Sudoku Explainer.
  public static let explainer: [any StepSearcher] = patterns + chains

  /// The searches 21 to 30: chains, and aligned triplet exclusion among them.
  static let chains: [any StepSearcher] = []

  /// Whether `explainer` ends with searchers that crack every puzzle, so that a puzzle it cannot
  /// solve is beyond the scale, not just beyond what is built.
  public static let isComplete = false
}

/// Which variant of Sudoku Explainer's rules a search follows.
///
/// The defaults are Sudoku Explainer 1.2.1 with the faults that change its results.
public struct SEOptions: Hashable, Sendable {
  /// Whether techniques that rest on the solution being unique may be used.
  public var allowsUniqueness = true
  /// Whether the extra digits of unique loops are gathered per search frame, as in the reference,
  /// instead of along the path.
  public var gathersLoopExtrasPerFrame = true
  /// Whether hidden sets of unique loops of type 3 start at the number of extra digits, as in the
  /// reference, instead of at two.
  public var startsHiddenLoopSetsAtExtraCount = true

  /// Creates the reference's variant.
  public init() {}
}

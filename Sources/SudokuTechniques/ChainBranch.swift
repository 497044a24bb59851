import SudokuCore

/// A chain of conclusions from one assumption to one target.
public struct ChainBranch: Hashable, Sendable {
  /// What is assumed.
  public var assumption: Literal
  /// What follows in the end.
  public var target: Literal
  /// The conclusions, each after those it rests on.
  public var links: [ChainLink]

  /// Creates a branch.
  public init(assumption: Literal, target: Literal, links: [ChainLink]) {
    self.assumption = assumption
    self.target = target
    self.links = links
  }
}

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

extension ChainBranch {
  /// A chain of alternating links: the first candidate is off, so the second is on, and so forth.
  ///
  /// - Parameters:
  ///   - path: The candidates.
  ///   - startsOn: Whether the first candidate is on instead, the second off, and so forth.
  ///   - reasons: Why each but the first follows from the one before.
  package init(_ path: [Candidate], startsOn: Bool = false, reasons: [ChainLink.Reason]) {
    let literals = path.enumerated().map { Literal($1, isOn: ($0 % 2 == 1) != startsOn) }
    self.init(
      assumption: literals[0], target: literals[literals.count - 1],
      links: zip(zip(literals, literals.dropFirst()), reasons).map { pair, reason in
        ChainLink(premises: [pair.0], conclusion: pair.1, reason: reason)
      })
  }
}

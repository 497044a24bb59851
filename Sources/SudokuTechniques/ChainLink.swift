import SudokuCore

/// One conclusion inside a chain: some literals together imply another.
public struct ChainLink: Hashable, Sendable {
  /// Why a conclusion holds.
  public enum Reason: Hashable, Sendable {
    /// The cell holds just one digit, or needs one.
    case cell
    /// The house holds the digit just once, or needs it.
    case house(House)
    /// A technique applied inside the chain (locked candidates, a pair, an X-Wing).
    case technique(Technique)
    /// A nested chain: its number in the step's `nested`.
    case nested(Int)
  }

  /// What the conclusion rests on, the direct predecessor first.
  public var premises: [Literal]
  /// What follows.
  public var conclusion: Literal
  /// Why it follows.
  public var reason: Reason

  /// Creates a link.
  public init(premises: [Literal], conclusion: Literal, reason: Reason) {
    self.premises = premises
    self.conclusion = conclusion
    self.reason = reason
  }
}

import SudokuCore

/// A literal of a chain: a candidate is the cell's digit ("on"), or is not ("off").
public struct Literal: Hashable, Sendable, CustomStringConvertible {
  /// The candidate.
  public var candidate: Candidate
  /// Whether the candidate is said to hold.
  public var isOn: Bool

  /// Creates a literal.
  public init(_ candidate: Candidate, isOn: Bool) {
    self.candidate = candidate
    self.isOn = isOn
  }

  /// The literal in standard notation, as in `"r4c7=5"` or `"r4c7<>5"`.
  public var description: String {
    "\(candidate.cell)\(isOn ? "=" : "<>")\(candidate.digit)"
  }
}

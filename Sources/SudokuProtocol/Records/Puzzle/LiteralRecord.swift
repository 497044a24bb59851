import SudokuCore
import SudokuTechniques

/// A literal of a chain: a candidate holds ("on"), or does not.
public struct LiteralRecord: Record {
  /// The candidate.
  public var candidate: Candidate
  /// Whether it is said to hold.
  public var isOn: Bool

  /// Creates a record of a literal.
  public init(_ literal: Literal) {
    candidate = literal.candidate
    isOn = literal.isOn
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Statement", "A literal of a chain.",
    [
      .required("cell") { $0.candidate.cell },
      .required("digit") { $0.candidate.digit },
      .required("on", "Whether the cell is said to hold the digit.") { $0.isOn },
    ])
}

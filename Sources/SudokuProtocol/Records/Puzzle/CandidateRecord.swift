import SudokuCore
import SudokuTechniques

/// A digit in a cell: `{"cell": "r4c7", "digit": 5}`.
public struct CandidateRecord: Record {
  /// The cell.
  public var cell: Cell
  /// The digit.
  public var digit: Digit

  /// Creates a record of a candidate.
  public init(_ candidate: Candidate) {
    cell = candidate.cell
    digit = candidate.digit
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Candidate", "A digit in a cell.",
    [.required("cell") { $0.cell }, .required("digit") { $0.digit }])
}

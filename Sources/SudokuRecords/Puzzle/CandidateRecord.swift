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

/// A statement of a chain: a candidate holds ("on"), or does not.
public struct StatementRecord: Record {
  /// The candidate.
  public var candidate: Candidate
  /// Whether it is said to hold.
  public var isOn: Bool

  /// Creates a record of a statement.
  public init(_ statement: Statement) {
    candidate = statement.candidate
    isOn = statement.isOn
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Statement", "A statement of a chain.",
    [
      .required("cell") { $0.candidate.cell },
      .required("digit") { $0.candidate.digit },
      .required("on", "Whether the cell is said to hold the digit.") { $0.isOn },
    ])
}

/// One conclusion inside a chain.
public struct LinkRecord: Record {
  /// What the conclusion rests on.
  public var premises: [StatementRecord]
  /// What follows.
  public var conclusion: StatementRecord
  /// Why: `cell`, a house as `row 4`, a technique's ID, or `nested 1`.
  public var reason: String

  /// Creates a record of a link.
  public init(_ link: Link) {
    premises = link.premises.map { StatementRecord($0) }
    conclusion = StatementRecord(link.conclusion)
    reason =
      switch link.reason {
      case .cell: "cell"
      case .house(let house): house.words
      case .technique(let technique): technique.id
      case .nested(let index): "nested \(index + 1)"
      }
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Link", "One conclusion inside a chain.",
    [
      .required("conclusion", "What follows.") { $0.conclusion },
      .required("premises", "What it rests on, the direct predecessor first.") { $0.premises },
      .required(
        "reason", "Why: `cell`, a house as `row 4`, a technique's ID, or `nested 1`."
      ) { $0.reason },
    ])
}

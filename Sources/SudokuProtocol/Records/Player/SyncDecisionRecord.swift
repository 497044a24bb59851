import SudokuSession

/// One thing that a sync found or decided.
public struct SyncDecisionRecord: Record {
  /// Its number, from 1.
  public var number: Int
  /// When.
  public var date: UTCTime
  /// The kind's stable name.
  public var kind: String
  /// The document that it was about.
  public var document: String?
  /// What was decided and why.
  public var reason: String

  /// Creates a record.
  public init(number: Int, date: UTCTime, kind: String, document: String?, reason: String) {
    self.number = number
    self.date = date
    self.kind = kind
    self.document = document
    self.reason = reason
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SyncDecision", "One thing that a sync found or decided.",
    [
      .required("date", "When.") { $0.date },
      .optional("document", "What it was about.") { $0.document },
      .required("kind", "The kind's stable name.") { $0.kind },
      .required("number", "The number of the entry, from 1.", .integer(minimum: 1)) { $0.number },
      .required("reason", "What was decided and why.") { $0.reason },
    ])
}

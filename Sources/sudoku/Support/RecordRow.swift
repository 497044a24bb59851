import SudokuProtocol

/// A row that is a record as JSON: the same members as in the protocol.
protocol RecordRow: OutputRow {
  associatedtype Content: Record
  /// The record.
  var record: Content { get }
}

extension RecordRow {
  /// The names of the record's members.
  static var memberNames: [String] { Content.shape.fieldNames }
  /// Writes the record.
  func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}

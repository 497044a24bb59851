import SudokuCore

/// Nothing to report: the request was carried out.
public struct DoneRecord: Record, Hashable {
  /// Creates a record.
  public init() {}

  /// Name and fields.
  public static let shape = RecordShape<Self>("Done", "The request was carried out.", [])
}

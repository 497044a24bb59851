import JSONCoding
import SudokuSession

/// A backup: the answer of `backup.create`.
public struct BackupNameRecord: Record, Hashable {
  /// Its name.
  public var name: String

  /// Creates a record.
  public init(_ name: String) { self.name = name }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "BackupName", "A backup that was made.",
    [.required("backup", "What `backup.restore` takes.") { $0.name }])
}

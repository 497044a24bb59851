import JSONCoding
import SudokuSession

/// The local backups: the answer of `backup.list`.
public struct BackupListRecord: Record {
  /// The backups, oldest first.
  public var backups: [BackupRecord]

  /// Creates a record.
  public init(_ backups: [BackupRecord]) { self.backups = backups }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "BackupList", "The local backups.", [.required("backups", "Oldest first.") { $0.backups }])
}

import SudokuSession

/// What the player has to decide: the answer of `sync.conflicts`.
public struct SyncConflictsRecord: Record {
  /// The conflicts.
  public var conflicts: [SyncConflictRecord]

  /// Creates a record.
  public init(_ conflicts: [SyncConflictRecord]) { self.conflicts = conflicts }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SyncConflicts", "Conflicts between devices that the player has to resolve.",
    [.required("syncConflicts") { $0.conflicts }])
}

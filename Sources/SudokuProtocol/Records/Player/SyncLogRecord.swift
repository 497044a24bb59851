import SudokuSession

/// What syncs found and decided: the answer of `sync.log`.
public struct SyncLogRecord: Record {
  /// The decisions, oldest first.
  public var decisions: [SyncDecisionRecord]
  /// Whether there are more.
  public var hasMore: Bool

  /// Creates a record.
  public init(decisions: [SyncDecisionRecord], hasMore: Bool) {
    self.decisions = decisions
    self.hasMore = hasMore
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SyncLog", "What syncs found and decided.",
    [
      .required("decisions", "Oldest first.") { $0.decisions },
      .required("more", "Whether there are more.") { $0.hasMore },
    ])
}

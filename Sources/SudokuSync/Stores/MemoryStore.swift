import SudokuSession

/// A store in this process's memory, for tests and for devices of one process.
///
/// ```swift
/// let store = MemoryStore()
/// try await store.inProgress(limit: 10, before: nil).summaries    // []
/// ```
///
/// It keeps nothing when the process ends.
public actor MemoryStore: SyncStore {
  private var core: StoreCore

  /// Creates an empty store.
  ///
  /// - Parameter epoch: A text that no other store has ever had.
  public init(epoch: String = "memory") { core = StoreCore(epoch: epoch) }

  /// See `SyncStore`.
  public func document(_ id: DocumentID, after known: StreamHeads) -> DocumentDelta? {
    core.document(id, after: known)
  }

  /// See `SyncStore`.
  public func append(_ batch: OperationBatch) -> AppendReceipt { core.append(batch) }

  /// See `SyncStore`.
  public func inProgress(limit: Int, before: PageToken?) -> SummaryPage {
    core.inProgress(limit: limit, before: before)
  }

  /// See `SyncStore`.
  public func changes(since cursor: Cursor?, limit: Int) -> ChangePage {
    core.changes(since: cursor, limit: limit)
  }
}

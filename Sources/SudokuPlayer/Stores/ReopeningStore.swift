import SudokuSession
import SudokuSync

/// A store that is opened when it is needed, and again when it was away.
///
/// A server starts and plays on while its store is out of reach: a folder that is not mounted, a
/// file that is damaged or was put aside. Each question is an attempt; none of them ends the session.
actor ReopeningStore: SyncStore {
  private let url: StoreAddress
  private var store: (any SyncStore)?
  private var file: FileIdentity?

  /// Creates a store; nothing is opened yet.
  ///
  /// - Parameter url: Which store.
  init(_ url: StoreAddress) { self.url = url }

  /// See `SyncStore`.
  func document(_ id: DocumentID, after known: StreamHeads) async throws -> DocumentDelta? {
    try await use { try await $0.document(id, after: known) }
  }

  /// See `SyncStore`.
  func append(_ batch: OperationBatch) async throws -> AppendReceipt {
    try await use { try await $0.append(batch) }
  }

  /// See `SyncStore`.
  func inProgress(limit: Int, before: PageToken?) async throws -> SummaryPage {
    try await use { try await $0.inProgress(limit: limit, before: before) }
  }

  /// See `SyncStore`.
  func changes(since cursor: Cursor?, limit: Int) async throws -> ChangePage {
    try await use { try await $0.changes(since: cursor, limit: limit) }
  }

  private func use<T: Sendable>(
    _ body: @Sendable (any SyncStore) async throws -> T
  ) async throws -> T {
    let store: any SyncStore
    do {
      store = try current()
    } catch let error as SyncError {
      // Whatever is in the way, the documents are not to blame.
      throw SyncError(.storeUnavailable, error.message)
    }
    do {
      return try await body(store)
    } catch let error as SyncError where error.kind == .fileFailed || error.kind == .damaged {
      self.store = nil
      throw error.kind == .damaged ? error : SyncError(.storeUnavailable, error.message)
    }
  }

  /// The store; what was moved away is not written to any more.
  private func current() throws -> any SyncStore {
    let found = url.file
    if let store, found == file { return store }
    if store != nil, found == nil {
      throw SyncError(.storeUnavailable, "\(url.text): it is not there any more")
    }
    let opened = try url.open()
    store = opened
    file = url.file
    return opened
  }
}

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
  func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
    let store: any SyncStore
    do throws(SyncError) { store = try current() } catch {
      // Whatever is in the way, the documents are not to blame.
      throw SyncError(.storeUnavailable, error.message)
    }
    do throws(SyncError) {
      return try await store.perform(request)
    } catch {
      guard error.kind == .fileFailed || error.kind == .damaged else { throw error }
      self.store = nil
      throw error.kind == .damaged ? error : SyncError(.storeUnavailable, error.message)
    }
  }

  /// See `SyncStore`.
  func close() async { await store?.close() }

  /// The store; what was moved away is not written to any more.
  private func current() throws(SyncError) -> any SyncStore {
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

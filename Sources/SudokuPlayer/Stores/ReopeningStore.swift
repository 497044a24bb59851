import SudokuSync

/// A store that is opened on demand, and again after it was unavailable.
///
/// A server starts and plays on while its store is out of reach: a folder that is not mounted, a
/// file that is damaged or was put aside. Each request is an attempt; none of them ends the session.
actor ReopeningStore: SyncStore {
  private let url: StoreAddress
  private var store: (any SyncStore)?
  private var file: FileIdentity?
  private var watcher: Task<Void, Never>?
  private let signals = Signals()

  init(_ url: StoreAddress) { self.url = url }

  deinit { watcher?.cancel() }

  func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
    let store: any SyncStore
    do throws(SyncError) { store = try await current() } catch {
      // The documents are not the cause.
      throw SyncError(.storeUnavailable, error.message)
    }
    do throws(SyncError) {
      return try await store.perform(request)
    } catch {
      guard error.kind == .fileFailed || error.kind == .damaged else { throw error }
      await leave()
      throw error.kind == .damaged ? error : SyncError(.storeUnavailable, error.message)
    }
  }

  /// See `SyncStore`; signals also when another store is in the place.
  nonisolated func watch() -> AsyncStream<Void> { signals.stream() }

  /// See `SyncStore`.
  func close() async {
    watcher?.cancel()
    signals.finish()
    await store?.close()
  }

  /// The store; what was moved away is not written to any more.
  ///
  /// A store that was deleted is created again, and the engine refills it. Where the folder around
  /// it is gone too, a drive is not mounted: that is left alone.
  private func current() async throws(SyncError) -> any SyncStore {
    let found = url.file
    if let store, found == file { return store }
    if store != nil {
      if found == nil, !url.hasParent {
        throw SyncError(.storeUnavailable, "\(url.text): it is not there any more")
      }
      await leave()
    }
    let opened = try url.open()
    store = opened
    file = url.file
    let signals = signals
    watcher = Task {
      for await _ in opened.watch() { signals.send() }
    }
    return opened
  }

  private func leave() async {
    watcher?.cancel()
    watcher = nil
    let old = store
    store = nil
    await old?.close()
  }
}

import SudokuSync
import Synchronization

/// A store that is opened on demand, and opened again after it was unavailable.
///
/// A server starts and keeps working while its store is out of reach: a folder that is not mounted,
/// or a file that is damaged or was moved. Each request is an attempt; none of them ends the
/// session.
actor ReopeningStore: WatchingStore {
  private let url: StoreAddress
  private var store: (any SyncStore)?
  private var file: FileIdentity?
  private var watcher: Task<Void, Never>?
  /// The task that closes earlier stores.
  private var closing: Task<Void, Never>?
  private var isClosed = false
  /// The number of times that a store was opened.
  private var openings = 0
  private let signals = Signals()
  private let health = WatchHealth()

  /// True if a damaged file is reported as damaged, not as unavailable, so that its user replaces it.
  private let reportsDamage: Bool

  init(_ url: StoreAddress, reportsDamage: Bool = false) {
    (self.url, self.reportsDamage) = (url, reportsDamage)
  }

  deinit { watcher?.cancel() }

  func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
    let store: any SyncStore
    do throws(SyncError) { store = try current() } catch {
      if reportsDamage, error.kind == .damaged { throw error }
      // The documents are not the cause.
      throw SyncError(.storeUnavailable, error.message)
    }
    let number = openings
    do throws(SyncError) {
      return try await store.perform(request)
    } catch {
      guard error.kind == .fileFailed || error.kind == .damaged else { throw error }
      // Another request may have closed it already.
      if openings == number { leave() }
      throw error.kind == .damaged ? error : SyncError(.storeUnavailable, error.message)
    }
  }

  /// See `WatchingStore`; a store in the old one's place is not watched until the next request.
  nonisolated var isWatchLive: Bool { health.isLive(in: url.file) }

  /// See `WatchingStore`.
  nonisolated var pollMilliseconds: Int64 { health.pollMilliseconds }

  /// See `SyncStore`; signals also when another store takes the place.
  nonisolated func watch() -> AsyncStream<Void> { signals.stream() }

  /// See `SyncStore`.
  func close() async {
    isClosed = true
    signals.finish()
    leave()
    await closing?.value
  }

  /// The open store; one whose file was moved is closed, not written to.
  ///
  /// A store that was deleted is created again, and the engine refills it. If its folder is missing
  /// too, a drive is probably not mounted, and the request fails. The function never suspends, so
  /// two concurrent requests open one store.
  private func current() throws(SyncError) -> any SyncStore {
    if isClosed { throw SyncError(.storeUnavailable, "\(url.text): the store is closed") }
    let found = url.file
    if let store, found == file { return store }
    if store != nil {
      if found == nil, !url.hasParent {
        throw SyncError(.storeUnavailable, "\(url.text): it is not there any more")
      }
      leave()
    }
    let opened = try url.open()
    openings += 1
    store = opened
    file = url.file
    let (signals, health, file) = (signals, health, file)
    watcher = Task {
      let changes = opened.watch()
      health.begin(opened, in: file)
      // Changes may precede the watch.
      signals.send()
      for await _ in changes { signals.send() }
      if !Task.isCancelled { health.end() }
    }
    return opened
  }

  /// Closes the store in the background, after earlier ones are closed.
  private func leave() {
    watcher?.cancel()
    watcher = nil
    health.end()
    guard let old = store else { return }
    store = nil
    closing = Task { [closing] in
      await closing?.value
      await old.close()
    }
  }
}

/// The state of the watch on the open store.
private final class WatchHealth: Sendable {
  private enum State {
    case none
    /// A store that reports the state of its watch.
    case reported(any WatchingStore)
    /// A watch that runs until it ends, or another file takes the store's place.
    case running(FileIdentity?)
  }

  private let state = Mutex(State.none)

  func isLive(in file: FileIdentity?) -> Bool {
    switch state.withLock({ $0 }) {
    case .none: false
    case .reported(let store): store.isWatchLive
    case .running(let watched): watched == file
    }
  }

  var pollMilliseconds: Int64 {
    if case .reported(let store) = state.withLock({ $0 }) { store.pollMilliseconds } else { 4_000 }
  }

  func begin(_ store: any SyncStore, in file: FileIdentity?) {
    state.withLock {
      $0 = (store as? any WatchingStore).map { .reported($0) } ?? .running(file)
    }
  }

  func end() { state.withLock { $0 = .none } }
}

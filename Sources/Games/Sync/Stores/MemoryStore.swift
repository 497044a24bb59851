import Synchronization

/// A store in this process's memory, for tests and for devices of one process.
///
/// ```swift
/// let store = MemoryStore()
/// try await store.perform(StoreRequest(query: .contents))
/// ```
///
/// It keeps nothing when the process ends.
public actor MemoryStore: SyncStore {
  private var core: StoreCore
  private let clock: @Sendable () -> Int64
  private var isClosed = false
  private let watchers = Mutex<Watchers>(Watchers())

  private struct Watchers {
    var last = 0
    var signals: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  /// Creates an empty store with a random identity.
  public init() { self.init(identity: nil) }

  package init(
    identity: String? = nil, epoch: String? = nil,
    clock: @escaping @Sendable () -> Int64 = SystemClock.wallMilliseconds
  ) {
    var random = SystemRandomNumberGenerator()
    let drawn = StoreIdentity.random(using: &random)
    core = StoreCore(identity: identity ?? drawn.identity, epoch: epoch ?? drawn.epoch)
    self.clock = clock
  }

  /// See `SyncStore`.
  public func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
    if isClosed { throw SyncError(.storeUnavailable, "the store is closed") }
    if Task.isCancelled { throw SyncError(.storeUnavailable, "the request was cancelled") }
    let before = core.changeCount
    let response = try core.perform(request, at: clock())
    if core.changeCount != before {
      for signal in watchers.withLock({ Array($0.signals.values) }) { signal.yield() }
    }
    return response
  }

  /// See `SyncStore`.
  public nonisolated func watch() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = watchers.withLock { watchers in
      watchers.last += 1
      watchers.signals[watchers.last] = continuation
      return watchers.last
    }
    continuation.onTermination = { [weak self] _ in
      self?.watchers.withLock { _ = $0.signals.removeValue(forKey: number) }
    }
    return stream
  }

  /// See `SyncStore`.
  public func close() {
    isClosed = true
    let signals = watchers.withLock { watchers in
      defer { watchers.signals = [:] }
      return Array(watchers.signals.values)
    }
    for signal in signals { signal.finish() }
  }
}

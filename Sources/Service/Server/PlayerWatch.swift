import Synchronization

/// A watcher of a player's store.
final class PlayerWatch: Sendable {
  /// The client, so that its own changes are not reported back.
  let client: String?
  /// A tick for each change or heartbeat; several may become one.
  let ticks: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let hasNews = Atomic<Bool>(false)
  private let endings = Endings()
  let began = ContinuousClock.now

  init(client: String?) {
    self.client = client
    (ticks, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let endings = endings
    continuation.onTermination = { _ in
      for end in endings.bodies.withLock({ $0 }) { end() }
    }
  }

  func signal() {
    hasNews.store(true, ordering: .releasing)
    continuation.yield()
  }

  /// Sends a tick without a change.
  func beat() { continuation.yield() }

  func end() { continuation.finish() }

  /// True if the store changed since the last call.
  func takeNews() -> Bool { hasNews.exchange(false, ordering: .acquiring) }

  /// Adds a function that runs once nobody reads the ticks any more, or once they have ended.
  func onEnd(_ body: @escaping @Sendable () -> Void) {
    endings.bodies.withLock { $0.append(body) }
  }
}

/// The functions that run at the end of a watch.
private final class Endings: Sendable {
  let bodies = Mutex<[@Sendable () -> Void]>([])
}

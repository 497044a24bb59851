#if Postgres
  import Dispatch
  import SudokuSync
  import Synchronization

  /// Hands on the notifications of one store's changes, from a connection that only listens.
  ///
  /// It connects with the first listener and again, after growing waits, when the connection was
  /// lost; what was missed meanwhile is one signal.
  final class PostgresNews: Sendable {
    private struct State {
      var lastListener = 0
      var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
      var isClosed = false
    }

    /// What is used on the queue only.
    private final class Link: @unchecked Sendable {
      var connection: PostgresConnection?
      var source: (any DispatchSourceRead)?
      var backoff = Backoff(firstMilliseconds: 250, limitMilliseconds: 30_000)
      var isWaiting = false
    }

    private let address: PostgresAddress
    private let queue = DispatchQueue(label: "sudoku.postgres.news")
    private let state = Mutex(State())
    private let link = Link()

    init(_ address: PostgresAddress) { self.address = address }

    /// The signals from now on.
    func stream() -> AsyncStream<Void> {
      let (stream, continuation) = AsyncStream<Void>.makeStream(
        bufferingPolicy: .bufferingNewest(1))
      let number = state.withLock { state -> Int? in
        guard !state.isClosed else { return nil }
        state.lastListener += 1
        state.listeners[state.lastListener] = continuation
        return state.lastListener
      }
      guard let number else {
        continuation.finish()
        return stream
      }
      continuation.onTermination = { [weak self] _ in self?.leave(number) }
      queue.async { [weak self] in self?.connect() }
      return stream
    }

    /// Ends all streams.
    func close() {
      let listeners = state.withLock { state in
        defer {
          state.listeners = [:]
          state.isClosed = true
        }
        return Array(state.listeners.values)
      }
      for listener in listeners { listener.finish() }
      queue.async { [link] in Self.disconnect(link) }
    }

    private func leave(_ number: Int) {
      let isLast = state.withLock { state in
        state.listeners[number] = nil
        return state.listeners.isEmpty
      }
      if isLast { queue.async { [weak self] in self?.rest() } }
    }

    private var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

    private func signal() {
      for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
    }

    // MARK: On the queue

    private func connect() {
      guard link.connection == nil, !link.isWaiting, hasListeners else { return }
      do throws(SyncError) {
        let driver = PostgresStoreDriver(address)
        let (connection, store) = try driver.listen(until: Deadline(milliseconds: 10_000))
        try connection.script(
          "LISTEN \(PostgresStoreDriver.channel(store))", until: Deadline(milliseconds: 10_000))
        let source = DispatchSource.makeReadSource(fileDescriptor: connection.socket, queue: queue)
        source.setEventHandler { [weak self] in self?.read() }
        (link.connection, link.source) = (connection, source)
        source.resume()
        if link.backoff.failures > 0 { signal() }
        link.backoff.succeeded()
      } catch {
        connectLater()
      }
    }

    private func connectLater() {
      var random = SystemRandomNumberGenerator()
      let wait = link.backoff.failed(using: &random)
      link.isWaiting = true
      queue.asyncAfter(deadline: .now() + .milliseconds(Int(wait))) { [weak self] in
        self?.link.isWaiting = false
        self?.connect()
      }
    }

    private func read() {
      guard let connection = link.connection else { return }
      guard let hasNews = connection.takeNotifications() else {
        Self.disconnect(link)
        return connectLater()
      }
      if hasNews { signal() }
    }

    private func rest() {
      if !hasListeners { Self.disconnect(link) }
    }

    private static func disconnect(_ link: Link) {
      guard let source = link.source, let connection = link.connection else { return }
      // The socket is closed once nothing listens to it any more.
      nonisolated(unsafe) let last = connection
      source.setCancelHandler { withExtendedLifetime(last) {} }
      source.cancel()
      (link.source, link.connection) = (nil, nil)
    }
  }
#endif

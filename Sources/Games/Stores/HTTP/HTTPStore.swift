#if Network
  import SudokuSync
  import Synchronization

  /// A store on a sync server, such as `sudoku store serve`.
  ///
  /// ```swift
  /// let store = try HTTPStore(url: "https://sync.example/v1/players/anna", token: token)
  /// ```
  ///
  /// A request that fails in the network or the server is repeated, after growing waits with
  /// jitter, while its time limit allows; repeating changes nothing. A server's wish to wait
  /// (`Retry-After`) is respected: requests that can't wait that long fail at once.
  ///
  /// A watch reconnects by itself. If changes were missed meanwhile, it sends one signal.
  package final class HTTPStore: WatchingStore {
    /// Called with a failure before the request is repeated.
    package typealias RetryHandler = @Sendable (_ failure: SyncError, _ wait: Duration) -> Void

    private struct State {
      var isClosed = false
      var lastTask = 0
      var requests: [Int: Task<Result<StoreResponse, SyncError>, Never>] = [:]
      var watches: [Int: (task: Task<Void, Never>, signals: AsyncStream<Void>.Continuation)] = [:]
      /// The time of the last bytes on the watch; `nil` while it is not connected.
      var heardAt: ContinuousClock.Instant?
    }

    private let exchange: HTTPExchange
    private let state = Mutex(State())

    /// The time limit of a request that has none, in milliseconds.
    private static let standardLimit = 30_000

    /// Creates a store; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - url: `http(s)://host[:port][/prefix]/v1/players/NAME`.
    ///   - token: The token that the server's owner gave to the player; `nil` for a server on this
    ///     machine that needs none.
    ///   - trust: The certificate authorities to trust, and the permission for plain HTTP.
    ///   - onRetry: Called, on any thread, before a request is repeated.
    /// - Throws: `SyncError` of kind `malformedURL`.
    package init(
      url: String, token: String? = nil, trust: NetworkTrust = NetworkTrust(),
      onRetry: RetryHandler? = nil
    ) throws(SyncError) {
      if let token, !token.utf8.allSatisfy({ (33...126).contains($0) }) || token.isEmpty {
        throw SyncError(.malformedURL, "the token has characters that no token has")
      }
      let address = try HTTPAddress(url)
      guard token == nil || trust.allowsPlainTokens || address.isPrivate else {
        throw SyncError(
          .malformedURL,
          "everybody on the way could read the token: use https, or allow that with --plain-http")
      }
      var random = SystemRandomNumberGenerator()
      exchange = HTTPExchange(
        address: address, token: token, clients: try HTTPClients.trusting(trust.authorities),
        client: String(random.next() as UInt64, radix: 16), onRetry: onRetry)
    }

    deinit {
      state.withLock { state in
        for task in state.requests.values { task.cancel() }
        for watch in state.watches.values { watch.task.cancel() }
      }
    }

    /// See `SyncStore`.
    package func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
      let limit = max(request.timeLimitMilliseconds ?? Self.standardLimit, 0)
      let deadline = ContinuousClock.now.advanced(by: .milliseconds(limit))
      let exchange = exchange
      let task = state.withLock {
        state -> (number: Int, Task<Result<StoreResponse, SyncError>, Never>)? in
        guard !state.isClosed else { return nil }
        state.lastTask += 1
        let task = Task { () -> Result<StoreResponse, SyncError> in
          do throws(SyncError) {
            return .success(try await exchange.perform(request, until: deadline))
          } catch { return .failure(error) }
        }
        state.requests[state.lastTask] = task
        return (state.lastTask, task)
      }
      guard let (number, task) = task else { throw Self.closed }
      defer { state.withLock { _ = $0.requests.removeValue(forKey: number) } }
      let timer = Task {
        try await Task.sleep(until: deadline)
        task.cancel()
      }
      defer { timer.cancel() }
      let result = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      guard case .failure(let error) = result, task.isCancelled else { return try result.get() }
      if Task.isCancelled { throw SyncError(.storeUnavailable, "the request was cancelled") }
      if state.withLock({ $0.isClosed }) { throw Self.closed }
      throw deadline <= .now
        ? SyncError(.storeUnavailable, "no answer within \(limit) ms") : error
    }

    private static var closed: SyncError { SyncError(.storeUnavailable, "the store is closed") }

    /// See `WatchingStore`; a watch that has been silent for five seconds may be dead.
    package var isWatchLive: Bool {
      guard let heardAt = state.withLock({ $0.heardAt }) else { return false }
      return heardAt.duration(to: .now) < .seconds(5)
    }

    /// See `SyncStore`.
    package func watch() -> AsyncStream<Void> {
      let (stream, continuation) = AsyncStream<Void>.makeStream(
        bufferingPolicy: .bufferingNewest(1))
      let exchange = exchange
      let noteLive: @Sendable (Bool) -> Void = { [weak self] isLive in
        self?.state.withLock { $0.heardAt = isLive ? .now : nil }
      }
      let number = state.withLock { state -> Int? in
        guard !state.isClosed else { return nil }
        state.lastTask += 1
        let task = Task {
          await exchange.watch(isLive: noteLive) { continuation.yield() }
          continuation.finish()
        }
        state.watches[state.lastTask] = (task, continuation)
        return state.lastTask
      }
      guard let number else {
        continuation.finish()
        return stream
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { $0.watches.removeValue(forKey: number) }?.task.cancel()
      }
      return stream
    }

    /// See `SyncStore`.
    package func close() async {
      let (requests, watches) = state.withLock { state in
        defer { (state.isClosed, state.requests, state.watches) = (true, [:], [:]) }
        return (Array(state.requests.values), Array(state.watches.values))
      }
      for watch in watches {
        watch.task.cancel()
        watch.signals.finish()
      }
      for request in requests { request.cancel() }
    }
  }

  /// The address of a player's store on a server: `https://host[:port][/prefix]/v1/players/NAME`.
  struct HTTPAddress: Sendable {
    /// The URL without a slash at its end.
    let url: String
    /// True if nobody on the network can read the requests: HTTPS, or a server on this machine.
    let isPrivate: Bool

    init(_ text: String) throws(SyncError) {
      var url = text
      while url.hasSuffix("/") { url.removeLast() }
      let parts = url.split(separator: "/", omittingEmptySubsequences: false)
      let isPlain =
        url.utf8.allSatisfy { (33...126).contains($0) } && !url.contains { "?#\\".contains($0) }
      guard isPlain, parts.count >= 6, ["http:", "https:"].contains(parts[0]), parts[1].isEmpty,
        !parts[2].isEmpty, parts.suffix(3).starts(with: ["v1", "players"]),
        PlayerID(String(parts[parts.count - 1])) != nil
      else {
        throw SyncError(
          .malformedURL,
          "'\(Self.withoutSecrets(url))' is not a valid store: give http(s)://<host>/v1/players/<name>"
        )
      }
      guard !parts[2].contains("@") else {
        throw SyncError(
          .malformedURL,
          "a URL is shown in messages: give the token by SUDOKU_TOKEN, not in the URL")
      }
      self.url = url
      isPrivate = parts[0] == "https:" || Loopback.contains(String(parts[2]))
    }

    private static func withoutSecrets(_ url: String) -> String {
      // A query may be a token.
      var url = url[...]
      if let query = url.firstIndex(where: { "?#".contains($0) }) {
        url = url[..<query] + url[query...].prefix(1) + "..."
      }
      guard let at = url.lastIndex(of: "@") else { return String(url) }
      return "..." + url[at...]
    }
  }
#endif

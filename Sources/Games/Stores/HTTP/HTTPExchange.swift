#if Network
  import AsyncHTTPClient
  import JSONCoding
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL
  import SudokuSync
  import Synchronization

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Talks to one store on a server.
  final class HTTPExchange: Sendable {
    private struct Patience {
      var backoff = Backoff(firstMilliseconds: 200, limitMilliseconds: 30_000)
      /// The time from which the server accepts requests again.
      var askAgain = ContinuousClock.now
      var lastFailure: SyncError?
    }

    /// A failed request, with the conditions for a repetition.
    private struct Failure: Error {
      let error: SyncError
      /// The wait that the server asked for, in seconds.
      var retryAfter: Int?
      var isRetryable: Bool
    }

    private let address: HTTPAddress
    private let token: String?
    private let clients: HTTPClients
    private let client: String
    private let onRetry: HTTPStore.RetryHandler?
    private let patience = Mutex(Patience())

    /// The longest wait that a server can ask for, in seconds.
    private static let mostSilence = 60
    /// The longest reply, in bytes.
    private static let replyBytes = 64 << 20
    private static let mostAttempts = 5

    init(
      address: HTTPAddress, token: String?, clients: HTTPClients, client: String,
      onRetry: HTTPStore.RetryHandler?
    ) {
      (self.address, self.token, self.clients, self.client) = (address, token, clients, client)
      self.onRetry = onRetry
    }

    // MARK: Requests

    /// Performs a request; repeats it after failures while its time limit allows.
    func perform(
      _ request: StoreRequest, until deadline: ContinuousClock.Instant
    ) async throws(SyncError) -> StoreResponse {
      var attempts = 0
      while true {
        // A player's own request ignores an earlier wish of the server to wait.
        if attempts > 0 || request.isBackground { try await waitForTurn(until: deadline) }
        attempts += 1
        let failure: Failure
        do throws(Failure) {
          let response = try await attempt(request, until: deadline)
          patience.withLock { $0.backoff.succeeded() }
          return response
        } catch { failure = error }
        guard failure.isRetryable, !Task.isCancelled else { throw failure.error }
        let turn = remember(failure)
        if attempts >= Self.mostAttempts || turn >= deadline { throw failure.error }
        onRetry?(failure.error, ContinuousClock.now.duration(to: turn))
      }
    }

    /// Waits until the server accepts requests again; fails at once if that is after the deadline.
    private func waitForTurn(until deadline: ContinuousClock.Instant) async throws(SyncError) {
      let (turn, failure) = patience.withLock { ($0.askAgain, $0.lastFailure) }
      guard ContinuousClock.now < turn else { return }
      guard turn < deadline else {
        throw failure ?? SyncError(.storeUnavailable, "the server is not asked again yet")
      }
      do { try await Task.sleep(until: turn) } catch {
        throw SyncError(.storeUnavailable, "the request was cancelled")
      }
    }

    private func remember(_ failure: Failure) -> ContinuousClock.Instant {
      patience.withLock { patience in
        var random = SystemRandomNumberGenerator()
        var wait = patience.backoff.failed(using: &random)
        if let seconds = failure.retryAfter {
          // Wait a little longer than asked, so that refused clients do not all return at once.
          wait = Int64(seconds) * 1_000 + Int64.random(in: 0...250, using: &random)
        }
        patience.askAgain = .now.advanced(by: .milliseconds(wait))
        patience.lastFailure = failure.error
        return patience.askAgain
      }
    }

    private func attempt(
      _ request: StoreRequest, until deadline: ContinuousClock.Instant
    ) async throws(Failure) -> StoreResponse {
      var request = request
      let rest = ContinuousClock.now.duration(to: deadline)
      request.timeLimitMilliseconds = min(max(Int(rest / .milliseconds(1)), 0), 86_400_000)
      let response: HTTPClientResponse
      let bytes: [UInt8]
      do {
        var message = message("requests")
        message.method = .POST
        message.headers.add(name: "Content-Type", value: "application/json")
        message.body = .bytes(try CanonicalJSONEncoder().encode(request))
        // Use a little less than the time left, so that the error names the cause, not only the timeout.
        response = try await clients.requests.execute(
          message, timeout: .milliseconds(Int64(max(rest / .milliseconds(1) * 0.9, 1))))
        bytes = Array(try await response.body.collect(upTo: Self.replyBytes).readableBytesView)
      } catch {
        throw Failure(
          error: SyncError(.storeUnavailable, "\(address.url): \(NetworkFailure(error))"),
          isRetryable: true)
      }
      return try Self.read(bytes, response, request, address.url)
    }

    /// The response, or the error in the reply; other content comes from a proxy.
    private static func read(
      _ bytes: [UInt8], _ response: HTTPClientResponse, _ request: StoreRequest, _ url: String
    ) throws(Failure) -> StoreResponse {
      let code = response.status.code
      let retryAfter = response.headers.first(name: "Retry-After").flatMap { Int($0) }
        .map { min(max($0, 0), mostSilence) }
      let isBusy = code == 429 || code == 503
      func failure(_ error: SyncError) -> Failure {
        Failure(
          error: error, retryAfter: isBusy ? retryAfter : nil,
          isRetryable: isBusy || code == 502 || code == 504)
      }
      let reply: StoreReply
      do {
        reply = try StrictJSONDecoder(limits: JSONLimits(maximumBytes: replyBytes))
          .decode(from: bytes)
      } catch let error as SyncError {
        throw failure(error)
      } catch {
        throw failure(SyncError(kind(code), "\(url) answered with status \(code)"))
      }
      switch reply {
      case .failure(let error):
        let message = error.message.escapingControls(limit: 1_000)
        // A player who has stored too much can still read: the server is not busy.
        guard error.kind != .quotaExceeded else {
          throw Failure(error: SyncError(.quotaExceeded, message), isRetryable: false)
        }
        throw failure(SyncError(isBusy ? .storeUnavailable : error.kind, message))
      case .response(let response):
        guard response.answer.kind == request.query.kind else {
          throw failure(SyncError(.storeFailed, "\(url) answered another query"))
        }
        return response
      }
    }

    private static func kind(_ code: UInt) -> SyncError.Kind {
      switch code {
      case 401, 403: .unauthorized
      case 408, 429, 502, 503, 504: .storeUnavailable
      default: .storeFailed
      }
    }

    private func message(_ path: String) -> HTTPClientRequest {
      var message = HTTPClientRequest(url: "\(address.url)/\(path)")
      message.headers.add(name: "Accept-Encoding", value: "gzip")
      message.headers.add(name: "Sudoku-Client", value: client)
      if let token { message.headers.add(name: "Authorization", value: "Bearer \(token)") }
      return message
    }

    // MARK: Watching

    /// Signals changes until its task is cancelled; calls `isLive` with the state of the connection.
    func watch(isLive: @Sendable (Bool) -> Void, _ changed: @Sendable () -> Void) async {
      var backoff = Backoff(firstMilliseconds: 500, limitMilliseconds: 30_000)
      // The store's state when it was last certain that no change was missed.
      var lastID: String?
      var hasConnected = false
      while !Task.isCancelled {
        await follow(&lastID, &hasConnected, changed) {
          backoff.succeeded()
          isLive(true)
        }
        isLive(false)
        var random = SystemRandomNumberGenerator()
        let wait = backoff.failed(using: &random)
        try? await Task.sleep(for: .milliseconds(wait))
      }
    }

    /// Reads the events of one connection to its end.
    private func follow(
      _ lastID: inout String?, _ hasConnected: inout Bool, _ changed: @Sendable () -> Void,
      onSignOfLife: () -> Void
    ) async {
      var request = message("events")
      request.headers.add(name: "Accept", value: "text/event-stream")
      do {
        let response = try await clients.watches.execute(request, timeout: .seconds(30))
        guard response.status == .ok else { return }
        var events = EventReader()
        var isReady = false
        for try await buffer in response.body {
          if isReady { onSignOfLife() }
          for event in events.read(Array(buffer.readableBytesView)) {
            if event.name == "changed" {
              lastID = nil
              changed()
            } else if event.name == "ready" {
              if hasConnected, lastID == nil || event.id != lastID { changed() }
              (lastID, hasConnected, isReady) = (event.id, true, true)
              onSignOfLife()
            }
          }
        }
      } catch {}
    }
  }

  /// Reads server-sent events (WHATWG HTML, 9.2.6) from the pieces in which they arrive.
  struct EventReader {
    /// An event, with only the fields needed here.
    struct Event: Equatable {
      var name = ""
      var id: String?
    }

    // Lines of the server are short; a long line is not an event.
    private var lines = LineReader(maximumLineBytes: 4_096)
    private var event = Event()

    mutating func read(_ bytes: [UInt8]) -> [Event] {
      var (events, event) = ([Event](), event)
      lines.read(bytes) { line in
        guard case .text(let bytes) = line else { return }
        var text = String(decoding: bytes, as: UTF8.self)
        if text.hasSuffix("\r") { text.removeLast() }
        if text.isEmpty {
          if !event.name.isEmpty { events.append(event) }
          event = Event()
          return
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return }
        let value = String(parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1])
        switch parts[0] {
        case "event": event.name = value
        case "id": event.id = value
        default: break
        }
      }
      self.event = event
      return events
    }
  }

  /// The reason that a request did not reach a server, in the system's words: "Connection refused".
  struct NetworkFailure: CustomStringConvertible {
    let description: String

    init(_ error: any Error) {
      description =
        switch error {
        case is CancellationError: "the request was cancelled"
        case let error as HTTPClientError: "\(error.shortDescription)"
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as NIOConnectionError: Self.text(error)
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: Self.text(ofTLS: "\(error)")
        default: "\(error)"
        }
    }

    /// The reason for a failure of TLS, without the library's codes and source locations.
    private static func text(ofTLS error: String) -> String {
      if error.contains("CERTIFICATE_VERIFY_FAILED") {
        return "the server's certificate can't be verified: give its authority by --ca FILE"
      }
      if error.contains("failedToValidateHostname") {
        return "the server's certificate is for another host"
      }
      // BoringSSL's reason is in capitals: WRONG_VERSION_NUMBER.
      let reason = error.split { !($0.isUppercase && $0.isASCII || $0.isNumber || $0 == "_") }
        .last { $0.count > 8 && $0.contains("_") }
      return "TLS failed: " + (reason?.lowercased().replacing("_", with: " ") ?? "no agreement")
    }

    /// The errors of all addresses of a host, each text once.
    private static func text(_ error: NIOConnectionError) -> String {
      if let unknown = error.dnsAError ?? error.dnsAAAAError, error.connectionErrors.isEmpty {
        return "the host '\(error.host)' can't be found: \(unknown)"
      }
      var texts: [String] = []
      for failure in error.connectionErrors {
        let text = NetworkFailure(failure.error).description
        if !texts.contains(text) { texts.append(text) }
      }
      return texts.joined(separator: "; ")
    }
  }
#endif

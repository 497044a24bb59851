#if Network
  import NIOCore
  import NIOHTTP1
  import Synchronization
  import SudokuSync

  /// The open connections: checks handshakes and limits their number.
  final class ConnectionRegistry: Sendable {
    /// An accepted connection, which counts until it is passed to `leave`.
    struct Admission: Sendable {
      fileprivate let number: Int
      let token: AccessToken?
      /// The player; `nil` if no tokens are needed.
      let player: String?
    }

    /// The decision about a request.
    enum Verdict: Sendable {
      /// Accepted, with the headers of the answer.
      case admitted(Admission, HTTPHeaders)
      case refused(HTTPResponseStatus, String)

      /// The headers of the answer to an accepted request.
      var headers: HTTPHeaders? {
        guard case .admitted(_, let headers) = self else { return nil }
        return headers
      }
    }

    private struct State {
      var last = 0
      var players: [Int: String?] = [:]
      var endings: [Int: @Sendable () -> Void] = [:]
      var isClosed = false
    }

    /// The path of the JSON-RPC methods.
    static let path = "/v1/rpc"
    /// The subprotocol of the connections.
    static let subprotocol = "sudoku.rpc.v1"

    private let tokens: (any TokenStore)?
    private let invitation: Invitation?
    private let origins: Set<String>
    private let limits: PlayServerLimits
    private let state = Mutex(State())
    let metrics = PlayMetrics()
    private let searches: @Sendable () -> SearchPool.Load

    init(
      _ tokens: (any TokenStore)?, _ invitation: Invitation?, _ origins: Set<String>,
      _ limits: PlayServerLimits, _ searches: @escaping @Sendable () -> SearchPool.Load
    ) {
      (self.tokens, self.invitation) = (tokens, invitation)
      (self.origins, self.limits) = (origins, limits)
      self.searches = searches
    }

    func verdict(on head: HTTPRequestHead) async -> Verdict {
      let verdict = await decision(on: head)
      switch verdict {
      case .admitted: metrics.countHandshake(status: 101)
      case .refused(let status, _): metrics.countHandshake(status: Int(status.code))
      }
      return verdict
    }

    /// The answer to a request for metrics, which needs a token for them where players need tokens.
    func metricsAnswer(to head: HTTPRequestHead) async -> (HTTPResponseStatus, String) {
      if case .refused(let status, let message) = refusal(of: head) { return (status, message) }
      if let tokens {
        let found = head.headers[canonicalForm: "authorization"].compactMap {
          AccessToken(authorization: String($0))
        }
        guard found.count == 1 else { return (.unauthorized, "exactly one token is needed") }
        do throws(SyncError) {
          guard let record = try await tokens.valid(found[0]) else {
            return (.unauthorized, "the token is not valid")
          }
          guard record.role == .metrics else {
            return (.forbidden, "the token is not for metrics")
          }
        } catch { return (.serviceUnavailable, "the tokens can't be read") }
      }
      let players = state.withLock { Array($0.players.values) }
      return (
        .ok,
        metrics.text(
          connections: players.count, players: Set(players).count, searches: searches())
      )
    }

    private func decision(on head: HTTPRequestHead) async -> Verdict {
      guard head.uri == Self.path else {
        return .refused(.notFound, "unknown path; connect to \(Self.path)")
      }
      if let refusal = refusal(of: head) { return refusal }
      let offered = head.headers[canonicalForm: "sec-websocket-protocol"].map(String.init)
      var player: String?
      var token: AccessToken?
      if let tokens {
        let found =
          head.headers[canonicalForm: "authorization"].compactMap { AccessToken(authorization: $0) }
          + offered.compactMap { AccessToken($0) }
        guard found.count == 1, let own = found.first else {
          return .refused(.unauthorized, "exactly one token is needed")
        }
        token = own
        do throws(SyncError) {
          if let record = try await tokens.valid(own), record.role == .player {
            player = record.player
          } else if invitation?.take(from: offered) == true {
            player = Invitation.player
            try await tokens.add(
              TokenRecord(
                id: own.id, role: .player, player: Invitation.player, label: "invited device",
                createdMilliseconds: SystemClock.wallMilliseconds()), hash: own.hash)
          } else {
            return .refused(.unauthorized, "the token is not valid")
          }
        } catch { return .refused(.serviceUnavailable, "the tokens can't be read") }
      }
      guard let admission = take(for: player, with: token) else {
        return .refused(.serviceUnavailable, "too many connections")
      }
      var headers = HTTPHeaders()
      if offered.contains(Self.subprotocol) {
        headers.add(name: "Sec-WebSocket-Protocol", value: Self.subprotocol)
      }
      return .admitted(admission, headers)
    }

    /// Refuses a browser's requests for a page of another site.
    ///
    /// Without tokens it also refuses names of other hosts (DNS rebinding).
    func refusal(of head: HTTPRequestHead) -> Verdict? {
      guard FramingHandler.isClear(head) else {
        return .refused(.badRequest, "the one transfer coding is chunked, with HTTP/1.1")
      }
      let found = head.headers[canonicalForm: "origin"].map(String.init)
      let hosts = head.headers[canonicalForm: "host"].map(String.init)
      for origin in found where !origins.contains(origin) {
        // This server's own page is welcome under any name where a token is needed, too.
        let host = Loopback.host(ofOrigin: origin)
        guard host.map({ Loopback.contains($0) || tokens != nil && hosts == [$0] }) ?? false else {
          return .refused(.forbidden, "pages of this site are not accepted")
        }
      }
      let sites = head.headers[canonicalForm: "sec-fetch-site"]
      guard !found.isEmpty || sites.allSatisfy({ $0 == "none" || $0 == "same-origin" }) else {
        return .refused(.forbidden, "pages of other sites are not accepted")
      }
      guard hosts.count == 1 else {
        return .refused(.badRequest, "exactly one Host header is needed")
      }
      guard tokens != nil || Loopback.contains(hosts[0]) else {
        return .refused(.forbidden, "without tokens only programs on this machine are accepted")
      }
      return nil
    }

    // MARK: Admissions

    private func take(for player: String?, with token: AccessToken?) -> Admission? {
      state.withLock { state in
        let own = state.players.values.count { $0 == player }
        guard !state.isClosed, state.players.count < limits.connections,
          player == nil || own < limits.connectionsPerPlayer
        else { return nil }
        state.last += 1
        state.players[state.last] = .some(player)
        return Admission(number: state.last, token: token, player: player)
      }
    }

    func leave(_ admission: Admission) {
      state.withLock { state in
        state.players[admission.number] = nil
        state.endings[admission.number] = nil
      }
    }

    /// Registers how to end a connection when the server stops.
    func onStop(_ admission: Admission, _ end: @escaping @Sendable () -> Void) {
      let isClosed = state.withLock { state in
        if state.players[admission.number] != nil { state.endings[admission.number] = end }
        return state.isClosed
      }
      if isClosed { end() }
    }

    /// Refuses new connections, ends the open ones and waits until they have ended.
    func close(within limit: Duration) async {
      let endings = state.withLock { state in
        state.isClosed = true
        return Array(state.endings.values)
      }
      for end in endings { end() }
      let deadline = ContinuousClock.now.advanced(by: limit)
      while ContinuousClock.now < deadline, state.withLock({ !$0.players.isEmpty }) {
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }
#endif

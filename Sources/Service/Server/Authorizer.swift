#if Network
  import HTTPTypes
  import Hummingbird
  import SudokuSync
  import Synchronization

  /// Authorizes requests by their token.
  ///
  /// Without a token store, every program on this machine is allowed everything. Then names of other hosts and
  /// pages of other sites are refused, so that web pages can't reach the server through a browser.
  final class Authorizer: Sendable {
    private let tokens: (any TokenStore)?
    /// The recent look-ups, so that a device in play does not need a look-up for each request.
    ///
    /// A revoked token is refused once its entry has expired.
    private let known = Mutex<[String: (role: TokenRecord.Role, player: String, until: Instant)]>(
      [:])

    private typealias Instant = ContinuousClock.Instant
    private static let memory = Duration.milliseconds(500)
    private static let mostKnown = 10_000

    init(_ tokens: (any TokenStore)?) { self.tokens = tokens }

    /// Authorizes a request about a player's games; returns its token.
    func admit(_ request: Request, to player: String) async throws(Refusal) -> AccessToken? {
      guard let record = try await bearer(request) else { return nil }
      guard record.role == .player, record.player == player else {
        throw Refusal(.forbidden, .unauthorized, "the token is not for this player")
      }
      return record.token
    }

    /// Authorizes a request about the server.
    func admitToMetrics(_ request: Request) async throws(Refusal) {
      guard let record = try await bearer(request) else { return }
      guard record.role == .metrics else {
        throw Refusal(.forbidden, .unauthorized, "the token is not for metrics")
      }
    }

    /// The owner of a request's token; `nil` if no token is needed.
    private func bearer(
      _ request: Request
    ) async throws(Refusal) -> (role: TokenRecord.Role, player: String, token: AccessToken)? {
      guard let tokens else {
        try checkHost(request)
        return nil
      }
      guard let header = request.headers[.authorization],
        let token = AccessToken(authorization: header)
      else {
        throw Refusal(.unauthorized, .unauthorized, "a token is needed: Authorization: Bearer ...")
      }
      // The key is the whole hash, so that an entry is for this token only.
      let key = String(decoding: token.hash, as: Unicode.ASCII.self)
      let now = ContinuousClock.now
      if let found = known.withLock({ $0[key] }), now < found.until {
        return (found.role, found.player, token)
      }
      let record: TokenRecord?
      do throws(SyncError) { record = try await tokens.valid(token) } catch { throw Refusal(error) }
      guard let record else {
        throw Refusal(.unauthorized, .unauthorized, "the token is not valid")
      }
      known.withLock { known in
        if known.count >= Self.mostKnown { known = [:] }
        known[key] = (record.role, record.player, now.advanced(by: Self.memory))
      }
      return (record.role, record.player, token)
    }

    /// Refuses names of other hosts, which may lead to this machine (DNS rebinding).
    private func checkHost(_ request: Request) throws(Refusal) {
      guard request.head.authority.map({ Loopback.contains($0) }) ?? true else {
        throw Refusal(
          .forbidden, .unauthorized, "without tokens only programs on this machine are accepted")
      }
    }

    /// Refuses a browser's requests for a page of another site, whatever the method.
    ///
    /// A page can cause a request whose answer it can't read.
    static func checkSite(_ request: Request) throws(Refusal) {
      guard request.headers[.secondHost] == nil else {
        throw Refusal(.badRequest, .malformedRequest, "exactly one Host header is needed")
      }
      let site = request.headers[.fetchSite]
      var isOwn = site == nil || site == "none" || site == "same-origin"
      if let origin = request.headers[.origin] {
        let host = Loopback.host(ofOrigin: origin)
        isOwn =
          isOwn && (host.map { Loopback.contains($0) || $0 == request.head.authority } ?? false)
      }
      guard isOwn else {
        throw Refusal(.forbidden, .unauthorized, "pages of other sites are not accepted")
      }
    }
  }
#endif

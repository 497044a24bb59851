#if Network
  import Hummingbird
  import HummingbirdCore
  import HummingbirdTLS
  import Logging
  import NIOCore
  import NIOSSL
  import ServiceLifecycle
  import SudokuSync
  import Synchronization

  /// An HTTP server in front of the stores of many players.
  ///
  /// ```swift
  /// let server = try StoreServer(host: "127.0.0.1", port: 8080, tokens: nil, logger: logger) {
  ///   (player) throws(SyncError) in try SQLiteStore(path: "/var/sudoku/\(player).sqlite")
  /// }
  /// try await server.run()     // until SIGTERM or SIGINT; requests under way are answered first
  /// ```
  ///
  /// Each player has a separate store, which only a token of that player opens. The OpenAPI document at
  /// `/openapi.json` describes the requests.
  package final class StoreServer: Sendable {
    /// The files for TLS, both PEM.
    package struct Certificate: Sendable {
      /// The certificate with those that certify it.
      package let chain: String
      package let key: String

      /// Names the files.
      ///
      /// - Parameters:
      ///   - chain: The certificate with those that certify it.
      ///   - key: Its private key.
      package init(chain: String, key: String) { (self.chain, self.key) = (chain, key) }

      /// TLS 1.2 and later with these files.
      package func configuration() throws -> TLSConfiguration {
        let chain = try NIOSSLCertificate.fromPEMFile(chain)
        let key = try NIOSSLPrivateKey(file: key, format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
          certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        // Forward secrecy and authenticated encryption only; those of TLS 1.3 all are.
        configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
        return configuration
      }
    }

    private let host: String
    private let port: Int
    private let limits: StoreServerLimits
    private let logger: Logger
    private let responder: StoreResponder
    private let builder: HTTPServerBuilder
    private let group = Mutex<ServiceGroup?>(nil)

    /// Creates a server; it does not listen yet.
    ///
    /// - Parameters:
    ///   - host: The name or address to listen on.
    ///   - port: The port; 0 for any that is free.
    ///   - tokens: The tokens and their rights; `nil` for all rights to every program on this machine, which is
    ///     only allowed on a loopback address.
    ///   - certificate: The files for TLS; `nil` for plain HTTP, for example behind a proxy.
    ///   - limits: The limits for callers.
    ///   - logger: Takes the messages, which hold no secrets.
    ///   - setAside: Moves a damaged store out of the way, so that the player's devices fill a new one;
    ///     returns its new place, `nil` if that is impossible.
    ///   - open: Opens the store of a player, and creates it if needed. The player's name is
    ///     1 to 64 characters of `a-z`, `0-9` and `-`.
    /// - Throws: `SyncError` of kind `unauthorized` for a host that is not a loopback address without
    ///   tokens, of kind `fileFailed` for a certificate that can't be read.
    package init(
      host: String, port: Int, tokens: (any TokenStore)?, certificate: Certificate? = nil,
      limits: StoreServerLimits = StoreServerLimits(), logger: Logger,
      setAside: PlayerStores.SetAside? = nil,
      open: @escaping @Sendable (_ player: String) throws(SyncError) -> any SyncStore
    ) throws(SyncError) {
      guard tokens != nil || Loopback.contains(host) else { throw Loopback.needed }
      (self.host, self.port, self.limits, self.logger) = (host, port, limits, logger)
      responder = StoreResponder(
        stores: PlayerStores(limits: limits, logger: logger, setAside: setAside, open: open),
        authorizer: Authorizer(tokens), limiter: RateLimiter(limits),
        gate: AdmissionLimiter(
          width: limits.concurrentRequests, queue: limits.waitingRequests,
          perPlayer: limits.concurrentRequestsPerPlayer),
        budget: BodyBudget(total: limits.bodyBytesAtOnce, perPlayer: limits.bodyBytes),
        answers: BodyBudget(
          total: limits.answerBytesAtOnce, perPlayer: limits.answerBytesPerPlayer),
        revocations: tokens.map { TokenWatch($0) },
        metrics: ServerMetrics(), limits: limits)
      builder = try Self.builder(limits, certificate)
    }

    private static func builder(
      _ limits: StoreServerLimits, _ certificate: Certificate?
    ) throws(SyncError) -> HTTPServerBuilder {
      let first = TimeAmount.milliseconds(Int64(limits.arrivalMilliseconds))
      let next = TimeAmount.milliseconds(Int64(limits.idleMilliseconds))
      let addresses = AddressLimits(
        limits.connectionsPerAddress ?? (limits.connections + 1) / 2)
      let plain = HTTPServerBuilder.http1(
        configuration: .init(
          additionalChannelHandlers: [
            ArrivalHandler(first: first, next: next, addresses: addresses)
          ],
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
      guard let certificate else { return plain }
      do {
        return try .tls(plain, tlsConfiguration: certificate.configuration())
      } catch {
        throw SyncError(.fileFailed, "the certificate or its key can't be read: \(error)")
      }
    }

    /// Listens and answers until a signal or `stop` ends it.
    ///
    /// Open requests are then answered, within a time limit; no acknowledged data is lost.
    ///
    /// - Parameters:
    ///   - catchesSignals: True if SIGTERM and SIGINT end it.
    ///   - onListening: Called with the port once it listens.
    /// - Throws: `SyncError` of kind `storeUnavailable` if it can't listen.
    package func run(
      catchesSignals: Bool = true, onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) async throws(SyncError) {
      let application = Application(
        responder: responder, server: builder,
        configuration: ApplicationConfiguration(
          address: .hostname(host, port: port),
          availableConnectionsDelegate: MaximumAvailableConnections(max(limits.connections, 1))),
        services: [
          Heartbeat(stores: responder.stores, limits: limits),
          Revocation(watch: responder.revocations),
        ],
        onServerRunning: { onListening($0.localAddress?.port ?? 0) }, logger: logger)
      var configuration = ServiceGroupConfiguration(
        services: [.init(service: application)],
        gracefulShutdownSignals: catchesSignals ? [.sigterm, .sigint] : [], logger: logger)
      configuration.maximumGracefulShutdownDuration = .milliseconds(limits.shutdownMilliseconds)
      let group = ServiceGroup(configuration: configuration)
      self.group.withLock { $0 = group }
      let failure: (any Error)?
      do {
        try await group.run()
        failure = nil
      } catch { failure = error }
      await responder.stores.close()
      if let failure { throw .serving(host, port, failure) }
    }

    /// Ends the server; `run` returns soon afterwards.
    package func stop() async { await group.withLock { $0 }?.triggerGracefulShutdown() }
  }

  /// Ends the event streams of revoked tokens.
  private struct Revocation: Service {
    let watch: TokenWatch?

    func run() async throws {
      guard let watch else { return try await gracefulShutdown() }
      await cancelWhenGracefulShutdown { await watch.run() }
    }
  }

  /// Sends all watches a heartbeat at intervals.
  private struct Heartbeat: Service {
    let stores: PlayerStores
    let limits: StoreServerLimits

    func run() async throws {
      try? await cancelWhenGracefulShutdown {
        // In turns, so that thousands of watches do not cause a burst.
        let turns = 6
        var turn = 0
        while !Task.isCancelled {
          try await Task.sleep(for: .milliseconds(max(limits.heartbeatMilliseconds / turns, 10)))
          stores.beat(turn: turn, of: turns)
          turn = (turn + 1) % turns
        }
      }
    }
  }
#endif

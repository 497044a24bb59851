#if Network
  import Logging
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL
  import NIOWebSocket
  import ServiceLifecycle
  import SudokuSync
  import Synchronization

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The JSON-RPC methods over WebSocket: a message is a line, one connection plays one player's games.
  ///
  /// ```swift
  /// let server = try PlayServer(host: "127.0.0.1", port: 8090, tokens: nil, logger: logger) {
  ///   player, descriptor in
  ///   // Reads lines of JSON-RPC from the socket and writes lines, until it ends.
  /// }
  /// try await server.run()     // until SIGTERM or SIGINT; games are stored first
  /// ```
  ///
  /// Clients connect to `ws://HOST:PORT/v1/rpc` (RFC 6455). Programs send their token as `Authorization: Bearer
  /// TOKEN`. Browsers can't send it so: they offer the subprotocols `sudoku.rpc.v1` and the token, and the server
  /// accepts the first one.
  package final class PlayServer: Sendable {
    /// Plays on a connected socket that carries lines until the other end closes it.
    ///
    /// The function does not close the socket. The player's name is `nil` if no tokens are needed.
    package typealias Play =
      @Sendable (_ player: String?, _ descriptor: Int32) async throws(SyncError) -> Void

    private let host: String
    private let port: Int
    private let limits: PlayServerLimits
    private let logger: Logger
    private let connections: ConnectionRegistry
    private let tls: NIOSSLContext?
    private let play: Play
    private let revocations: TokenWatch?
    private let addresses: AddressLimits
    private let group = Mutex<ServiceGroup?>(nil)

    /// Creates a server; it does not listen yet.
    ///
    /// - Parameters:
    ///   - host: The name or address to listen on.
    ///   - port: The port; 0 for any that is free.
    ///   - tokens: The tokens of the players; `nil` for every program on this machine, which is only allowed on a
    ///     loopback address.
    ///   - invitation: The codes for further devices, whose tokens are kept with the others; `nil` for none.
    ///   - certificate: The files for TLS; `nil` for plain WebSocket, for example behind a proxy.
    ///   - origins: The sites whose pages are accepted, in the form of browsers, `https://example.org`; this
    ///     machine's own pages are always accepted.
    ///   - limits: The limits for callers.
    ///   - logger: Takes the messages, which hold no secrets.
    ///   - searches: The number of searches, for the metrics.
    ///   - play: Plays a connection.
    /// - Throws: `SyncError` of kind `unauthorized` for a host that is not a loopback address without
    ///   tokens, of kind `fileFailed` for a certificate that can't be read.
    package init(
      host: String, port: Int, tokens: (any TokenStore)?, invitation: Invitation? = nil,
      certificate: StoreServer.Certificate? = nil, origins: Set<String> = [],
      limits: PlayServerLimits = PlayServerLimits(), logger: Logger,
      searches: @escaping @Sendable () -> SearchPool.Load = { SearchPool.Load() },
      play: @escaping Play
    ) throws(SyncError) {
      guard tokens != nil || Loopback.contains(host) else { throw Loopback.needed }
      (self.host, self.port, self.limits, self.logger) = (host, port, limits, logger)
      connections = ConnectionRegistry(tokens, invitation, origins, limits, searches)
      self.play = play
      revocations = tokens.map { TokenWatch($0) }
      addresses = AddressLimits(limits.connectionsPerAddress ?? limits.connections + 32)
      do {
        tls = try certificate.map { try NIOSSLContext(configuration: $0.configuration()) }
      } catch { throw SyncError(.fileFailed, "the certificate or its key can't be read: \(error)") }
    }

    /// Listens and plays until a signal or `stop` ends it.
    ///
    /// Then new connections are refused, open sessions reach the end of their input, and their work is stored.
    ///
    /// - Parameters:
    ///   - catchesSignals: True if SIGTERM and SIGINT end it.
    ///   - onListening: Called with the port once it listens.
    /// - Throws: `SyncError` of kind `storeUnavailable` if it can't listen.
    package func run(
      catchesSignals: Bool = true, onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) async throws(SyncError) {
      let failure: (any Error)?
      do {
        let listener = try await bootstrap.bind(host: host, port: port).get()
        var configuration = ServiceGroupConfiguration(
          services: [
            .init(service: Listening(listener: listener, connections: connections, limits: limits))
          ],
          gracefulShutdownSignals: catchesSignals ? [.sigterm, .sigint] : [], logger: logger)
        configuration.maximumGracefulShutdownDuration = .milliseconds(
          limits.shutdownMilliseconds + 1_000)
        let group = ServiceGroup(configuration: configuration)
        self.group.withLock { $0 = group }
        // Only now: `stop` has no effect before there is a group.
        onListening(listener.localAddress?.port ?? 0)
        let revocation = Task { [revocations] in await revocations?.run() }
        defer { revocation.cancel() }
        try await group.run()
        failure = nil
      } catch { failure = error }
      if let failure { throw .serving(host, port, failure) }
    }

    /// Ends the server; `run` returns soon afterwards.
    package func stop() async { await group.withLock { $0 }?.triggerGracefulShutdown() }

    // MARK: Connections

    private var bootstrap: ServerBootstrap {
      ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.backlog, value: 256)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { [self] channel in
          channel.eventLoop.makeCompletedFuture { try configure(channel) }
        }
    }

    /// Sets a new connection up to answer one HTTP request, which should ask for WebSocket.
    private func configure(_ channel: any Channel) throws {
      guard let place = addresses.enter(channel.remoteAddress) else {
        throw ChannelError.connectTimeout(.zero)
      }
      channel.closeFuture.whenComplete { [addresses] _ in addresses.leave(place) }
      let pipeline = channel.pipeline.syncOperations
      if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
      // A client without a request by then blocks others.
      let patience = channel.eventLoop.scheduleTask(
        in: .milliseconds(Int64(limits.arrivalMilliseconds))
      ) { channel.close(promise: nil) }
      channel.closeFuture.whenComplete { _ in patience.cancel() }
      let verdict = NIOLoopBoundBox<ConnectionRegistry.Verdict?>(nil, eventLoop: channel.eventLoop)
      // Returns a place that is not used because the client has left meanwhile.
      let giveBack: @Sendable () -> Void = { [connections] in
        if case .admitted(let admission, _) = verdict.value { connections.leave(admission) }
      }
      channel.closeFuture.whenComplete { _ in giveBack() }
      let upgrader = NIOWebSocketServerUpgrader(
        maxFrameSize: limits.messageBytes, automaticErrorHandling: false,
        shouldUpgrade: { [connections] channel, head in
          channel.eventLoop.makeFutureWithTask { await connections.verdict(on: head) }.map {
            found in
            verdict.value = found
            if !channel.isActive { giveBack() }
            return found.headers
          }
        },
        upgradePipelineHandler: { [self] channel, _ in
          patience.cancel()
          guard case .admitted(let admission, _) = verdict.value else {
            return channel.eventLoop.makeFailedFuture(ChannelError.inappropriateOperationForState)
          }
          verdict.value = nil
          return begin(admission, on: channel)
        })
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false,
        withServerUpgrade: (
          upgraders: [upgrader],
          completionHandler: { context in
            context.pipeline.syncOperations.removeHandler(
              name: PlainRequestHandler.name, promise: nil)
          }
        ), withErrorHandling: true)
      try pipeline.addHandler(
        PlainRequestHandler(verdict, connections), name: PlainRequestHandler.name)
    }

    private func begin(
      _ admission: ConnectionRegistry.Admission, on channel: any Channel
    ) -> EventLoopFuture<Void> {
      var ends: [Int32] = [-1, -1]
      guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
        connections.leave(admission)
        return channel.eventLoop.makeFailedFuture(IOError(errnoCode: errno, reason: "socketpair"))
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let frames = NIOLoopBound(
        FrameHandler(limits, connections.metrics), eventLoop: channel.eventLoop)
      let lines = NIOLoopBound(LineHandler(frames.value), eventLoop: channel.eventLoop)
      let descriptor = ends[1]
      connections.onStop(admission) { channel.eventLoop.execute { frames.value.endInput() } }
      return ClientBootstrap(group: channel.eventLoop)
        .channelOption(.allowRemoteHalfClosure, value: true)
        .channelInitializer { pipe in
          pipe.eventLoop.makeCompletedFuture {
            try pipe.pipeline.syncOperations.addHandler(lines.value)
          }
        }
        .withConnectedSocket(ends[0])
        .flatMapThrowing { _ in
          frames.value.lines = lines.value
          try channel.pipeline.syncOperations.addHandler(frames.value)
          self.play(admission, descriptor, frames, on: channel)
        }
        .flatMapErrorThrowing { [connections] error in
          close(descriptor)
          connections.leave(admission)
          channel.close(promise: nil)
          throw error
        }
    }

    /// Runs the session, informs the client, and returns the place once the client has left.
    ///
    /// It ends the session when the token is revoked.
    private func play(
      _ admission: ConnectionRegistry.Admission, _ descriptor: Int32,
      _ frames: NIOLoopBound<FrameHandler>,
      on channel: any Channel
    ) {
      let watch = admission.token.flatMap { token in
        revocations?.add(token) { channel.eventLoop.execute { frames.value.revoke() } }
      }
      Task { [play, connections, revocations, logger] in
        var failure: SyncError?
        do throws(SyncError) { try await play(admission.player, descriptor) } catch {
          failure = error
        }
        if let failure {
          connections.metrics.countFailure()
          logger.warning("a connection can't play: \(failure.message)")
        }
        close(descriptor)
        channel.eventLoop.execute { [failure] in frames.value.played(failure) }
        try? await channel.closeFuture.get()
        if let watch { revocations?.remove(watch) }
        connections.leave(admission)
      }
    }
  }

  /// Listens until the server is stopped.
  private struct Listening: Service {
    let listener: any Channel
    let connections: ConnectionRegistry
    let limits: PlayServerLimits

    func run() async throws {
      try? await gracefulShutdown()
      try? await listener.close()
      await connections.close(within: .milliseconds(limits.shutdownMilliseconds))
    }
  }
#endif

#if Network
  import Foundation
  import Logging
  import SudokuServer
  import SudokuSync

  /// Serves the protocol over WebSocket: each connection as `serve` serves a pipe.
  struct WebSocketHost {
    let options: ServerOptions
    let language: ServerOptions.Language
    let listening: ListenOptions
    let address: ListenAddress

    func run() async throws(SyncError) {
      ProcessSetup.raiseOpenFileLimit()
      let logger = options.logger
      var limits = PlayServerLimits()
      if let connections = listening.connections { limits.connections = connections }
      let certificate = listening.access.identity
      let tokens: SQLiteTokenStore?
      if let path = listening.access.tokens {
        tokens = try SQLiteTokenStore(path: path)
      } else {
        tokens = nil
      }
      let server = try PlayServer(
        host: address.host, port: address.port, tokens: tokens, certificate: certificate,
        origins: Set(listening.origin), limits: limits, logger: logger
      ) { [options, language] (player, descriptor) throws(SyncError) in
        try await Self.play(player, descriptor, options, language, logger)
      }
      let scheme = certificate == nil ? "ws" : "wss"
      let host = address.urlHost
      try await server.run { port in
        // The caller may not know the port.
        _ = try? Output.standard.writeLine("\(scheme)://\(host):\(port)/v1/rpc")
        _ = try? Output.standard.flush()
      }
    }

    private static func play(
      _ player: String?, _ descriptor: Int32, _ options: ServerOptions,
      _ language: ServerOptions.Language, _ logger: Logger
    ) async throws(SyncError) {
      var own = options
      var logger = logger
      if let player {
        own.data = options.data?.replacing("{}", with: player)
        own.store = options.store?.replacing("{}", with: player)
        logger[metadataKey: "player"] = "\(player)"
      }
      let host: ServerHost
      do {
        host = try ServerHost(
          options: own, language: language, logger: logger, descriptor: descriptor)
      } catch let failure as CommandFailure {
        throw SyncError(.fileFailed, failure.message)
      } catch { throw SyncError(.fileFailed, "the games can't be opened") }
      _ = await host.run(catchesSignals: false)
    }
  }
#endif

#if Network
  import Foundation
  import Logging
  import SudokuDrawing
  import SudokuPlayer
  import SudokuProtocol
  import SudokuServer
  import SudokuStores
  import SudokuSync
  import Synchronization

  /// Serves the protocol over WebSocket: each connection is served like the pipe of `serve`.
  struct WebSocketHost {
    let options: ServerOptions
    let language: ServerOptions.Language
    let listening: ListenOptions
    let address: ListenAddress

    func run() async throws(SyncError) {
      let logger = options.logger
      var limits = PlayServerLimits()
      if let connections = listening.connections { limits.connections = connections }
      // A connection has sockets, the player's games and a store.
      let descriptors = ProcessSetup.prepareServer()
      let possible = max((descriptors - 64) / 24, 1)
      if limits.connections > possible {
        logger.warning(
          "the system allows \(descriptors) open files: \(possible) connections can play")
        limits.connections = possible
      }
      if let exposure = StoreRegistry.exposure(in: options.store) {
        logger.warning("\(exposure)")
      }
      let certificate = listening.access.identity
      let tokens: SQLiteTokenStore?
      if let path = listening.access.tokens {
        tokens = try SQLiteTokenStore(path: path)
      } else if listening.invite {
        let folder = DataFolder(options.data).path
        try? FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        tokens = try SQLiteTokenStore(path: folder + "/devices.sqlite")
      } else {
        tokens = nil
      }
      // Some more threads than processors, so that the system divides its time among the players.
      let pool = SearchPool(threads: max(SearchPool.processors * 2, 4), isNice: true)
      let lanes = SearchLanes(pool)
      let budgets = AnswerBudgets()
      let place = Mutex("")
      let invitation =
        listening.invite ? Invitation(onCode: { Self.invite($0, to: place) }) : nil
      let server = try PlayServer(
        host: address.host, port: address.port, tokens: tokens, invitation: invitation,
        certificate: certificate, origins: Set(listening.origin), limits: limits, logger: logger,
        searches: { pool.load }
      ) { [options, language] (player, descriptor) throws(SyncError) in
        try await Self.play(
          player, descriptor, options, language, lanes.lane(of: player),
          budgets.budgets(of: player), logger)
      }
      let scheme = certificate == nil ? "ws" : "wss"
      let host = address.urlHost
      try await server.run { port in
        // The caller may not know the port.
        _ = try? Output.standard.writeLine("\(scheme)://\(host):\(port)/v1/rpc")
        _ = try? Output.standard.flush()
        guard let invitation else { return }
        let name = Invitation.address(of: address.host)
        place.withLock {
          $0 =
            "\(certificate == nil ? "http" : "https")://\(name.contains(":") ? "[\(name)]" : name):\(port)"
        }
        Self.invite(invitation.renew(), to: place)
      }
    }

    /// Shows a link with a code; one more device can use it.
    private static func invite(_ code: String, to place: borrowing Mutex<String>) {
      let link = place.withLock { $0 } + "/#invite-" + code
      note("For one more device: \(link)")
      if isatty(2) == 1, let picture = QRCode(link) { note(picture.text) }
    }

    private static func play(
      _ player: String?, _ descriptor: Int32, _ options: ServerOptions,
      _ language: ServerOptions.Language, _ lane: SearchPool.Lane, _ budgets: [AnswerBudget],
      _ logger: Logger
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
          options: own, language: language, logger: logger, descriptor: descriptor,
          lane: lane, budgets: budgets)
      } catch let failure as CommandFailure {
        // Only the operator needs to know where the games are.
        logger.error("the games can't be opened: \(failure.message.escapingControls())")
        throw SyncError(.fileFailed, "the games can't be opened")
      } catch { throw SyncError(.fileFailed, "the games can't be opened") }
      _ = await host.run(catchesSignals: false)
    }
  }

  /// Counts the answers that wait: one budget for the process, one for each player.
  private final class AnswerBudgets: Sendable {
    private let all = AnswerBudget("answerBytesOfAll", ProtocolLimits().answerBytesOfAll)
    private let players = Mutex<[String: AnswerBudget]>([:])

    /// The budgets of a player's connections; without tokens all of them are one player's.
    func budgets(of player: String?) -> [AnswerBudget] {
      let own = players.withLock { players in
        let own =
          players[player ?? ""]
          ?? AnswerBudget("answerBytesOfPlayer", ProtocolLimits().answerBytesOfPlayer)
        players[player ?? ""] = own
        return own
      }
      return [own, all]
    }
  }
#endif

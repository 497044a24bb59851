import Dispatch
import JSONCoding
import Logging
import SudokuProtocol
import SudokuSync
import Synchronization

/// Opens the games of players on a thread of its own, one after the other.
final class PlayerOpener: Sendable {
  private let queue = DispatchQueue(label: "sudoku.open")
  private let opened = Mutex<[OpenedPlayer]>([])
  private let isCancelled = Mutex(false)

  /// The length of each database's log, in pages: at most a megabyte of disk for each open player.
  static let logPages = 200

  /// Opens a player's games and calls `end`.
  func open(
    _ name: String, _ make: @escaping @Sendable () throws -> ServedPlayer,
    end: @escaping @Sendable () -> Void
  ) {
    queue.async { [self] in
      let result = Result { () throws -> ServedPlayer in
        if isCancelled.withLock({ $0 }) { throw CancellationError() }
        return try make()
      }
      let player = OpenedPlayer(name, result)
      opened.withLock { $0.append(player) }
      end()
    }
  }

  func take() -> [OpenedPlayer] {
    opened.withLock { opened in
      defer { opened = [] }
      return opened
    }
  }

  /// Opens no further player.
  func cancel() { isCancelled.withLock { $0 = true } }
}

/// A player whose games were opened, or the reason why not; handed from the opener's thread to the host's.
final class OpenedPlayer: @unchecked Sendable {
  let name: String
  let result: Result<ServedPlayer, any Error>

  init(_ name: String, _ result: Result<ServedPlayer, any Error>) {
    (self.name, self.result) = (name, result)
  }
}

// Opening takes some milliseconds, and more for a new player: nobody's moves wait for another player's.
extension PlayersHost {
  /// Begins to open a player's games; the requests wait for that.
  func open(_ name: String, for requests: [String] = []) {
    openingPlayers[name] = requests
    var own = options
    own.data = folders.folder(of: name)
    own.store = options.store?.replacing("{}", with: name)
    var logger = logger
    logger[metadataKey: "player"] = "\(name)"
    let (pipe, host, language) = (pipe, HostReference(self), language)
    opener.open(name) { [own, logger] in
      try ServedPlayer(
        options: own, language: language, logger: logger, logPages: PlayerOpener.logPages
      ) {
        host.wake(name)
        pipe.wake()
      }
    } end: {
      pipe.wake()
    }
  }

  /// Lets a request wait for a player's games.
  func waitForOpening(_ name: String, _ request: JSONValue) {
    let limit = ProtocolLimits().waitingRequests
    guard openingPlayers[name]?.count ?? 0 < limit else {
      return refuse(request["id"], .limit("waitingRequests", limit))
    }
    openingPlayers[name]?.append(request.description)
  }

  /// Takes the players whose games were opened, and carries out their requests.
  func takeOpened() {
    for player in opener.take() {
      let (name, requests) = (player.name, openingPlayers.removeValue(forKey: player.name) ?? [])
      switch player.result {
      case .success(let served):
        welcome(served, name)
        // They came before all work on the player.
        for request in requests.compactMap({ try? JSONValue(parsing: $0) }) {
          carryOut(request, of: name)
        }
      case .failure(is CancellationError): refuse(requests, .cancelledRequest)
      case .failure(let error):
        load.failedOpenings += 1
        let reason =
          (error as? CommandFailure)?.message ?? (error as? SyncError)?.message ?? "\(error)"
        logger.error("the games of '\(name)' can't be opened: \(reason.escapingControls())")
        let text = "the games of '\(name)' can't be opened"
        refuse(requests, .invalid("player", expected: "a player's name", text))
      }
    }
    guard openingPlayers.isEmpty, !afterOpening.isEmpty else { return }
    let lines = afterOpening
    afterOpening = []
    receive(lines)
  }

  private func welcome(_ served: ServedPlayer, _ name: String) {
    served.server.player = name
    served.server.takesBatches = false
    served.server.subscription = subscriptions.removeValue(forKey: name)
    served.launch(waitingAtMost: options.launchWait)
    openPlayers[name] = OpenPlayer(served: served, lastRequest: .now)
    load.openings += 1
  }

  /// Carries out lines that have waited.
  func receive(_ lines: [String]) {
    for line in lines { Array(line.utf8).withUnsafeBytes { receive(.text($0)) } }
  }

  private func refuse(_ lines: [String], _ error: RPCError) {
    for line in lines { refuse((try? JSONValue(parsing: line))?["id"], error) }
  }

  /// Refuses the requests that wait for players to be opened.
  func cancelOpenings() {
    guard !openingPlayers.isEmpty else { return }
    opener.cancel()
    for (name, lines) in openingPlayers {
      openingPlayers[name] = []
      refuse(lines, .cancelledRequest)
    }
  }
}

extension RPCError {
  fileprivate static let cancelledRequest = RPCError(.cancelled, "the request was cancelled")
}

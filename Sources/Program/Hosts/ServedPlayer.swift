import Foundation
import Logging
import SudokuCore
import SudokuPlayer
import SudokuProtocol
import SudokuServer
import SudokuStores
import SudokuSync

/// One player's server: the games of a folder, and the store that they are synced with.
final class ServedPlayer {
  let server: ProtocolServer
  private let store: (any SyncStore)?
  private let replica: SQLiteReplica

  /// Opens the games.
  ///
  /// - Parameters:
  ///   - options: Folder, store, durability.
  ///   - language: The language of the server.
  ///   - logPages: The length of the database's log, in pages; `nil` for the usual one.
  ///   - lane: The lane of its searches; `nil` for all processors.
  ///   - budgets: The budgets that count waiting answers, besides the connection's own.
  ///   - wake: Called from any thread when something waits for the server.
  init(
    options: ServerOptions, language: ServerOptions.Language, logger: Logger,
    logPages: Int? = nil, lane: SearchPool.Lane? = nil, budgets: [AnswerBudget] = [],
    wake: @escaping @Sendable () -> Void
  ) throws {
    var limits = ProtocolLimits()
    if lane != nil { limits.shareMachine() }
    let folder = DataFolder(options.data)
    let replica = try folder.openReplica(
      durability: options.durability, device: options.device, logPages: logPages)
    self.replica = replica
    logger.info("device \(replica.device), games in \(folder.path)")
    var environment = PlayerEnvironment.system
    environment.log = { logger.info("\($0.escapingControls())") }
    environment.warn = { logger.warning("\($0.escapingControls())") }
    environment.wake = wake
    environment.storeTimeoutMilliseconds = options.storeTimeout + 300
    let searches = lane ?? SearchPool.ofThisProcess.lane(width: SearchPool.processors)
    environment.startSearch = { job in
      Task.detached(executorPreference: searches, operation: job)
    }
    let library = try GameLibrary(
      replica: replica, environment: environment, openGameLimit: limits.openGames)
    server = ProtocolServer(
      library, engineVersion: Version.package, limits: limits, dialect: language.dialect)
    server.countAnswers(in: budgets)
    server.commandLines = { Sudoku.commandLines }
    switch language {
    case .jsonRPC(let limit): server.clientTimeLimit = limit
    case .modelContext(let tools): server.tools = tools
    case .text: break
    }
    if let address = options.store {
      var random = SystemRandomNumberGenerator()
      try folder.expectElsewhere(address)
      let store = try StoreRegistry.program(trust: options.network.trust).store(address)
      self.store = store
      library.connect(
        try SyncEngine(
          replica: replica, store: store, storeName: address,
          random: SeededRandom(seed: random.next()), timeoutMilliseconds: options.storeTimeout,
          clock: environment.wallMilliseconds), watching: store)
    } else {
      store = nil
    }
    library.keepBackups(in: folder.backups)
  }

  /// Begins to sync and to count the games.
  func launch(waitingAtMost milliseconds: Int) {
    server.library.launch(waitingAtMost: Int64(milliseconds))
    server.library.countInBackground()
  }

  /// Frees the memory that only speeds up requests.
  func rest() { replica.releaseMemory() }

  /// Sends what waits, and leaves the store; returns whether the store has everything.
  @discardableResult
  func close() async -> Bool {
    await server.pushAtEnd()
    await store?.close()
    guard store != nil else { return true }
    return (try? replica.counts().pendingOperations) == 0
  }
}

/// A player whose games are being closed, on any one thread.
final class LeavingPlayer: @unchecked Sendable {
  private var served: ServedPlayer?
  private weak var replica: (any Replica)?

  init(_ served: ServedPlayer) { (self.served, replica) = (served, served.server.library.replica) }

  /// Closes the games; returns when the files are free, and whether the store has everything.
  ///
  /// A sync that the store has not answered holds the identity under which the device writes. A host that
  /// opened the files meanwhile would get another one.
  func close() async -> Bool {
    let isSent = await served?.close() ?? true
    served = nil
    var rounds = 0
    while replica != nil, rounds < 1_000 {
      rounds += 1
      try? await Task.sleep(for: .milliseconds(10))
    }
    return isSent
  }
}

extension SearchPool {
  /// The number of processors of this machine.
  static let processors = max(ProcessInfo.processInfo.activeProcessorCount, 1)
  /// The pool of a process that serves one player.
  static let ofThisProcess = SearchPool(threads: processors, isNice: false)
}

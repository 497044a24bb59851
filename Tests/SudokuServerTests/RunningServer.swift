#if Network
  import Foundation
  import Logging
  import SudokuStores
  import SudokuServer
  import SudokuSync
  import SudokuStoreConformance
  import TestSupport
  import Synchronization

  /// A server in this process, on a port that was free, with stores in a folder of its own.
  final class RunningServer: Sendable {
    let url: String
    let port: Int
    let scratch: ScratchDirectory
    let log: LogLines
    private let server: StoreServer
    private let task: Task<Void, any Error>

    /// Starts a server and waits until it listens.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for any that is free.
    ///   - tokens: Who may do what.
    ///   - limits: What callers may do; by default without a limit on rates.
    ///   - open: Opens a player's store; by default in a SQLite file.
    /// - Returns: The server.
    /// - Throws: `SyncError` where it can't listen.
    static func start(
      port: Int = 0, tokens: (any TokenStore)? = nil, limits: StoreServerLimits = .unhurried,
      open: (@Sendable (String) throws(SyncError) -> any SyncStore)? = nil
    ) async throws -> RunningServer {
      let scratch = ScratchDirectory()
      let path = scratch.path
      let log = LogLines()
      var logger = Logger(label: "test") { _ in log }
      logger.logLevel = .trace
      // Not with `??`, whose closure the compiler can't take.
      let sqlite: @Sendable (String) throws(SyncError) -> any SyncStore = {
        (player) throws(SyncError) in try SQLiteStore(path: "\(path)/\(player).sqlite")
      }
      var openStore = sqlite
      if let open { openStore = open }
      let server = try StoreServer(
        host: "127.0.0.1", port: port, tokens: tokens, limits: limits, logger: logger,
        open: openStore)
      let (ports, port) = AsyncStream<Int>.makeStream()
      let task = Task {
        defer { port.finish() }
        try await server.run(catchesSignals: false) { port.yield($0) }
      }
      for await port in ports {
        return RunningServer(server, task, port, scratch, log)
      }
      try await task.value
      throw SyncError(.storeUnavailable, "the server has ended")
    }

    private init(
      _ server: StoreServer, _ task: Task<Void, any Error>, _ port: Int,
      _ scratch: ScratchDirectory, _ log: LogLines
    ) {
      (self.server, self.task, self.port, self.scratch) = (server, task, port, scratch)
      self.log = log
      url = "http://127.0.0.1:\(port)"
    }

    /// The store of a player, through the server.
    func store(_ player: String, token: String? = nil) throws(SyncError) -> HTTPStore {
      try HTTPStore(url: "\(url)/v1/players/\(player)", token: token)
    }

    /// Ends it gracefully.
    func stop() async throws {
      await server.stop()
      try await task.value
      scratch.remove()
    }

    /// Runs a body beside a server.
    static func with(
      tokens: (any TokenStore)? = nil, limits: StoreServerLimits = .unhurried,
      open: (@Sendable (String) throws(SyncError) -> any SyncStore)? = nil,
      _ body: (RunningServer) async throws -> Void
    ) async throws {
      let server = try await start(tokens: tokens, limits: limits, open: open)
      do { try await body(server) } catch {
        try? await server.stop()
        throw error
      }
      try await server.stop()
    }
  }

  extension StoreServerLimits {
    /// The standard limits without those that a busy test would run into.
    static var unhurried: StoreServerLimits {
      var limits = StoreServerLimits()
      limits.requestsPerSecond = 0
      limits.bytesPerDay = 0
      return limits
    }
  }

  /// Gathers what is logged.
  struct LogLines: LogHandler {
    final class Lines: Sendable {
      let texts = Mutex<[String]>([])
    }
    let lines = Lines()
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let text = "\(event.message) \(metadata) \(event.metadata ?? [:])"
      lines.texts.withLock { $0.append(text) }
    }

    /// All that was logged.
    var text: String { lines.texts.withLock { $0.joined(separator: "\n") } }
  }
#endif

import ArgumentParser
import Foundation
import Logging
import SudokuPlayer
import SudokuServer
import SudokuStores
import SudokuSync

/// `sudoku store serve`: an HTTP server in front of the stores of many players.
struct StoreServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the stores of many players over HTTP.",
    discussion: """
      {} in the URL becomes the player's name, which a device gives in its store URL: \
      http://HOST:PORT/v1/players/NAME. Without --tokens all users of this machine may use every \
      store, and the server accepts a loopback address only.

      /openapi.json describes the server, /healthz reports that it runs, /readyz asks the stores, \
      /metrics has metrics for Prometheus. On SIGTERM or SIGINT the server answers running requests and exits.

      EXAMPLES
        sudoku store serve --store 'sqlite:/srv/{}.sqlite' --listen 127.0.0.1:8080
        sudoku store token add anna --tokens tokens.sqlite
        sudoku store serve --store 'postgres://app@db/games?store={}' \\
          --listen 0.0.0.0:443 --tokens tokens.sqlite \\
          --certificate chain.pem --key key.pem
        SUDOKU_TOKEN=... sudoku sync --store https://sync.example/v1/players/anna
      """)

  @Option(help: "The URL of the players' stores, with {} for the player's name.")
  var store: String

  @Option(help: "Listen on this address, HOST:PORT; port 0 picks a free port.")
  var listen: String = "127.0.0.1:8080"

  @OptionGroup var access: AccessOptions

  @Option(help: "The maximum number of requests of a player per second; 0 for no limit.")
  var rate: Int = 50

  @Option(help: "The maximum number of bytes of a player per day; 0 for no limit.")
  var bytesPerDay: Int = 256 << 20

  @Option(help: "The maximum number of games of a player; 0 for no limit.")
  var games: Int = 100_000

  @Option(help: "The maximum size of a request, in bytes.")
  var bodyBytes: Int = 8 << 20

  @Option(help: "The maximum number of open connections.")
  var connections: Int = 10_000

  @Option(
    help: "The maximum number of connections from one address (default: half of --connections).")
  var connectionsPerAddress: Int?

  @Flag(help: "Accept tokens over plain HTTP, behind a TLS proxy.")
  var plainHttp = false

  @Option(help: "The number of idle stores to keep open.")
  var openStores: Int = 256

  @Option(help: "The number of PostgreSQL connections that all players share.")
  var databaseConnections: Int = 16

  @Option(help: "The time limit for the head or body of a request to arrive, in milliseconds.")
  var arrivalTime: Int = 10_000

  @Option(help: "Log messages of this level and above to stderr.")
  var logLevel: Logger.Level = .info

  func validate() throws {
    guard store.contains("{}") else {
      throw ValidationError(
        "--store needs {} for the player's name, as in sqlite:/var/lib/sudoku/{}.sqlite")
    }
    guard !store.hasPrefix("memory:") else {
      throw ValidationError("--store: the data of memory: is lost when the server ends")
    }
    guard ListenAddress(listen) != nil else {
      throw ValidationError(
        "'\(listen)' is not a valid address: give HOST:PORT, as in 0.0.0.0:8080")
    }
    try access.checkSecrecy(
      of: access.tokens != nil, on: ListenAddress(listen)?.host, allowingPlain: plainHttp)
    let numbers = [
      ("--rate", rate, 0), ("--bytes-per-day", bytesPerDay, 0), ("--games", games, 0),
      ("--body-bytes", bodyBytes, 1_024), ("--connections", connections, 1),
      ("--open-stores", openStores, 1),
      ("--connections-per-address", connectionsPerAddress ?? 1, 1),
      ("--database-connections", databaseConnections, 1),
      ("--arrival-time", arrivalTime, 10),
    ]
    for (name, value, least) in numbers where !(least...1 << 40 ~= value) {
      throw ValidationError("\(name) must be at least \(least)")
    }
  }

  func run() async throws {
    #if Network
      try ProcessSetup.checkAddressSpace()
      if let tokens = access.tokens { try StoreTokenCommand.File.checkExists(tokens) }
      do { try await serve() } catch let error as SyncError {
        // No store is asked yet: who is refused here has forgotten --tokens.
        let code = error.kind == .unauthorized ? .usage : error.exitCode
        throw CommandFailure(error.message, code: code)
      }
    #else
      throw CommandFailure(
        "this program has no server: \(ProcessSetup.networkBuild)", code: .usage)
    #endif
  }

  #if Network
    private func serve() async throws {
      guard let address = ListenAddress(listen) else { return }
      var logger = Logger(label: "sudoku") { StreamLogHandler.standardError(label: $0) }
      logger.logLevel = logLevel
      if let exposure = StoreRegistry.exposure(in: store) { logger.warning("\(exposure)") }
      // A wrong URL is reported now, not with the first request.
      let open = try opener()
      _ = try open("player")
      var limits = StoreServerLimits()
      limits.requestsPerSecond = rate
      limits.burst = max(rate * 4, 1)
      limits.bytesPerDay = bytesPerDay
      limits.games = games
      limits.bodyBytes = bodyBytes
      fit(&limits, to: ProcessSetup.prepareServer(), logger)
      limits.connectionsPerAddress = connectionsPerAddress
      limits.arrivalMilliseconds = arrivalTime
      if store.hasPrefix("postgres") {
        // Requests that wait for a connection need no thread. One connection is for announcements.
        limits.concurrentRequests = min(limits.concurrentRequests, max(databaseConnections - 1, 1))
      }
      let server = try StoreServer(
        host: address.host, port: address.port,
        tokens: try access.tokens.map(SQLiteTokenStore.init),
        certificate: access.identity, limits: limits,
        logger: logger, setAside: setAside, open: open)
      let scheme = access.identity == nil ? "http" : "https"
      try await server.run { port in
        // The caller may not know the port.
        _ = try? Output.standard.writeLine("\(scheme)://\(address.urlHost):\(port)")
        _ = try? Output.standard.flush()
      }
    }

    /// Leaves descriptors for connections and stores: a server without any spins and answers nobody.
    private func fit(_ limits: inout StoreServerLimits, to descriptors: Int, _ logger: Logger) {
      let free = max(descriptors - 64, 16)
      let each = store.hasPrefix("postgres") ? 0 : 12
      limits.openStores = each == 0 ? openStores : min(openStores, max(free / 3 / each, 1))
      limits.connections = min(connections, max(free - limits.openStores * each, 1))
      guard limits.connections < connections || limits.openStores < openStores else { return }
      logger.warning(
        "the system allows \(descriptors) open files: \(limits.connections) connections and \(limits.openStores) open stores"
      )
    }

    private var setAside: PlayerStores.SetAside {
      let template = store
      return { (player) throws(SyncError) in
        try StoreRegistry.program().setAside(
          template.replacing("{}", with: player), at: PlayerOptions.now)
      }
    }

    private func opener() throws -> @Sendable (String) throws(SyncError) -> any SyncStore {
      let template = store
      #if Postgres
        // All players of a database share its connections.
        let parts = template.components(separatedBy: "store=")
        if template.hasPrefix("postgres"), parts.count == 2, !parts[0].contains("{}") {
          let name = String(parts[1].prefix { $0 != "&" })
          let pool = try PostgresPool(
            url: template.replacing("store=\(name)", with: "store=pool"),
            connections: databaseConnections)
          return { (player) throws(SyncError) in
            try pool.store(name.replacing("{}", with: player))
          }
        }
      #endif
      let registry = StoreRegistry.program()
      return { (player) throws(SyncError) in
        try registry.replaceableStore(template.replacing("{}", with: player))
      }
    }
  #endif
}

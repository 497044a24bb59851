import ArgumentParser
import Logging
import SudokuPlayer
import SudokuProtocol
import SudokuStores
import SudokuSync

/// `sudoku serve`: games without a screen, driven by JSON lines on stdin and stdout.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Play games over JSON-RPC: one object a line on stdin and stdout.",
    discussion: """
      Sources/Documentation/protocol.md describes all methods; the method 'methods' lists them.

      EXAMPLES
        echo '{"jsonrpc":"2.0","id":1,"method":"hello"}' | sudoku serve
        sudoku serve --text

      Every operation is durable before it is answered. The session ends with the input, or on \
      SIGTERM or SIGINT, after everything is stored and sent.

      With --players a request names its player, as in {"method":"game.state","params":{"player":"anna"}}; \
      each player's games lie in a folder of that name.

      With --listen the same methods are served over WebSocket at ws://HOST:PORT/v1/rpc: one line per \
      message, one session per connection. Without --tokens all users of this machine share the \
      games, and the server accepts a loopback address only. With --tokens each player has separate \
      games: {} in --data and --store becomes the player's name. A browser offers the subprotocols \
      sudoku.rpc.v1 and its token. The page at http://HOST:PORT/ plays in a browser.

      With --invite a phone plays the same games: open the link that it prints, or its QR code. Each link is for one \
      device; 'sudoku store token' with the file devices.sqlite of the data folder lists and revokes them. Without \
      a certificate a terminal is asked first, if all addresses are of private networks; elsewhere \
      --plain-http is needed.

        sudoku serve --listen 127.0.0.1:8090
        sudoku serve --listen 0.0.0.0:8090 --invite
        sudoku store token add anna --tokens tokens.sqlite
        sudoku serve --listen 0.0.0.0:443 --tokens tokens.sqlite \\
          --data '/var/lib/sudoku/{}' --certificate chain.pem --key key.pem \\
          --origin https://play.example
      """)

  @Flag(
    help: "Read short commands and write boards, for trying things by hand ('help' lists them).")
  var text = false

  @Option(
    help: "Serve many players, each with a folder here; requests name theirs in 'player'.")
  var players: String?

  @Option(help: "With --players, the maximum number of players whose games are open at a time.")
  var openPlayers: Int = 1_000

  @Flag(help: "Accept the time of clients ('at'), up to a day from this machine's clock.")
  var trustClientTime = false

  @Flag(help: .private)
  var trustAnyClientTime = false

  @OptionGroup var options: ServerOptions
  @OptionGroup(title: "Over WebSocket") var listening: ListenOptions

  func validate() throws {
    try listening.check(options)
    if text || players != nil, listening.address != nil {
      throw ValidationError("--text and --players can't be combined with --listen")
    }
    guard openPlayers > 0 else { throw ValidationError("--open-players must be at least 1") }
    guard let players else { return }
    guard !text, options.data == nil, options.journal == nil, options.device == nil else {
      throw ValidationError("--players excludes --text, --data, --journal and --device")
    }
    guard !players.isEmpty else { throw ValidationError("--players needs a folder") }
    if let store = options.store, !store.contains("{}") {
      throw ValidationError("--store needs {} for the player's name, as in sqlite:/srv/{}.sqlite")
    }
  }

  /// Tests bring times of any year.
  private var language: ServerOptions.Language {
    .jsonRPC(clientTimeLimit: trustAnyClientTime ? .max : trustClientTime ? 86_400_000 : nil)
  }

  func run() async throws {
    if let players {
      ProcessSetup.prepareServer()
      let host = try PlayersHost(
        players: players, limit: openPlayers, options: options, language: language,
        logger: options.logger)
      let status = await host.run()
      if status != 0 { throw ExitCode(status) }
      return
    }
    guard let address = listening.address else {
      return try await options.serve(as: text ? .text : language)
    }
    #if Network
      try listening.confirmPlain(options)
      if let tokens = listening.access.tokens { try StoreTokenCommand.File.checkExists(tokens) }
      do throws(SyncError) {
        try await WebSocketHost(
          options: options, language: language, listening: listening, address: address
        ).run()
      } catch {
        // No store is asked before a game: who is refused here has forgotten --tokens.
        let code = error.kind == .unauthorized ? .usage : error.exitCode
        throw CommandFailure(error.message, code: code)
      }
    #else
      throw CommandFailure(
        "this program can't listen on \(address.urlHost):\(address.port): "
          + ProcessSetup.networkBuild, code: .usage)
    #endif
  }
}

/// `sudoku mcp`: the same methods as the tools of an MCP server.
struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve the methods of 'serve' as tools over the Model Context Protocol.",
    discussion: """
      Offers by default the tools for a conversation about puzzles and a game. Tools are named like \
      the methods, with '_' for '.'.

      EXAMPLES
        sudoku mcp --tools all
        sudoku mcp --tools puzzle_solve,puzzle_grade
        sudoku mcp --no-solutions                     # for a model that plays
      """)

  @OptionGroup var options: ServerOptions

  @Option(
    help: "The tools to offer: default, all, or names separated by commas.",
    transform: MCPCommand.toolSet)
  var tools: ToolSet = .standard

  @Flag(help: "Offer no tool that solves, and leave solutions out of all answers.")
  var noSolutions = false

  func run() async throws {
    try await options.serve(as: .modelContext(noSolutions ? tools.withoutSolutions : tools))
  }

  private static func toolSet(_ text: String) throws -> ToolSet {
    do throws(RPCError) { return try ToolSet(text) } catch {
      throw ValidationError(error.message)
    }
  }
}

/// The options of `serve` and `mcp`.
struct ServerOptions: ParsableArguments {
  @Option(help: "The folder of the player's games (default: the platform's data folder).")
  var data: String?

  @Option(
    help:
      "Sync the games with this store: \(StoreRegistry.program().forms)."
  )
  var store: String?

  @OptionGroup var network: NetworkOptions

  @Option(help: "The identity of this device, 13 characters (default: the stored one).")
  var device: String?

  @Option(help: "Also append every operation to this file, as JSON lines.")
  var journal: String?

  @Option(
    help: "The failure that answered operations survive: full (power cut), normal (crash) or none.")
  var durability: Durability = .normal

  @Option(
    help: "Wait at most this long for the store at launch, in milliseconds.")
  var launchWait: Int = 2_000

  @Option(help: "The time limit of a store request, in milliseconds.")
  var storeTimeout: Int = 1_500

  @Option(
    help: "Log messages of this level and above to stderr (default: info; with --text warning).")
  var logLevel: Logger.Level?

  enum Language {
    /// The methods; how far a client's time may lie from the clock, in milliseconds, `nil` to refuse it.
    case jsonRPC(clientTimeLimit: Int64? = nil)
    case modelContext(ToolSet)
    /// Short commands, for people.
    case text

    var dialect: ProtocolServer.Dialect {
      if case .modelContext = self { .modelContext } else { .native }
    }
  }

  func validate() throws {
    guard 0...600_000 ~= launchWait else {
      throw ValidationError("--launch-wait must be 0 to 600000 milliseconds")
    }
    guard 1...600_000 ~= storeTimeout else {
      throw ValidationError("--store-timeout must be 1 to 600000 milliseconds")
    }
  }

  var logger: Logger {
    var logger = Logger(label: "sudoku") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = logLevel ?? .info
    return logger
  }

  func serve(as language: Language) async throws {
    var logger = logger
    if logLevel == nil, case .text = language { logger.logLevel = .warning }
    let host = try ServerHost(options: self, language: language, logger: logger)
    let status = await host.run()
    if status != 0 { throw ExitCode(status) }
  }
}

extension Durability: ExpressibleByArgument {}

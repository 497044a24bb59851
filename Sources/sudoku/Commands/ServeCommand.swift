import ArgumentParser
import Foundation
import JSONCoding
import Logging
import SudokuPlayer
import SudokuProtocol
import SudokuSession
import SudokuSync

/// `sudoku serve`: games without a screen, driven by JSON lines on stdin and stdout.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Play games over JSON-RPC: one object a line on stdin, one a line on stdout.",
    discussion: """
      The method 'methods' lists all methods.

      EXAMPLES
        echo '{"jsonrpc":"2.0","id":1,"method":"methods"}' | sudoku serve

      Every operation is durable before it is answered. The session ends with the input, or on \
      SIGTERM or SIGINT; then everything is stored and sent.

      With --listen the same methods are served over WebSocket at ws://HOST:PORT/v1/rpc: a message \
      is a line, and each connection is a session of its own. Without --tokens everybody on this \
      machine plays the same games, and the server listens on a loopback address only. With \
      --tokens each player has games of their own: {} in --data and --store becomes the player's \
      name. A browser offers the subprotocols sudoku.rpc.v1 and its token.

        sudoku serve --listen 127.0.0.1:8090
        sudoku store token add anna --tokens tokens.sqlite
        sudoku serve --listen 0.0.0.0:443 --tokens tokens.sqlite \\
          --data '/var/lib/sudoku/{}' --certificate chain.pem --key key.pem \\
          --origin https://play.example
      """)

  @OptionGroup var options: ServerOptions
  @OptionGroup(title: "Over WebSocket") var listening: ListenOptions

  func validate() throws { try listening.check(options) }

  func run() async throws {
    guard let address = listening.address else { return try await options.serve(as: .jsonRPC) }
    #if Network
      if let tokens = listening.access.tokens { try StoreTokenCommand.File.checkExists(tokens) }
      do throws(SyncError) {
        try await WebSocketHost(options: options, listening: listening, address: address).run()
      } catch {
        // No store is asked before somebody plays: whoever is refused here has forgotten --tokens.
        let code = error.kind == .unauthorized ? .usage : error.exitCode
        throw CommandFailure(error.message, code: code)
      }
    #else
      throw CommandFailure(
        "serve --listen \(address.urlHost):\(address.port) is for a program built with "
          + "--traits Network; this one isn't", code: .usage)
    #endif
  }
}

/// `sudoku mcp`: the same methods as the tools of an MCP server.
struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Offer the methods of 'serve' as tools of a Model Context Protocol server.",
    discussion: """
      By default the tools that a conversation about puzzles and a game needs. The tools have the \
      names of the methods, with '_' in place of '.'.

      EXAMPLES
        sudoku mcp --tools all
        sudoku mcp --tools puzzle_solve,puzzle_grade
      """)

  @OptionGroup var options: ServerOptions

  @Option(
    help: "Which tools to offer: default, all, or names separated by commas.",
    transform: MCPCommand.toolSet)
  var tools: ToolSet = .standard

  func run() async throws { try await options.serve(as: .modelContext(tools)) }

  private static func toolSet(_ text: String) throws -> ToolSet {
    do throws(RPCError) { return try ToolSet(text) } catch {
      throw ValidationError(error.message)
    }
  }
}

/// What `serve` and `mcp` have in common.
struct ServerOptions: ParsableArguments {
  @Option(help: "The folder with the player's games (default: the platform's data folder).")
  var data: String?

  @Option(
    help:
      "The store where the player's devices meet: \(StoreRegistry.program().forms)."
  )
  var store: String?

  @Option(help: "This device's identity, 13 characters (default: the one kept with the games).")
  var device: String?

  @Option(help: "Write every operation to this file too, as JSON lines.")
  var journal: String?

  @Option(help: "full: answered operations survive a power cut; normal: a crash; none: nothing.")
  var durability: Durability = .normal

  @Option(
    help: "How long the first game waits for the store at launch, in milliseconds, at most.")
  var launchWait: Int = 2_000

  @Option(help: "How long a request to the store may take, in milliseconds.")
  var storeTimeout: Int = 1_500

  @Option(help: "The lowest level of messages to log to stderr.")
  var logLevel: Logger.Level = .info

  /// What an answered operation survives.
  enum Durability: String, ExpressibleByArgument, CaseIterable {
    case full, normal, none
  }

  /// The language on the pipe.
  enum Language {
    case jsonRPC
    case modelContext(ToolSet)

    /// The language as the server calls it.
    var dialect: ProtocolServer.Dialect {
      if case .modelContext = self { .modelContext } else { .native }
    }
  }

  func validate() throws {
    guard 0...600_000 ~= launchWait else {
      throw ValidationError("--launch-wait is a number of milliseconds from 0 to 600000")
    }
    guard 1...600_000 ~= storeTimeout else {
      throw ValidationError("--store-timeout is a number of milliseconds from 1 to 600000")
    }
  }

  /// Where messages go.
  var logger: Logger {
    var logger = Logger(label: "sudoku") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = logLevel
    return logger
  }

  func serve(as language: Language) async throws {
    let host = try ServerHost(options: self, language: language, logger: logger)
    let status = await host.run()
    if status != 0 { throw ExitCode(status) }
  }
}

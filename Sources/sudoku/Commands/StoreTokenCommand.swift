import ArgumentParser
import Foundation
import JSONCoding
import SudokuServer
import SudokuSync

/// `sudoku store token`: who may use the players' stores on a server.
struct StoreTokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Make, list and revoke the tokens that let devices in on a server.",
    discussion: """
      A token lets in whoever has it, to the games of one player. Only its hash is kept: it is shown \
      once, when it is made. A revoked one is refused by servers that run within a second; \
      connections that play over WebSocket end within 20 seconds.

      EXAMPLES
        sudoku store token add anna --label "Anna's phone" --tokens tokens.sqlite
        sudoku store token list --tokens tokens.sqlite
        sudoku store token revoke 9be27d03a1c4f6e8 --tokens tokens.sqlite
      """,
    subcommands: [Add.self, List.self, Revoke.self])

  /// Where tokens are.
  struct File: ParsableArguments {
    @Option(help: "The file with the tokens, a SQLite file; 'add' makes it where there is none.")
    var tokens: String

    /// Does something with the tokens.
    ///
    /// - Parameters:
    ///   - creating: Whether the file is made where there is none.
    ///   - body: What to do.
    /// - Returns: What that returns.
    /// - Throws: `CommandFailure`.
    func with<T>(
      creating: Bool = false, _ body: (any TokenStore) async throws -> T
    ) async throws -> T {
      if !creating { try Self.checkExists(tokens) }
      do { return try await body(try SQLiteTokenStore(path: tokens)) } catch let error as SyncError
      {
        throw CommandFailure(error.message, code: error.exitCode)
      }
    }

    /// Refuses a name that leads to no file: an empty one, made by a typo, would let nobody in.
    static func checkExists(_ path: String) throws {
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandFailure(
          "\(path): there is no such file; 'sudoku store token add' makes it", code: .noInput)
      }
    }

    static var milliseconds: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
  }

  /// `sudoku store token add`.
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a token and print it; it can't be shown again.")

    @OptionGroup var file: File

    @Argument(help: "The player as the server names them: 1 to 64 characters of a-z, 0-9 and -.")
    var player: String?

    @Option(help: "What it is for, as in \"Anna's phone\".")
    var label: String = ""

    @Flag(help: "Make a token that reads the server's metrics, and nobody's games.")
    var metrics = false

    func validate() throws {
      guard (player == nil) == metrics else {
        throw ValidationError("give the name of a player, or --metrics")
      }
      if let player, PlayerID(player) == nil {
        throw ValidationError(
          "'\(player)' is not a valid player: give 1 to 64 characters of a-z, 0-9 and -")
      }
      guard label.count <= 200, !label.contains(where: \.isNewline) else {
        throw ValidationError("--label is one line of up to 200 characters")
      }
    }

    func run() async throws {
      let token = try await file.with(creating: true) {
        try await $0.issue(
          to: player ?? "", role: metrics ? .metrics : .player, label: label, at: File.milliseconds)
      }
      _ = try Output.standard.writeLine(token.text)
      _ = try Output.standard.flush()
    }
  }

  /// `sudoku store token list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List tokens as JSON lines, the oldest first: never the tokens themselves.")

    @OptionGroup var file: File

    @Argument(help: "Only this player's.")
    var player: String?

    func run() async throws {
      try await file.with { store in
        var last: TokenRecord?
        repeat {
          let page = try await store.list(player: player, after: last, limit: 1_000)
          for record in page {
            _ = try Output.standard.writeLine(CanonicalJSONEncoder().encodeText(record))
          }
          last = page.count == 1_000 ? page.last : nil
        } while last != nil
      }
      _ = try Output.standard.flush()
    }
  }

  /// `sudoku store token revoke`.
  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Let a token in no more.")

    @OptionGroup var file: File

    @Argument(help: "The id of the token, as the list shows it.")
    var id: String

    func run() async throws {
      let isThere = try await file.with { try await $0.revoke(id, at: File.milliseconds) }
      guard isThere else { throw CommandFailure("there is no token '\(id)'", code: .noInput) }
    }
  }
}

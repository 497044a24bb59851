import ArgumentParser
import Foundation
import JSONCoding
import SudokuServer
import SudokuSync

/// `sudoku store token`: the access tokens of a server.
struct StoreTokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Create, list and revoke the access tokens of a server.",
    discussion: """
      A token gives access to the games of one player. Only its hash is stored: the token is printed \
      once, when it is created. Running servers refuse a revoked token within a second and close its \
      connections.

      EXAMPLES
        sudoku store token add anna --label "Anna's phone" --tokens tokens.sqlite
        sudoku store token list --tokens tokens.sqlite
        sudoku store token revoke 9be27d03a1c4f6e8 --tokens tokens.sqlite
      """,
    subcommands: [Add.self, List.self, Revoke.self])

  struct File: ParsableArguments {
    @Option(help: "The SQLite file of the tokens; 'add' creates it if needed.")
    var tokens: String

    func with<T>(
      creating: Bool = false, _ body: (any TokenStore) async throws -> T
    ) async throws -> T {
      if !creating { try Self.checkExists(tokens) }
      do { return try await body(try SQLiteTokenStore(path: tokens)) } catch let error as SyncError
      {
        throw CommandFailure(error.message, code: error.exitCode)
      }
    }

    /// Refuses a missing file: a mistyped name must not create an empty one.
    static func checkExists(_ path: String) throws {
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandFailure(
          "\(path): no such file; 'sudoku store token add' creates it", code: .noInput)
      }
    }

    static var milliseconds: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Create a token and print it; it can't be printed again.")

    @OptionGroup var file: File

    @Argument(help: "The name of the player: 1 to 64 characters of a-z, 0-9 and -.")
    var player: String?

    @Option(help: "A label for the list, such as \"Anna's phone\".")
    var label: String = ""

    @Flag(help: "Create a token that reads only the server's metrics.")
    var metrics = false

    func validate() throws {
      guard (player == nil) == metrics else {
        throw ValidationError("give the name of a player, or --metrics")
      }
      if let player, PlayerID(player) == nil {
        throw ValidationError(
          "'\(player)' is not a valid player: give 1 to 64 characters of a-z, 0-9 and -")
      }
      let isOneLine = label.unicodeScalars.allSatisfy {
        ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
      }
      guard label.count <= 200, isOneLine else {
        throw ValidationError(
          "--label must be one line of up to 200 characters, without control characters")
      }
    }

    func run() async throws {
      let token = try await file.with(creating: true) {
        try await $0.issue(
          to: player ?? "", role: metrics ? .metrics : .player, label: label, at: File.milliseconds)
      }
      _ = try Output.standard.writeLine(token.text)
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List tokens as JSON lines, oldest first, without their secrets.")

    @OptionGroup var file: File

    @Argument(help: "List only the tokens of this player.")
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
    }
  }

  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Revoke a token.")

    @OptionGroup var file: File

    @Argument(help: "The id of the token, as 'list' prints it.")
    var id: String

    func run() async throws {
      let isKnown = try await file.with { try await $0.revoke(id, at: File.milliseconds) }
      guard isKnown else { throw CommandFailure("unknown token '\(id)'", code: .noInput) }
    }
  }
}

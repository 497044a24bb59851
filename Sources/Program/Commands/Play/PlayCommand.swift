import ArgumentParser
import Foundation
import SudokuCore

/// `sudoku play`: a game in the terminal.
struct PlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play in the terminal.",
    discussion: """
      Continues the last game, or begins one. Every key is stored at once: quit, close the window, and \
      go on later, or on another device with the same --store. Press ? for the keys. A line of a file \
      for --keys is an action and its keys: 'preset wasd', 'undo u z', 'notes space'. The actions: \
      \(PlayAction.allCases.map(\.rawValue).joined(separator: ", ")).

      EXAMPLES
        sudoku play
        sudoku play --level hard
        sudoku play --keys wasd
        sudoku play --daily --store file:/media/stick/games
      """)

  @Option(help: "Begin a game of this level: easy, medium, hard, expert or extreme.")
  var level: String?

  @Flag(help: "Begin today's puzzle.")
  var daily = false

  @Option(help: "Begin a game of this puzzle: 81 characters.")
  var puzzle: String?

  @Option(help: "The folder of the player's games (default: the platform's data folder).")
  var data: String?

  @Option(help: "Sync the games with this store.")
  var store: String?

  @Option(help: "The colours: dark, light or plain (default: dark; plain with NO_COLOR).")
  var theme: PlayTheme.Name?

  @Option(
    help: "The keys: standard, wasd, or a file that changes them (default: standard).",
    transform: PlayKeys.init(argument:))
  var keys: PlayKeys?

  @Flag(help: "Draw with ASCII characters alone.")
  var ascii = false

  func validate() throws {
    guard [level != nil, daily && level == nil, puzzle != nil].filter({ $0 }).count <= 1 else {
      throw ValidationError("give one of --level, --daily and --puzzle")
    }
    if let puzzle {
      do throws(BoardTextError) { _ = try Board(line: puzzle) } catch {
        throw ValidationError("--puzzle: \(error)")
      }
    }
  }

  func run() async throws {
    var options = try ServerOptions.parse([])
    (options.data, options.store) = (data, store)
    let client = try PlayClient(options)
    guard let terminal = Terminal() else {
      await client.close()
      throw CommandFailure(
        "play needs a terminal; 'sudoku serve' plays through a pipe", code: .usage)
    }
    let environment = ProcessInfo.processInfo.environment
    let isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    let locale = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"] ?? ""
    var screen = PlayScreen()
    screen.theme = PlayTheme(name: theme ?? (isPlain ? .plain : .dark))
    screen.isASCII = ascii || !locale.uppercased().contains("UTF")
    guard let keys = keys ?? PlayKeys(preset: "standard") else { return }
    let game = PlayGame(client, terminal, screen, keys)
    game.run(
      first: puzzle.map { .puzzle($0) } ?? (daily ? .daily(level) : level.map { .level($0) }))
    terminal.restore()
    await client.close()
  }
}

extension PlayTheme.Name: ExpressibleByArgument {}

import ArgumentParser
import JSONCoding
import SudokuCore
import SudokuPlayer
import SudokuProtocol
import SudokuSession
import SudokuSync

/// `sudoku games`: the player's games, most recently saved first.
struct GamesCommand: ParsableCommand, WritesLines {
  static let configuration = CommandConfiguration(
    commandName: "games",
    abstract: "List the player's games, most recently saved first.",
    discussion: """
      Prints one line for each game: ID, status, time in seconds, mistakes, last saved, level, clues. \
      A terminal gets a table, with local times. With --stats it prints games, wins, times and streaks of each \
      level instead; practice counts the steps that were found, and is not in the total. Their columns are: level, \
      games, won, best and average time, wins in a row, the most of them, mistakes, hints.

      EXAMPLES
        sudoku games
        sudoku games --stats
        sudoku games --status completed --format jsonl
      """)

  static let lines: [Schema] = [.line(GameSummary.self), .line(Statistics.self)]

  @OptionGroup var player: PlayerOptions

  @Option(
    help: "List only games of this status: all, inProgress, completed, abandoned or gameOver.")
  var status: Status = .all

  @Option(help: "List at most this many games.")
  var limit: Int = 1_000

  @Option(
    help: "The output format: line, jsonl or table (default: table on a terminal, else line).")
  var format: Format?

  @Flag(help: "Print the player's statistics by level.")
  var stats = false

  enum Status: String, ExpressibleByArgument, CaseIterable {
    case all, inProgress, completed, abandoned, gameOver
  }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case line, jsonl, table
  }

  private struct Row: Encodable {
    var game: String
    var status: String
    var elapsedMilliseconds: Int
    var mistakes: Int
    var lastSaved: String
    var level: String?
    var puzzle: String
  }

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be at least 1") }
    guard !stats || status == .all else {
      throw ValidationError("--stats counts all games: leave out --status")
    }
  }

  func run() throws {
    let status: DocumentStatus =
      switch status {
      case .all: .games
      case .inProgress: .inProgress
      case .completed: .completed
      case .abandoned: .abandoned
      case .gameOver: .lost
      }
    let format = format ?? (Output.standard.isTerminal ? .table : .line)
    if stats { return try player.readingGames { try PlayerTable($0).write(as: format) } }
    if format == .table {
      try Output.standard.writeLine(
        Self.tableLine("last saved", "level", "status", "done", "time", "mistakes", "game"))
    }
    try player.readingGames { replica in
      var token: PageToken?
      var left = limit
      repeat {
        let page = try replica.summaries(status, limit: min(max(left, 1), 500), before: token)
        for summary in page.summaries.prefix(left) { try write(summary, as: format) }
        left -= page.summaries.count
        token = page.next
      } while token != nil && left > 0
      if token != nil || left < 0 { note("there are more games; --limit allows more") }
    }
  }

  private static func tableLine(
    _ date: String, _ level: String, _ status: String, _ share: String, _ time: String,
    _ mistakes: String, _ game: String
  ) -> String {
    zip([date, level, status, share, time, mistakes], [11, 8, 8, 5, 8, 8])
      .map { $0 + String(repeating: " ", count: max(1, $1 + 2 - $0.count)) }.joined() + game
  }

  private func write(_ summary: DocumentSummary, as format: Format) throws {
    guard let game = summary.game else { return }
    let saved = min(summary.lastSavedMilliseconds, PlayerEnvironment.system.wallMilliseconds())
    let row = Row(
      game: summary.id.rawValue, status: game.status.rawValue,
      elapsedMilliseconds: game.elapsedMilliseconds, mistakes: game.mistakes,
      lastSaved: PlayerOptions.date(saved),
      level: game.level,
      puzzle: game.clues.line)
    switch format {
    case .jsonl: try Output.standard.writeLine(try CanonicalJSONEncoder().encodeText(row))
    case .line:
      try Output.standard.writeLine(
        [
          row.game, row.status, String(row.elapsedMilliseconds / 1_000), String(row.mistakes),
          row.lastSaved, row.level ?? "-", row.puzzle,
        ].joined(separator: "\t"))
    case .table:
      try Output.standard.writeLine(
        Self.tableLine(
          GameWords.localDate(saved), row.level ?? "own",
          GameWords.word(for: row.status, level: row.level), Self.share(of: game),
          row.elapsedMilliseconds.clockText, String(row.mistakes), row.game))
    }
  }

  /// The share of the empty cells that are filled; unknown in a summary of an earlier version.
  private static func share(of game: GameSummary) -> String {
    let clues = game.clues.filledCells.count
    if game.isCompleted { return "100 %" }
    return game.filledCells.map { GameWords.share(clues: clues, filled: $0) } ?? "?"
  }
}

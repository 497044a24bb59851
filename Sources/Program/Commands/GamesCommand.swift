import ArgumentParser
import JSONCoding
import SudokuCore
import SudokuPlayer
import SudokuRecords
import SudokuSession
import SudokuSync

/// `sudoku games`: the player's games, most recently saved first.
struct GamesCommand: ParsableCommand, WritesLines {
  static let configuration = CommandConfiguration(
    commandName: "games",
    abstract: "List the player's games, most recently saved first.",
    discussion: """
      Prints one line for each game: ID, status, time in seconds, mistakes, last saved, level, clues. \
      A terminal gets a table.

      EXAMPLES
        sudoku games
        sudoku games --status completed --format jsonl
      """)

  static let lines: [Schema] = [.line(GameSummary.self)]

  @OptionGroup var player: PlayerOptions

  @Option(
    help: "List only games of this status: all, inProgress, completed, abandoned or gameOver.")
  var status: Status = .all

  @Option(help: "List at most this many games.")
  var limit: Int = 1_000

  @Option(
    help: "The output format: line, jsonl or table (default: table on a terminal, else line).")
  var format: Format?

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
    if format == .table {
      try Output.standard.writeLine(
        Self.tableLine("last saved (UTC)", "level", "status", "time", "mistakes", "game"))
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
    _ date: String, _ level: String, _ status: String, _ time: String, _ mistakes: String,
    _ game: String
  ) -> String {
    func cell(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width + 2 - text.count))
    }
    return cell(date, 16) + cell(level, 8) + cell(status, 10) + cell(time, 8) + cell(mistakes, 8)
      + game
  }

  private func write(_ summary: DocumentSummary, as format: Format) throws {
    guard let game = summary.game else { return }
    let row = Row(
      game: summary.id.rawValue,
      status: game.isCompleted
        ? "completed" : game.isAbandoned ? "abandoned" : game.isLost ? "gameOver" : "inProgress",
      elapsedMilliseconds: game.elapsedMilliseconds, mistakes: game.mistakes,
      lastSaved: PlayerOptions.date(
        min(summary.lastSavedMilliseconds, PlayerEnvironment.system.wallMilliseconds())),
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
          String(row.lastSaved.prefix(16)).replacing("T", with: " "), row.level ?? "-", row.status,
          row.elapsedMilliseconds.clockText, String(row.mistakes), row.game))
    }
  }
}

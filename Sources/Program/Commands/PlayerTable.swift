import JSONCoding
import SudokuProtocol
import SudokuSession
import SudokuStores
import SudokuSync

/// The player's statistics by level: `sudoku games --stats`.
struct PlayerTable {
  /// A line: a level, the practice, or all games together.
  private struct Row {
    var level: String
    var games: Int
    /// Games completed; in practice, steps found as well.
    var wins: Int
    var bestMilliseconds: Int?
    var meanMilliseconds: Int?
    var streak: Int
    var bestStreak: Int
    var mistakes: Int
    var hintsUsed: Int
  }

  private let statistics: Statistics
  private var rows: [Row] = []

  /// Counts the games that are stored, imported best times included.
  init(_ replica: SQLiteReplica) throws {
    var games: [GameSummary] = []
    var token: PageToken?
    repeat {
      let page = try replica.summaries(.games, limit: 500, before: token)
      games += page.summaries.compactMap(\.game)
      token = page.next
    } while token != nil
    var profile = ProfileDocument()
    profile.merge(try replica.readOperations(of: .profile))
    statistics = profile.state(statistics: Statistics(of: games), points: 0).statistics
    let levels = statistics.levels
    let found = games.count { $0.isPractice && $0.isAbandoned }
    let known = ["easy", "medium", "hard", "expert", "extreme"]
    let others = levels.keys.filter { !known.contains($0) && $0 != Statistics.practiceLevel }
    for name in known + others.sorted() {
      if let level = levels[name] { add(name, level) }
    }
    if !levels.isEmpty { add("total", statistics.total) }
    if let practice = levels[Statistics.practiceLevel] {
      add(Statistics.practiceLevel, practice, found: found)
    }
  }

  private mutating func add(_ name: String, _ level: LevelStatistics, found: Int = 0) {
    rows.append(
      Row(
        level: name, games: level.games, wins: level.wins + found,
        bestMilliseconds: level.bestMilliseconds, meanMilliseconds: level.meanMilliseconds,
        streak: level.streak, bestStreak: level.bestStreak, mistakes: level.mistakes,
        hintsUsed: level.hintsUsed))
  }

  func write(as format: GamesCommand.Format) throws {
    if format == .jsonl {
      _ = try Output.standard.writeLine(statistics.json.description)
      return
    }
    if format == .table {
      try Output.standard.writeLine(
        rows.isEmpty
          ? "No games yet."
          : Self.line([
            "level", "games", "won", "best", "average", "streak", "longest", "mistakes", "hints",
          ]))
    }
    for row in rows {
      func time(_ value: Int?) -> String { value?.clockText ?? "-" }
      if format == .table {
        try Output.standard.writeLine(
          Self.line([
            row.level, "\(row.games)", "\(row.wins)", time(row.bestMilliseconds),
            time(row.meanMilliseconds), "\(row.streak)", "\(row.bestStreak)", "\(row.mistakes)",
            "\(row.hintsUsed)",
          ]))
      } else {
        func seconds(_ value: Int?) -> String { value.map { "\($0 / 1_000)" } ?? "-" }
        try Output.standard.writeLine(
          [
            row.level, "\(row.games)", "\(row.wins)", seconds(row.bestMilliseconds),
            seconds(row.meanMilliseconds), "\(row.streak)", "\(row.bestStreak)", "\(row.mistakes)",
            "\(row.hintsUsed)",
          ].joined(separator: "\t"))
      }
    }
  }

  private static func line(_ cells: [String]) -> String {
    zip(cells, [9, 6, 6, 8, 8, 7, 8, 9, 6]).enumerated().map { index, pair in
      let room = String(repeating: " ", count: max(1, pair.1 - pair.0.count))
      return index == 0 ? pair.0 + room : room + pair.0
    }.joined()
  }
}

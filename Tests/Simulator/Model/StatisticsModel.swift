import SudokuSession

/// Statistics, by the row of the table: derived by folding over the set of games, never stored as a
/// number to be merged.
struct StatisticsModel {
  /// The figures of a game that count.
  struct Game {
    let id: DocumentID
    let level: String?
    let completed: Stamp?
    let isLost: Bool
    let lastSaved: Stamp
    let elapsedMilliseconds: Int
    let mistakes: Int
    let hintsUsed: Int
    /// The day whose daily puzzle it is.
    let dailyDay: Int64?
  }

  /// The games of one level, or all.
  struct Row: Hashable {
    var games = 0
    var wins = 0
    var losses = 0
    var best: Int?
    var totalMilliseconds = 0
    var streak = 0
    var bestStreak = 0
    var mistakes = 0
    var hintsUsed = 0
    var flawlessWins = 0
  }

  let total: Row
  let levels: [String: Row]
  /// The days whose daily puzzle was completed, ascending.
  let days: [Int64]
  /// The points of all completed games.
  let points: Int

  init(_ games: [Game], importedTimes: [String: Int]) {
    total = Self.row(games, importedTimes.values.min())
    let byLevel = Dictionary(grouping: games) { $0.level ?? "unrated" }
    var levels: [String: Row] = [:]
    for level in Set(byLevel.keys).union(importedTimes.keys) {
      levels[level] = Self.row(byLevel[level] ?? [], importedTimes[level])
    }
    self.levels = levels
    days = Set(games.filter { $0.completed != nil }.compactMap(\.dailyDay)).sorted()
    points = games.filter { $0.completed != nil }.reduce(0) { $0 + Self.points(of: $1) }
  }

  private static func row(_ games: [Game], _ importedTime: Int?) -> Row {
    var row = Row()
    let won = games.filter { $0.completed != nil }
    row.games = games.count
    row.wins = won.count
    row.losses = games.count { $0.completed == nil && $0.isLost }
    row.best = (won.map(\.elapsedMilliseconds) + [importedTime].compactMap { $0 }).min()
    row.totalMilliseconds = won.reduce(0) { $0 + $1.elapsedMilliseconds }
    row.mistakes = games.reduce(0) { $0 + $1.mistakes }
    row.hintsUsed = games.reduce(0) { $0 + $1.hintsUsed }
    row.flawlessWins = won.count { $0.mistakes == 0 }
    // Games in the order in which they ended: a loss ends the run.
    let ended = games.filter { $0.completed != nil || $0.isLost }
      .sorted { ($0.completed ?? $0.lastSaved, $0.id) < ($1.completed ?? $1.lastSaved, $1.id) }
    for game in ended {
      row.streak = game.completed == nil ? 0 : row.streak + 1
      row.bestStreak = max(row.bestStreak, row.streak)
    }
    return row
  }

  /// A level's points; half as many again without a mistake, and half as many without a hint.
  private static func points(of game: Game) -> Int {
    let base = ["easy": 10, "medium": 20, "hard": 40, "expert": 80, "extreme": 160][
      game.level ?? "", default: 10]
    return base + (game.mistakes == 0 ? base / 2 : 0) + (game.hintsUsed == 0 ? base / 2 : 0)
  }

  // MARK: Days

  /// The days in a row up to the last one.
  var dailyStreak: Int {
    var streak = 0
    while let last = days.last, days.contains(last - Int64(streak)) { streak += 1 }
    return streak
  }

  /// The most days in a row.
  var bestDailyStreak: Int {
    days.map { first in
      var length = 0
      while days.contains(first + Int64(length)) { length += 1 }
      return length
    }.max() ?? 0
  }

  // MARK: Achievements

  /// The progress that an achievement needs.
  static let targets = [
    "firstWin": 1, "tenWins": 10, "hundredWins": 100, "thousandWins": 1_000, "flawless": 1,
    "flawlessTen": 10, "streakOfTen": 10, "hardWin": 1, "expertWin": 1, "extremeWin": 1,
    "dailyWeek": 7, "dailyMonth": 30,
  ]

  /// The progress of the games.
  var achievements: [String: Int] {
    [
      "firstWin": total.wins, "tenWins": total.wins, "hundredWins": total.wins,
      "thousandWins": total.wins, "flawless": total.flawlessWins,
      "flawlessTen": total.flawlessWins, "streakOfTen": total.bestStreak,
      "hardWin": levels["hard"]?.wins ?? 0, "expertWin": levels["expert"]?.wins ?? 0,
      "extremeWin": levels["extreme"]?.wins ?? 0, "dailyWeek": bestDailyStreak,
      "dailyMonth": bestDailyStreak,
    ]
  }
}

import SudokuCore
import SudokuIdentity

/// A player's statistics: derived from the set of games, never stored and never merged.
///
/// So they can't be lost, and a game that two devices completed counts once.
///
/// ```swift
/// let statistics = Statistics(of: summaries)
/// statistics.total.wins
/// statistics.levels["hard"]?.bestMilliseconds
/// ```
public struct Statistics: Hashable, Sendable, Codable {
  /// The days with a completed daily puzzle.
  public struct DailyRuns: Hashable, Sendable, Codable {
    /// Daily puzzles completed.
    public var wins = 0
    /// The days in a row up to the last one.
    public var streak = 0
    /// The most days in a row.
    public var bestStreak = 0
    /// The last day, in days since 1970-01-01; `nil` before the first one.
    public var lastDay: Int64?
  }

  /// All games.
  public private(set) var total = LevelStatistics()
  /// The games by level; those without a level count as `unrated`.
  ///
  /// Practice is here alone, not in `total`.
  public private(set) var levels: [String: LevelStatistics] = [:]
  /// The daily puzzles.
  public private(set) var daily = DailyRuns()
  /// The days with a completed daily puzzle, in days since 1970-01-01.
  private var days: Set<Int64> = []

  // Decoded statistics are only displayed, so the days themselves are omitted.
  private enum CodingKeys: String, CodingKey { case total, levels, daily }

  /// The level of games whose puzzle was not graded.
  package static let unratedLevel = "unrated"
  /// The level of games in which a technique is practised.
  package static let practiceLevel = "practice"

  package init(of games: some Sequence<GameSummary>) {
    var byID: [DocumentID: GameSummary] = [:]
    for game in games {
      if byID[game.id] == nil { byID[game.id] = game } else { byID[game.id]?.merge(game) }
    }
    let ordered = byID.values.sorted { one, other in
      let (end, otherEnd) = (one.completed ?? one.lastSaved, other.completed ?? other.lastSaved)
      return end != otherEnd ? end < otherEnd : one.id < other.id
    }
    for game in ordered {
      count(game)
      if game.isCompleted, let day = game.dailyDay { days.insert(day) }
    }
    count(days)
  }

  /// The counts of games that are neither completed nor lost; their order does not matter.
  package struct UnfinishedGames: Hashable, Sendable {
    package private(set) var games = 0
    package private(set) var mistakes = 0
    package private(set) var hintsUsed = 0

    package init() {}

    package mutating func add(games: Int, mistakes: Int, hintsUsed: Int) {
      self.games = self.games.addingClamped(games)
      self.mistakes = self.mistakes.addingClamped(mistakes)
      self.hintsUsed = self.hintsUsed.addingClamped(hintsUsed)
    }
  }

  /// Adds games of a level that are neither completed nor lost.
  package mutating func add(_ sum: UnfinishedGames, level: String) {
    if level != Self.practiceLevel { total.add(sum) }
    levels[level, default: LevelStatistics()].add(sum)
  }

  /// Adds a game that was completed or lost after all others.
  package mutating func append(_ game: GameSummary) {
    count(game)
    guard game.isCompleted, let day = game.dailyDay, day != daily.lastDay else { return }
    // A daily puzzle of a day other than the last may fill a gap, or be counted already.
    days.insert(day)
    daily = DailyRuns()
    count(days)
  }

  private mutating func count(_ game: GameSummary) {
    if !game.isPractice { total.count(game) }
    levels[game.level ?? Self.unratedLevel, default: LevelStatistics()].count(game)
  }

  private mutating func count(_ days: Set<Int64>) {
    daily.wins = days.count
    for day in days.sorted() {
      daily.streak = daily.lastDay == day - 1 ? daily.streak + 1 : 1
      daily.bestStreak = max(daily.bestStreak, daily.streak)
      daily.lastDay = day
    }
  }

  mutating func takeIn(bestTimes times: [String: Int]) {
    for (level, time) in times {
      var entry = levels[level] ?? LevelStatistics()
      entry.bestMilliseconds = min(entry.bestMilliseconds ?? .max, time)
      levels[level] = entry
      total.bestMilliseconds = min(total.bestMilliseconds ?? .max, time)
    }
  }
}

/// The daily puzzle's rule: a game belongs to a day if it starts at the day's 00:00 UTC.
///
/// The puzzle is generated from a seed that only the day and the level decide, so every device makes
/// the same board, and as the start is fixed, the same game.
package struct DailyPuzzle: Hashable, Sendable {
  /// The start of the game: the day's 00:00 UTC.
  package let startDate: UnixTime
  package let level: String

  package init(_ moment: UnixTime, level: String) {
    startDate = moment.startOfDay
    self.level = level
  }

  /// The day, in days since 1970-01-01.
  package var day: Int64 { startDate.seconds / 86_400 }

  /// The generator's seed: FNV-1a over `daily/1/<day>/<level>`, folded below 2^53.
  ///
  /// Every JSON reader reads such a number exactly.
  package var seed: UInt64 {
    let hash = FNV1a("daily/1/\(day)/\(level)".utf8).value
    return (hash ^ hash >> 53) & (1 << 53 - 1)
  }
}

extension GradeStamp {
  /// The mark of a game in which a technique is practised: the statistics count it apart.
  package static let practice = GradeStamp(
    scale: Statistics.practiceLevel, version: "1", level: Statistics.practiceLevel)
}

extension GameSummary {
  package var isPractice: Bool { level == Statistics.practiceLevel }

  /// The day whose daily puzzle the game is, in days since 1970-01-01; `nil` for other games.
  package var dailyDay: Int64? {
    guard let game = GameID(id.rawValue), game.startDate.seconds >= 0,
      game.startDate.seconds.isMultiple(of: 86_400)
    else { return nil }
    return game.startDate.seconds / 86_400
  }
}

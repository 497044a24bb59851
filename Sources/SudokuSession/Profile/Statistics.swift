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
  public private(set) var levels: [String: LevelStatistics] = [:]
  /// The daily puzzles.
  public private(set) var daily = DailyRuns()
  /// The days with a completed daily puzzle, in days since 1970-01-01.
  private var days: Set<Int64> = []

  // Decoded statistics are for showing: the days themselves are left out.
  private enum CodingKeys: String, CodingKey { case total, levels, daily }

  /// The level of games whose puzzle was not graded.
  public static let unratedLevel = "unrated"

  /// Derives the statistics of games.
  ///
  /// - Parameter games: The games' summaries, each game once or more often, in any order.
  public init(of games: some Sequence<GameSummary>) {
    var byID: [DocumentID: GameSummary] = [:]
    for game in games {
      if byID[game.id] == nil { byID[game.id] = game } else { byID[game.id]?.merge(game) }
    }
    let ordered = byID.values.sorted { one, other in
      let (end, otherEnd) = (one.completed ?? one.lastSaved, other.completed ?? other.lastSaved)
      return end != otherEnd ? end < otherEnd : one.id < other.id
    }
    for game in ordered {
      total.count(game)
      levels[game.level ?? Self.unratedLevel, default: LevelStatistics()].count(game)
      if game.isCompleted, let day = game.dailyDay { days.insert(day) }
    }
    count(days)
  }

  /// What games that are neither completed nor lost add: numbers without an order.
  public struct UnfinishedGames: Hashable, Sendable {
    /// How many games.
    public private(set) var games = 0
    /// Their mistakes.
    public private(set) var mistakes = 0
    /// Their hints.
    public private(set) var hintsUsed = 0

    /// Creates the sum of no games.
    public init() {}

    /// Adds to the sum, or takes away.
    ///
    /// - Parameters:
    ///   - games: How many games.
    ///   - mistakes: Their mistakes.
    ///   - hintsUsed: Their hints.
    public mutating func add(games: Int, mistakes: Int, hintsUsed: Int) {
      self.games = self.games.addingClamped(games)
      self.mistakes = self.mistakes.addingClamped(mistakes)
      self.hintsUsed = self.hintsUsed.addingClamped(hintsUsed)
    }
  }

  /// Adds games of a level that are neither completed nor lost.
  ///
  /// - Parameters:
  ///   - sum: What they add.
  ///   - level: Their level, or `unratedLevel`.
  public mutating func add(_ sum: UnfinishedGames, level: String) {
    total.add(sum)
    levels[level, default: LevelStatistics()].add(sum)
  }

  /// Adds a game that was completed or lost after all others.
  ///
  /// - Parameter game: The game; no game may be counted twice.
  public mutating func append(_ game: GameSummary) {
    total.count(game)
    levels[game.level ?? Self.unratedLevel, default: LevelStatistics()].count(game)
    guard game.isCompleted, let day = game.dailyDay, day != daily.lastDay else { return }
    // A daily puzzle of another day than the last may fill a gap, or be counted already.
    days.insert(day)
    daily = DailyRuns()
    count(days)
  }

  private mutating func count(_ days: Set<Int64>) {
    daily.wins = days.count
    for day in days.sorted() {
      daily.streak = daily.lastDay == day - 1 ? daily.streak + 1 : 1
      daily.bestStreak = max(daily.bestStreak, daily.streak)
      daily.lastDay = day
    }
  }

  /// Takes in best times from elsewhere.
  ///
  /// - Parameter times: Milliseconds by level; the better time of each level stays.
  mutating func takeIn(bestTimes times: [String: Int]) {
    for (level, time) in times {
      var entry = levels[level] ?? LevelStatistics()
      entry.bestMilliseconds = min(entry.bestMilliseconds ?? .max, time)
      levels[level] = entry
      total.bestMilliseconds = min(total.bestMilliseconds ?? .max, time)
    }
  }
}

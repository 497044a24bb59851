/// A player's profile, derived from the profile's operations and from the set of games.
///
/// Equal operations and games give equal states.
public struct ProfileState: Hashable, Sendable {
  /// A player's progress towards an achievement.
  public struct Progress: Hashable, Sendable {
    /// The progress made.
    public var progress: Int
    /// The progress that the achievement requires; `nil` for one unknown to this version.
    public var target: Int?
    /// True once the achievement is reached.
    public var isAchieved: Bool
  }

  /// The amounts earned and spent of an item.
  public struct Balance: Hashable, Sendable {
    /// The sum of all amounts earned.
    public var earned: Int
    /// The sum of all amounts spent, except purchases taken back.
    public var spent: Int
    /// The amount left.
    public var balance: Int
  }

  /// Experience points.
  public internal(set) var xp = 0
  /// The player's level, from 1.
  public internal(set) var level = 1
  /// The points at which the next level begins.
  public internal(set) var nextLevelXP = 0
  /// Achievements by name.
  public internal(set) var achievements: [String: Progress] = [:]
  /// Themes and other content that is unlocked, in order.
  public internal(set) var unlocked: [String] = []
  /// The most stars by level.
  public internal(set) var stars: [String: Int] = [:]
  /// The highest points by score board.
  public internal(set) var scores: [String: Int] = [:]
  /// Coins and power-ups.
  public internal(set) var items: [String: Balance] = [:]
  /// True if the player paid.
  public internal(set) var premium = false
  /// Other flags and values by name.
  public internal(set) var values: [String: OpaqueValue] = [:]
  /// The statistics.
  public internal(set) var statistics: Statistics
  /// The conflicts that the player has to settle.
  public internal(set) var conflicts: [Conflict] = []
  /// The prefix of the names of imported values: see `ProfileFold`.
  package static let importPrefix = "imported."
  package static let importedXP = importPrefix + "xp"
  package static let importedLevel = importPrefix + "level"
  /// The name of the old program's statistics, kept as they were written.
  package static let importedStatistics = importPrefix + "statistics"

  package static func importedItem(_ name: String) -> String { importPrefix + "item." + name }

  package internal(set) var rev = 0
  package internal(set) var lastSaved = Stamp.zero
}

/// An achievement: its name, its target, and the progress that the games show.
///
/// Operations may record progress that games don't show. The higher of the two counts.
package struct Achievement: Hashable, Sendable {
  /// The stable name.
  package let id: String
  package let target: Int
  /// The progress that the games show.
  let derived: @Sendable (Statistics) -> Int

  package static func == (lhs: Achievement, rhs: Achievement) -> Bool { lhs.id == rhs.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }

  package static let catalogue: [Achievement] = [
    Achievement(id: "firstWin", target: 1) { $0.total.wins },
    Achievement(id: "tenWins", target: 10) { $0.total.wins },
    Achievement(id: "hundredWins", target: 100) { $0.total.wins },
    Achievement(id: "thousandWins", target: 1_000) { $0.total.wins },
    Achievement(id: "flawless", target: 1) { $0.total.flawlessWins },
    Achievement(id: "flawlessTen", target: 10) { $0.total.flawlessWins },
    Achievement(id: "streakOfTen", target: 10) { $0.total.bestStreak },
    Achievement(id: "hardWin", target: 1) { $0.levels["hard"]?.wins ?? 0 },
    Achievement(id: "expertWin", target: 1) { $0.levels["expert"]?.wins ?? 0 },
    Achievement(id: "extremeWin", target: 1) { $0.levels["extreme"]?.wins ?? 0 },
    Achievement(id: "dailyWeek", target: 7) { $0.daily.bestStreak },
    Achievement(id: "dailyMonth", target: 30) { $0.daily.bestStreak },
  ]
}

/// Experience points and the player's level: derived from completed games and achievements.
///
/// A completed game gives its level's points, half as many again without a mistake, and half as many
/// again without a hint. Each achievement gives 50. Level `n` begins at `50 * n * (n - 1)` points.
package enum Experience {
  package static let pointsByLevel: [String: Int] = [
    "easy": 10, "medium": 20, "hard": 40, "expert": 80, "extreme": 160,
  ]

  package static let pointsOfAchievement = 50

  /// The points of a game; 0 for practice and where it is not completed.
  package static func points(of game: GameSummary) -> Int {
    guard game.isCompleted, !game.isPractice else { return 0 }
    let base = pointsByLevel[game.level ?? ""] ?? 10
    return base + (game.mistakes == 0 ? base / 2 : 0) + (game.hintsUsed == 0 ? base / 2 : 0)
  }

  package static func points(forLevel level: Int) -> Int {
    level.multipliedClamped(by: level - 1).multipliedClamped(by: 50)
  }

  package static func level(points: Int) -> Int {
    var (low, high) = (1, 1 << 30)
    while low + 1 < high {
      let middle = (low + high) / 2
      if Self.points(forLevel: middle) <= points { low = middle } else { high = middle }
    }
    return low
  }
}

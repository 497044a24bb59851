/// What a player is and has: derived from the profile's operations and from the set of games.
///
/// Equal operations and games give equal states.
public struct ProfileState: Hashable, Sendable {
  /// How far the player has got with something.
  public struct Progress: Hashable, Sendable {
    /// How far.
    public var progress: Int
    /// How far one has to get; `nil` for an achievement that this version doesn't know.
    public var target: Int?
    /// Whether it is achieved.
    public var isAchieved: Bool
  }

  /// What was earned and spent of something.
  public struct Balance: Hashable, Sendable {
    /// All that was earned.
    public var earned: Int
    /// All that was spent, except purchases taken back.
    public var spent: Int
    /// What is left.
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
  /// Whether the player paid.
  public internal(set) var premium = false
  /// Other flags and values by name.
  public internal(set) var values: [String: OpaqueValue] = [:]
  /// The statistics.
  public internal(set) var statistics: Statistics
  /// What the player has to decide.
  public internal(set) var conflicts: [Conflict] = []
  /// Begins the names of values that old saves bring: see `ProfileFold`.
  package static let importPrefix = "imported."
  package static let importedXP = importPrefix + "xp"
  package static let importedLevel = importPrefix + "level"
  /// What the old program counted, as it was written.
  package static let importedStatistics = importPrefix + "statistics"

  package static func importedItem(_ name: String) -> String { importPrefix + "item." + name }

  package internal(set) var rev = 0
  package internal(set) var lastSaved = Stamp.zero
}

/// Something to achieve: a name, how far one has to get, and how far a player has got by his games.
///
/// Progress is derived from the games; operations may add progress that games don't show. The
/// highest counts.
package struct Achievement: Hashable, Sendable {
  /// The stable name.
  package let id: String
  package let target: Int
  /// How far the games have got.
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

  /// The points of a game; 0 where it is not completed.
  package static func points(of game: GameSummary) -> Int {
    guard game.isCompleted else { return 0 }
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

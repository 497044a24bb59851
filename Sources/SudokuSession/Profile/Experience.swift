/// Experience points and the player's level: derived from completed games and achievements.
///
/// A completed game gives its level's points, half as many again without a mistake, and half as many
/// again without a hint. Each achievement gives 50. Level `n` begins at `50 * n * (n - 1)` points.
public enum Experience {
  /// The points of a completed game by level.
  public static let pointsByLevel: [String: Int] = [
    "easy": 10, "medium": 20, "hard": 40, "expert": 80, "extreme": 160,
  ]

  /// The points of an achievement.
  public static let pointsOfAchievement = 50

  /// The points of a game; 0 where it is not completed.
  public static func points(of game: GameSummary) -> Int {
    guard game.isCompleted else { return 0 }
    let base = pointsByLevel[game.level ?? ""] ?? 10
    return base + (game.mistakes == 0 ? base / 2 : 0) + (game.hintsUsed == 0 ? base / 2 : 0)
  }

  /// The points at which a level begins.
  ///
  /// - Parameter level: The player's level, from 1.
  /// - Returns: The points.
  public static func points(forLevel level: Int) -> Int {
    level.multipliedClamped(by: level - 1).multipliedClamped(by: 50)
  }

  /// The player's level.
  ///
  /// - Parameter points: The points, at least 0.
  /// - Returns: The level, from 1.
  public static func level(points: Int) -> Int {
    var (low, high) = (1, 1 << 30)
    while low + 1 < high {
      let middle = (low + high) / 2
      if Self.points(forLevel: middle) <= points { low = middle } else { high = middle }
    }
    return low
  }
}

/// A player's results in the games of one level, or in all games.
///
/// It is coded as an object with the names of the protocol.
public struct LevelStatistics: Hashable, Sendable, Codable {
  /// Games begun.
  public var games = 0
  /// Games completed.
  public var wins = 0
  /// Games that the mistake limit ended.
  public var losses = 0
  /// The shortest time of a completed game, in milliseconds, imported times included.
  public var bestMilliseconds: Int?
  /// The time of all completed games together, in milliseconds.
  public var totalMilliseconds = 0
  /// The present run of completed games without a loss between them.
  public var streak = 0
  /// The longest such run.
  public var bestStreak = 0
  /// Mistakes of all games.
  public var mistakes = 0
  /// Hints of all games.
  public var hintsUsed = 0
  /// Games completed without a mistake.
  public var flawlessWins = 0

  package init() {}

  /// The mean time of a completed game, in milliseconds; `nil` before the first one.
  public var meanMilliseconds: Int? { wins == 0 ? nil : totalMilliseconds / wins }

  // The mean is written but not read, so it is not a member of the synthesized `CodingKeys`.
  private enum Member: String, CodingKey {
    case games, wins, losses, bestMilliseconds, meanMilliseconds, totalMilliseconds, streak
    case bestStreak, mistakes, hintsUsed, flawlessWins
  }

  /// Writes an object; missing times are omitted.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(games, forKey: .games)
    try container.encode(wins, forKey: .wins)
    try container.encode(losses, forKey: .losses)
    try container.encodeIfPresent(bestMilliseconds, forKey: .bestMilliseconds)
    try container.encodeIfPresent(meanMilliseconds, forKey: .meanMilliseconds)
    try container.encode(totalMilliseconds, forKey: .totalMilliseconds)
    try container.encode(streak, forKey: .streak)
    try container.encode(bestStreak, forKey: .bestStreak)
    try container.encode(mistakes, forKey: .mistakes)
    try container.encode(hintsUsed, forKey: .hintsUsed)
    try container.encode(flawlessWins, forKey: .flawlessWins)
  }

  /// Counts games that are neither completed nor lost.
  mutating func add(_ sum: Statistics.UnfinishedGames) {
    games = games.addingClamped(sum.games)
    mistakes = mistakes.addingClamped(sum.mistakes)
    hintsUsed = hintsUsed.addingClamped(sum.hintsUsed)
  }

  /// Counts a game; the games come in the order in which they ended.
  mutating func count(_ game: GameSummary) {
    games += 1
    mistakes = mistakes.addingClamped(game.mistakes)
    hintsUsed = hintsUsed.addingClamped(game.hintsUsed)
    if game.isCompleted {
      wins += 1
      totalMilliseconds = totalMilliseconds.addingClamped(game.elapsedMilliseconds)
      bestMilliseconds = min(bestMilliseconds ?? .max, game.elapsedMilliseconds)
      if game.mistakes == 0 { flawlessWins += 1 }
      streak += 1
      bestStreak = max(bestStreak, streak)
    } else if game.isLost {
      losses += 1
      streak = 0
    }
  }
}

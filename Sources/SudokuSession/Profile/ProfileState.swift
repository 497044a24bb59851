/// What a player is and has: derived from the profile's operations and from the set of games.
///
/// Coded as the object that the protocol shows; equal operations and games give equal bytes.
public struct ProfileState: Hashable, Sendable, Encodable {
  /// How far the player has got with something.
  public struct Progress: Hashable, Sendable, Codable {
    /// How far.
    public var progress: Int
    /// How far one has to get; `nil` for an achievement that this version doesn't know.
    public var target: Int?
    /// Whether it is achieved.
    public var isAchieved: Bool
  }

  /// What was earned and spent of something.
  public struct Balance: Hashable, Sendable, Codable {
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
  /// The number of operations of the profile.
  public internal(set) var rev = 0
  /// The stamp of the last operation of the profile.
  public internal(set) var lastSaved = Stamp.zero

  private enum CodingKeys: String, CodingKey {
    case xp, level, nextLevelXP = "nextLevelXp", achievements, unlocked, stars, scores, items
    case premium, values, statistics, conflicts, rev
  }
}

import JSONCoding
import SudokuSession

/// What the player is and has.
public struct ProfileRecord: Record {
  /// The progress of an achievement.
  public struct Progress: Record {
    /// The progress.
    public var progress: ProfileState.Progress

    /// Name and fields.
    public static let shape = RecordShape<Self>(
      "AchievementProgress", "The progress of an achievement.",
      [
        .required("isAchieved") { $0.progress.isAchieved },
        .required("progress") { $0.progress.progress },
        .optional("target", "The goal, if it is known.") { $0.progress.target },
      ])
  }

  /// What there is of an item.
  public struct Balance: Record {
    /// The balance.
    public var balance: ProfileState.Balance

    /// Name and fields.
    public static let shape = RecordShape<Self>(
      "Balance", "What was earned and spent of an item.",
      [
        .required("balance") { $0.balance.balance },
        .required("earned") { $0.balance.earned },
        .required("spent") { $0.balance.spent },
      ])
  }

  /// The profile.
  public var profile: ProfileState

  /// Creates a record.
  public init(_ profile: ProfileState) { self.profile = profile }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Profile", "The player's profile.",
    [
      .required("achievements", "By ID.") {
        $0.profile.achievements.mapValues { Progress(progress: $0) }
      },
      .required("items", "By name, as `coins`.") {
        $0.profile.items.mapValues { Balance(balance: $0) }
      },
      .required("level", "The player's level, from 1.", .integer(minimum: 1)) {
        $0.profile.level
      },
      .required("nextLevelXp", "The experience at which the next level begins.") {
        $0.profile.nextLevelXP
      },
      .required("premium") { $0.profile.premium },
      .required("rev", "The revision; it grows with every operation.") { $0.profile.rev },
      .required("scores", "The best score by table.") { $0.profile.scores },
      .required("stars", "By pack.") { $0.profile.stars },
      .required("statistics") { StatisticsRecord($0.profile.statistics) },
      .required("syncConflicts", "Conflicts between devices that the player has to resolve.") {
        $0.profile.conflicts.map { SyncConflictRecord($0) }
      },
      .required("unlocked", "The unlocked items, sorted.") { $0.profile.unlocked },
      .required("values", "Flags by name.", .openObject("")) { $0.profile.values.members },
      .required("xp", "The experience.") { $0.profile.xp },
    ])
}

extension [String: OpaqueValue] {
  /// The values as members of an object.
  var members: JSONObject {
    JSONObject(map { (key: $0.key, value: JSONValue($0.value)) })
  }
}

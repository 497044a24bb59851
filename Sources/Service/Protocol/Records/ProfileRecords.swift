import SudokuSession

extension ProfileState: Record {
  package static let shape = RecordShape<Self>(
    "Profile", "The player's profile.",
    [
      .required("achievements", "By ID.") { $0.achievements },
      .required("items", "By name, as `coins`.") { $0.items },
      .required("level", "The player's level, from 1.", .integer(minimum: 1)) { $0.level },
      .required("nextLevelXp", "The experience at which the next level begins.") {
        $0.nextLevelXP
      },
      .required("premium") { $0.premium },
      .required("rev", "The revision; it grows with every operation.") { $0.rev },
      .required("scores", "The best score by table.") { $0.scores },
      .required("stars", "By pack.") { $0.stars },
      .required("statistics") { $0.statistics },
      .required("syncConflicts", "Conflicts between devices that the player has to resolve.") {
        $0.conflicts.map { SyncConflictRecord(conflict: $0) }
      },
      .required("unlocked", "The unlocked items, sorted.") { $0.unlocked },
      .required("values", "Flags by name.", .openObject("")) { $0.values.members },
      .required("xp", "The experience.") { $0.xp },
    ])
}

extension ProfileState.Progress: Record {
  package static let shape = RecordShape<Self>(
    "AchievementProgress", "The progress of an achievement.",
    [
      .required("isAchieved") { $0.isAchieved },
      .required("progress") { $0.progress },
      .optional("target", "The goal, if it is known.") { $0.target },
    ])
}

extension ProfileState.Balance: Record {
  package static let shape = RecordShape<Self>(
    "Balance", "The earned and spent amounts of an item.",
    [
      .required("balance") { $0.balance },
      .required("earned") { $0.earned },
      .required("spent") { $0.spent },
    ])
}

/// The result of `stats.get`, a part of the profile.
extension Statistics: Record {
  package static let shape = RecordShape<Self>(
    "Statistics", "Games, wins, times, streaks, mistakes and hints, in total and by level.",
    [
      .required("daily", "Puzzles of the day.") { $0.daily },
      .required("levels", "By level; `unrated` for games without one.") { $0.levels },
      .required("total") { $0.total },
    ])
}

extension Statistics.DailyRuns: Record {
  package static let shape = RecordShape<Self>(
    "DailyRuns", "Puzzles of the day that were solved.",
    [
      .required("bestStreak") { $0.bestStreak },
      .optional("lastDate", "The last day solved, as in 2026-11-20.") { runs in
        runs.lastDay.map {
          String("\(UTCTime(milliseconds: $0.multipliedClamped(by: 86_400_000)))".prefix(10))
        }
      },
      .optional("lastDay", "The old form of `lastDate`, in days since 1970.") { $0.lastDay },
      .required("streak", "Days in a row.") { $0.streak },
      .required("wins") { $0.wins },
    ])
}

extension LevelStatistics: Record {
  package static let shape = RecordShape<Self>(
    "LevelStatistics", "The statistics of one level, or of all.",
    [
      .optional("bestMilliseconds", "The shortest time of a win.") { $0.bestMilliseconds },
      .required("bestStreak") { $0.bestStreak },
      .required("flawlessWins", "Wins without a mistake.") { $0.flawlessWins },
      .required("games") { $0.games },
      .required("hintsUsed") { $0.hintsUsed },
      .required("losses") { $0.losses },
      .optional("meanMilliseconds", "The mean time of the wins.") { $0.meanMilliseconds },
      .required("mistakes") { $0.mistakes },
      .required("streak", "Wins in a row up to now.") { $0.streak },
      .required("totalMilliseconds", "The time of all wins.") { $0.totalMilliseconds },
      .required("wins") { $0.wins },
    ])
}

/// The result of `profile.get`.
struct PlayerRecord: Record {
  let profile: ProfileState
  let settings: [String: OpaqueValue]

  static let shape = RecordShape<Self>(
    "Player", "The player and the settings.",
    [
      .required("profile") { $0.profile },
      .required("settings", "By name.", .openObject("")) { $0.settings.members },
    ])
}

/// The result of `profile.grant`.
struct GrantRecord: Record {
  let profile: ProfileState
  let isDuplicate: Bool

  static let shape = RecordShape<Self>(
    "Grant", "The profile after something was granted.",
    [
      .flag("duplicate", "The request is a repetition.") { $0.isDuplicate },
      .required("profile") { $0.profile },
    ])
}

/// The result of `profile.set`.
struct SettingRecord: Record {
  let isChanged: Bool

  static let shape = RecordShape<Self>(
    "Setting", "The result of changing a setting.",
    [.required("changed", "True if it had another value.") { $0.isChanged }])
}

import JSONCoding
import SudokuSession

/// Games, wins, times and streaks: the answer of `stats.get`, a part of the profile.
public struct StatisticsRecord: Record {
  /// The statistics.
  public var statistics: Statistics

  /// Creates a record.
  public init(_ statistics: Statistics) { self.statistics = statistics }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Statistics", "Games, wins, times, streaks, mistakes and hints, in all and by level.",
    [
      .required("daily", "Puzzles of the day.") { DailyRunsRecord($0.statistics.daily) },
      .required("levels", "By level; `unrated` for games without one.") {
        $0.statistics.levels.mapValues { LevelStatisticsRecord($0) }
      },
      .required("total") { LevelStatisticsRecord($0.statistics.total) },
    ])
}

/// The statistics of one level, or of all.
public struct LevelStatisticsRecord: Record {
  /// The statistics.
  public var level: LevelStatistics

  /// Creates a record.
  public init(_ level: LevelStatistics) { self.level = level }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "LevelStatistics", "The statistics of one level, or of all.",
    [
      .optional("bestMilliseconds", "The shortest time of a win.") { $0.level.bestMilliseconds },
      .required("bestStreak") { $0.level.bestStreak },
      .required("flawlessWins", "Wins without a mistake.") { $0.level.flawlessWins },
      .required("games") { $0.level.games },
      .required("hintsUsed") { $0.level.hintsUsed },
      .required("losses") { $0.level.losses },
      .optional("meanMilliseconds", "The mean time of the wins.") { $0.level.meanMilliseconds },
      .required("mistakes") { $0.level.mistakes },
      .required("streak", "Wins in a row up to now.") { $0.level.streak },
      .required("totalMilliseconds", "The time of all wins.") { $0.level.totalMilliseconds },
      .required("wins") { $0.level.wins },
    ])
}

/// Runs of puzzles of the day.
public struct DailyRunsRecord: Record {
  /// The runs.
  public var runs: Statistics.DailyRuns

  /// Creates a record.
  public init(_ runs: Statistics.DailyRuns) { self.runs = runs }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "DailyRuns", "Puzzles of the day that were solved.",
    [
      .required("bestStreak") { $0.runs.bestStreak },
      .optional("lastDay", "The last day solved, in days since 1970.") { $0.runs.lastDay },
      .required("streak", "Days in a row.") { $0.runs.streak },
      .required("wins") { $0.runs.wins },
    ])
}

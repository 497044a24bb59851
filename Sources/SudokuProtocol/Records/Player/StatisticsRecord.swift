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
    "Statistics", "Games, wins, times, streaks, mistakes and hints, in total and by level.",
    [
      .required("daily", "Puzzles of the day.") { DailyRunsRecord($0.statistics.daily) },
      .required("levels", "By level; `unrated` for games without one.") {
        $0.statistics.levels.mapValues { LevelStatisticsRecord($0) }
      },
      .required("total") { LevelStatisticsRecord($0.statistics.total) },
    ])
}

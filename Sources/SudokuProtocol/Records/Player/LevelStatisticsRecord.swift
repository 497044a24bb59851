import JSONCoding
import SudokuSession

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

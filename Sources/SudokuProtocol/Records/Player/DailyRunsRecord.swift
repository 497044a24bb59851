import JSONCoding
import SudokuSession

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

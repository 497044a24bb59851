/// The puzzle of a day: a line of `sudoku generate --daily`.
public struct DailyPuzzleRecord: Record {
  /// The puzzle.
  public var puzzle: GeneratedPuzzleRecord
  /// The day, as in `2026-11-20`.
  public var date: String
  /// The level it was asked for.
  public var dailyLevel: String
  /// Name and version of the rule that makes it.
  public var rule: String

  /// Creates a record.
  public init(_ puzzle: GeneratedPuzzleRecord, date: String, dailyLevel: String, rule: String) {
    self.puzzle = puzzle
    self.date = date
    self.dailyLevel = dailyLevel
    self.rule = rule
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "DailyPuzzle", "The puzzle of a day, and what is known about it.",
    [
      .required("dailyLevel", "The level among the puzzles of its day.") { $0.dailyLevel },
      .required("date", "The day, UTC.") { $0.date },
      .required("rule", "The version of the rule: the same rule gives the same puzzle.") {
        $0.rule
      },
    ] + GeneratedPuzzleRecord.shape.fields(of: \.puzzle))
}

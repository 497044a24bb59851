import JSONCoding
import SudokuCore
import SudokuSession

/// A game in a list: an element of `game.list`, a line of `sudoku games`.
public struct GameSummaryRecord: Record {
  /// The game.
  public var summary: GameSummary

  /// Creates a record.
  public init(_ summary: GameSummary) { self.summary = summary }

  /// Where the game stands; a paused game counts as in progress.
  public var status: GameState.Status {
    if summary.isCompleted { return .completed }
    if summary.isAbandoned { return .abandoned }
    return summary.isLost ? .gameOver : .inProgress
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "GameSummary", "A game in a list.",
    [
      .optional("completionDate") {
        $0.summary.completed.map { UTCTime(milliseconds: $0.milliseconds) }
      },
      .required("elapsedMilliseconds", "The time played.", .integer(minimum: 0)) {
        $0.summary.elapsedMilliseconds
      },
      .required("game", "The game's ID.") { $0.summary.id.rawValue },
      .required("givens", "The clues.") { $0.summary.clues },
      .required("hintsUsed") { $0.summary.hintsUsed },
      .required("lastSaved") { UTCTime(milliseconds: $0.summary.lastSaved.milliseconds) },
      .optional("level", "The puzzle's level, where it was rated.") { $0.summary.level },
      .required("mistakes") { $0.summary.mistakes },
      .optional("rating", "The puzzle's rating, where it was rated.") {
        $0.summary.grade.flatMap { RatingRecord($0) }
      },
      .required("status", "", .status) { $0.status.rawValue },
    ])
}

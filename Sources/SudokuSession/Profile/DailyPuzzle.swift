import SudokuCore
import SudokuIdentity

/// The daily puzzle's rule: a game belongs to a day if it starts at the day's 00:00 UTC.
///
/// The puzzle is generated from a seed that only the day and the level decide, so every device makes
/// the same board, and as the start is fixed, the same game.
///
/// ```swift
/// let daily = DailyPuzzle(UnixTime(year: 2026, month: 11, day: 20), level: "hard")
/// daily.startDate      // 2026-11-20 00:00:00 UTC
/// daily.seed           // for the generator
/// ```
public struct DailyPuzzle: Hashable, Sendable {
  /// When the game starts: the day's 00:00 UTC.
  public let startDate: UnixTime
  /// The level's name.
  public let level: String

  /// Creates the rule's result for a day.
  ///
  /// - Parameters:
  ///   - moment: Any moment of the day, UTC.
  ///   - level: The level's name.
  public init(_ moment: UnixTime, level: String) {
    startDate = moment.startOfDay
    self.level = level
  }

  /// The day, in days since 1970-01-01.
  public var day: Int64 { startDate.seconds / 86_400 }

  /// The generator's seed: FNV-1a over `daily/1/<day>/<level>`, kept below 2^53 so that every JSON
  /// reader holds it.
  public var seed: UInt64 {
    let hash = FNV1a("daily/1/\(day)/\(level)".utf8).value
    return (hash ^ hash >> 53) & (1 << 53 - 1)
  }
}

extension GameSummary {
  /// The day whose daily puzzle the game is, in days since 1970-01-01; `nil` for other games.
  public var dailyDay: Int64? {
    guard let game = GameID(id.rawValue), game.startDate.seconds >= 0,
      game.startDate.seconds.isMultiple(of: 86_400)
    else { return nil }
    return game.startDate.seconds / 86_400
  }
}

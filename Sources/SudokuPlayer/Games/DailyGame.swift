import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuRating
import SudokuSession

/// How the puzzle of a day is made: a pure function of day, level and the generator's version.
///
/// ```swift
/// let daily = DailyGame(UnixTime(year: 2026, month: 11, day: 20), level: .medium)
/// let generator = try Generator(seed: daily.seed, options: daily.options)
/// ```
public struct DailyGame: Sendable {
  /// When the game starts: the day's 00:00 UTC.
  public let startDate: UnixTime
  /// The generator's seed.
  public let seed: UInt64
  /// What the generator is asked for.
  public let options: GeneratorOptions

  /// Creates the rule's result for a day.
  ///
  /// - Parameters:
  ///   - day: Any moment of the day, UTC.
  ///   - level: The level.
  public init(_ day: UnixTime, level: Level) {
    let rule = DailyPuzzle(day, level: level.name)
    startDate = rule.startDate
    seed = rule.seed
    var options = GeneratorOptions()
    options.level = level
    options.symmetry = .rotational180
    self.options = options
  }
}

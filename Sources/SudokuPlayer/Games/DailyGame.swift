import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuRating
import SudokuSession

/// How the puzzle of a day is made: a function of the day and the level that never changes.
///
/// ```swift
/// let daily = DailyGame(UnixTime(year: 2026, month: 11, day: 20), level: .medium)
/// try daily.puzzle().puzzle?.board
/// ```
///
/// `game.daily` and `sudoku generate --daily` both come here. The seed is that of `DailyPuzzle`; the
/// clues have the symmetry of a half turn, and the level's scores are those of `DailyLevel`.
public struct DailyGame: Sendable {
  /// Name and version of the rule; another rule would have another version.
  public static let version = "daily-1"

  /// When the game starts: the day's 00:00 UTC.
  public let startDate: UnixTime
  /// The level.
  public let level: DailyLevel
  /// The generator's seed.
  public let seed: UInt64
  /// What the generator is asked for.
  public let options: GeneratorOptions

  /// Creates the rule's result for a day.
  ///
  /// - Parameters:
  ///   - day: Any moment of the day, UTC.
  ///   - level: The level.
  public init(_ day: UnixTime, level: DailyLevel) {
    let rule = DailyPuzzle(day, level: level.rawValue)
    startDate = rule.startDate
    self.level = level
    seed = rule.seed
    // Every choice is written down, so that no default can change a puzzle.
    var options = GeneratorOptions()
    options.scale = SudokuExplainerScale()
    let scores = level.scoreTenths
    options.scoreTenths = scores.lowerBound...scores.upperBound - 1
    options.symmetry = .rotational180
    options.attemptLimit = 100_000
    options.searchesNearby = false
    self.options = options
  }

  /// Makes the puzzle.
  ///
  /// - Parameters:
  ///   - isCancelled: Asked before each attempt; stops where it says `true`.
  ///   - onAttempt: Told after each attempt how far the search has come.
  /// - Returns: The puzzle; `exhausted` only where the caller stopped.
  /// - Throws: `ContradictoryTargets`, which no day has.
  /// - Complexity: Some milliseconds.
  public func puzzle(
    isCancelled: (@Sendable () -> Bool)? = nil,
    onAttempt: (@Sendable (GenerationProgress) -> Void)? = nil
  ) throws(ContradictoryTargets) -> GenerationOutcome {
    try Generator(seed: seed, options: options)
      .puzzle(at: 0, isCancelled: isCancelled, onAttempt: onAttempt)
  }
}

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
  package static let version = "daily-1"

  /// When the game starts: the day's 00:00 UTC.
  public let startDate: UnixTime
  package let level: DailyLevel
  package let seed: UInt64
  package let options: GeneratorOptions

  /// Creates the rule's result for a day.
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

/// The level of a daily puzzle, with the scores it had when the rule of daily puzzles was made.
///
/// The levels of a scale may move with time. Those of daily puzzles may not: a puzzle of the past has to
/// be generated again on every device and in every version. So the rule has fixed scores, on the
/// scale `se`, whose ratings are another program's and don't change.
public enum DailyLevel: String, CaseIterable, Hashable, Sendable {
  /// ER below 2.0.
  case easy
  /// ER 2.0 to 2.9.
  case medium
  /// ER 3.0 to 4.4.
  case hard
  /// ER 4.5 to 6.4.
  case expert
  /// ER 6.5 and above.
  case extreme

  /// The scores on the scale `se`, in tenths; open above where the bound is `Int.max`.
  ///
  /// Frozen with `DailyGame.version`.
  package var scoreTenths: Range<Int> {
    switch self {
    case .easy: 0..<20
    case .medium: 20..<30
    case .hard: 30..<45
    case .expert: 45..<65
    case .extreme: 65..<Int.max
    }
  }
}

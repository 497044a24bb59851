import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuRating
import SudokuSession

/// The recipe for the puzzle of a day: a function of day, level and series that never changes.
///
/// ```swift
/// let daily = DailyGame(UnixTime(year: 2026, month: 11, day: 20), level: .medium)
/// try daily.puzzle().puzzle?.board
/// ```
///
/// `game.daily` and `sudoku generate --daily` both use it. Every option is set explicitly, so that
/// no default can change a puzzle. A change of the scale `level` that changes the puzzles of
/// `daily-2` needs another rule; a test checks a month of each rule.
public struct DailyGame: Sendable {
  /// The start of the game: the day's 00:00 UTC.
  public let startDate: UnixTime
  package let level: DailyLevel
  package let rule: DailyRule
  package let seed: UInt64
  package let options: GeneratorOptions
  /// The tag of the series, `nil` for the puzzles that are the same for everyone.
  package let seriesTag: String?

  /// Creates the puzzle of a day by the rule `daily-2`.
  ///
  /// - Parameters:
  ///   - day: Any moment of the day, UTC.
  ///   - level: The level of the puzzle.
  ///   - series: Another name gives other puzzles, which nobody can compute without the name. Its UTF-8
  ///     counts, byte for byte. Empty for the puzzles that are the same for everyone.
  public init(_ day: UnixTime, level: DailyLevel, series: String = "") {
    self.init(day, level: level, rule: .current, series: series)
  }

  /// Creates a rule's puzzle.
  ///
  /// `targets` replace the targets of `daily-2` except level and scale. `daily-1` ignores `targets` and `series`.
  package init(
    _ day: UnixTime, level: DailyLevel, rule: DailyRule, series: String = "",
    targets: GeneratorOptions? = nil
  ) {
    startDate = day.startOfDay
    self.level = level
    self.rule = rule
    seriesTag = series.isEmpty ? nil : Self.tag(of: series)
    switch rule {
    case .daily1:
      seed = DailyPuzzle(day, level: level.rawValue).seed
      var options = GeneratorOptions()
      options.scale = SudokuExplainerScale()
      options.scoreTenths = Self.closed(level.ratingTenths)
      options.symmetry = .rotational180
      options.attemptLimit = 100_000
      options.rareSearch = .none
      self.options = options
    case .daily2:
      seed = Self.seed(CivilDate(daysSince1970: Int(startDate.seconds / 86_400)), level, series)
      var options = targets ?? Self.usual
      options.scale = LevelScale()
      options.rareSearch = .late
      if options.scoreTenths == nil {
        options.scoreTenths = Self.closed(level.numberTenths)
      } else {
        // The generator names a range that lies outside the level.
        options.level = options.scale.level(named: level.rawValue)
      }
      if level == .easy, options.clues == nil { options.clues = options.printableClues }
      self.options = options
    }
  }

  /// The level that replaces the grade's; `nil` if the grade's own level counts.
  package var fixedLevel: Level? {
    guard rule == .daily1 else { return nil }
    return SudokuExplainerScale.formerLevels.first { $0.name == level.rawValue }
  }

  /// The tag of a series, which its games carry: 16 hexadecimal digits of a hash of the name.
  ///
  /// Games go to every device, and their players may see them. The name would let them compute the
  /// puzzles of all days.
  package static func tag(of series: String) -> String {
    let digits = String(leadingBits("daily-series", key: series), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The default targets of `daily-2`.
  private static var usual: GeneratorOptions {
    var options = GeneratorOptions()
    options.symmetry = .rotational180
    options.attemptLimit = 100_000
    return options
  }

  private static func closed(_ range: Range<Int>) -> ClosedRange<Int> {
    range.lowerBound...range.upperBound - 1
  }

  /// The first 53 bits of HMAC-SHA256 of `daily-2/<date>/<level>`, with the series as key.
  ///
  /// Every JSON reader reads such a number exactly.
  private static func seed(_ date: CivilDate, _ level: DailyLevel, _ series: String) -> UInt64 {
    let text = "\(DailyRule.daily2.rawValue)/\(date)/\(level.rawValue)"
    return leadingBits(text, key: series) >> 11
  }

  /// The first 64 bits of HMAC-SHA256.
  private static func leadingBits(_ text: String, key: String) -> UInt64 {
    UInt64(SHA256.hash(of: text.utf8, key: key.utf8).first128Bits >> 64)
  }

  /// Makes the puzzle.
  ///
  /// - Returns: The puzzle; `exhausted` only if the caller cancelled.
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

/// A rule that makes daily puzzles, by the name that its puzzles carry.
package enum DailyRule: String, CaseIterable, Hashable, Sendable {
  /// The rule of 2026, with ranges of ER and no series: the same puzzles for everyone.
  case daily1 = "daily-1"
  /// The present rule, with the levels of the scale `level` and with series.
  case daily2 = "daily-2"

  package static let current = daily2
}

/// The level of a daily puzzle.
///
/// The levels of a scale may move with time. Those of daily puzzles may not: a puzzle of the past has to
/// be generated again on every device and in every version. So each rule has fixed scores.
public enum DailyLevel: String, CaseIterable, Hashable, Sendable {
  /// Hidden singles.
  case easy
  /// Naked singles and locked candidates.
  case medium
  /// Pairs, triples, X-wings, swordfish and wings.
  case hard
  /// Turbot fish, unique rectangles, quads and short chains.
  case expert
  /// Longer chains and nets.
  case extreme

  /// The numbers on the scale `level`, in tenths; open above where the bound is `Int.max`.
  ///
  /// Frozen with `daily-2`.
  package var numberTenths: Range<Int> {
    switch self {
    case .easy: 0..<200
    case .medium: 200..<400
    case .hard: 400..<600
    case .expert: 600..<800
    case .extreme: 800..<Int.max
    }
  }

  /// The ratings on the scale `se` (ER), in tenths; open above where the bound is `Int.max`.
  ///
  /// The words meant these ranges up to version 0.2. Frozen with `daily-1`.
  package var ratingTenths: Range<Int> {
    switch self {
    case .easy: 0..<20
    case .medium: 20..<30
    case .hard: 30..<45
    case .expert: 45..<65
    case .extreme: 65..<Int.max
    }
  }
}

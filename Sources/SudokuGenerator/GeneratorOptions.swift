import SudokuRating

/// What puzzles a generator makes.
///
/// ```swift
/// var options = GeneratorOptions()
/// options.level = SudokuExplainerScale().level(named: "hard")
/// options.symmetry = .rotational180
/// options.clues = 24...28
/// ```
public struct GeneratorOptions: Sendable {
  /// The scale that grades the puzzles.
  public var scale: any Scale = SudokuExplainerScale()
  /// The level, one of the scale's; `nil` for any.
  public var level: Level?
  /// The score on the scale in tenths, `nil` for any.
  public var scoreTenths: ClosedRange<Int>?
  /// How many clues there are, within `17...81`; `nil` for any number.
  public var clues: ClosedRange<Int>?
  /// What else is asked of a puzzle.
  public var targets: [any GeneratorTarget] = []
  /// How the clues lie.
  public var symmetry: Symmetry = .none
  /// Whether no clue may be redundant.
  ///
  /// Without it, puzzles that came out too hard are made easier by further clues.
  public var isMinimal = false
  /// How many grids are tried for one puzzle before giving up if the caller says nothing.
  public static let defaultAttemptLimit = 100_000
  /// How many grids may be tried for one puzzle before giving up, at least 1.
  public var attemptLimit = GeneratorOptions.defaultAttemptLimit
  /// How much work a grade may take, in statements derived by chains.
  public var gradingWorkLimit = Int.max

  /// Creates options that take any puzzle.
  public init() {}

  /// Everything that is asked of a puzzle, as targets.
  public var allTargets: [any GeneratorTarget] {
    var all: [any GeneratorTarget] = []
    if let clues { all.append(ClueTarget(clues)) }
    if let level { all.append(ScoreTarget(level)) }
    if let scoreTenths { all.append(ScoreTarget(scoreTenths)) }
    return all + targets
  }
}

import SudokuCore
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
  /// Whether a symmetry leaves each puzzle as it is: one that moves cells and exchanges digits.
  ///
  /// Where `symmetry` is not `none`, it is that one which moves the cells; else one of eight kinds
  /// (two turns, two mirrors along a diagonal, four in which cells move in threes), each equally
  /// likely.
  public var isAutomorphic = false
  /// Whether clues may be redundant.
  ///
  /// Where they may, puzzles that came out too hard are made easier by further clues.
  public var minimality = Minimality.any
  /// Whether no single clue may be redundant, whatever the symmetry.
  public var isMinimal: Bool {
    get { minimality == .strict }
    set { minimality = newValue ? .strict : .any }
  }
  /// The solution that all puzzles have; `nil` for random ones.
  public var solution: Board?
  /// Whether puzzles are spread over the scores that are asked for.
  ///
  /// Without it most puzzles have the commonest of these scores. With it each puzzle aims at one of
  /// the shares of the scores in turn; where a share's puzzles are too rare, it is the nearest score
  /// found among a thousand grids.
  public var spreadsScores = false
  /// How many grids are tried for one puzzle before giving up if the caller says nothing.
  public static let defaultAttemptLimit = 100_000
  /// How many grids may be tried for one puzzle before giving up, at least 1.
  ///
  /// Where puzzles are climbed to that are seldom graded (ER 10.0 and above), a hundred changes count as
  /// one grid.
  public var attemptLimit = GeneratorOptions.defaultAttemptLimit
  /// Whether puzzles near the closest one are tried where random grids bring nothing.
  ///
  /// It makes rare puzzles come many times as soon. Without it all attempts are independent, as in
  /// `generator-2`.
  public var searchesNearby = true
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
    for target in targets {
      all.append((target as? TechniqueTarget)?.completed(for: scale) ?? target)
    }
    return all
  }
}

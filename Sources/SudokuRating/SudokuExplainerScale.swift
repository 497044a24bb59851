import SudokuCore
import SudokuTechniques

/// The scale `se`: Sudoku Explainer 1.2.1, with our five levels as bands of its ER.
///
/// The score is ER, the rating of the hardest step; the figures `ep` (pearl) and `ed` (diamond) are
/// the hardest step up to the first digit placed, and the first step.
public struct SudokuExplainerScale: Scale {
  /// Creates the scale.
  public init() {}

  /// The name `"se"`.
  public var name: String { SEScale.name }
  /// The program's version.
  public var version: String { SEScale.version }
  /// 1.
  public var rulesVersion: Int { 1 }
  /// What it measures.
  public var summary: String {
    "Sudoku Explainer 1.2.1: the rating of the hardest step (ER), of the hardest step up to the "
      + "first digit placed (EP), and of the first step (ED)."
  }
  /// `"er"`.
  public var scoreName: String { "er" }
  /// The columns of a table of its grades.
  public static var columns: [String] { ["er", "ep", "ed", "level"] }
  /// 10.0.
  public var beyondTrialsTenths: Int? { 100 }
  /// 20.0, the program's figure for what it can't solve.
  public var highestTenths: Int { 200 }
  /// Easy, medium, hard, expert and extreme.
  public var levels: [Level] { Self.levels }
  /// The program's techniques.
  public var techniques: [Technique] { SEScale.techniques }

  /// The levels, easiest first.
  ///
  /// Easy is singles and what gives one at once; medium locked candidates and the like; hard pairs,
  /// triples, fish and wings; expert unique rectangles, BUG, quads and aligned pairs; extreme chains.
  package static let levels = Level.levels(
    of: SEScale.name,
    [("easy", 20), ("medium", 30), ("hard", 45), ("expert", 65), ("extreme", .max)])

  /// The rating of a technique in tenths, without surcharges.
  public func baseTenths(of technique: Technique) -> Int? { SEScale.baseTenths(of: technique) }

  /// The highest rating that a step of a technique can have in tenths; `nil` for chains.
  public func highestTenths(of technique: Technique) -> Int? {
    SEScale.highestTenths(of: technique)
  }

  /// The rating of a step in tenths.
  public func tenths(of step: Step) -> Int? { SEScale.tenths(of: step) }

  /// Grades a grid with its candidates.
  public func grade(
    _ grid: CandidateGrid, options: GradeOptions, isCancelled: (@Sendable () -> Bool)?
  ) -> Grade {
    grade(
      Self.rater(options)
        .rate(grid, stopAbove: options.stopsAboveTenths, isCancelled: isCancelled))
  }

  /// Grades clues; where no steps are asked for, without the detour by their candidates.
  public func grade(
    clues: Board, options: GradeOptions, isCancelled: (@Sendable () -> Bool)?
  ) -> Grade {
    grade(
      Self.rater(options)
        .rate(clues, stopAbove: options.stopsAboveTenths, isCancelled: isCancelled))
  }

  private static func rater(_ options: GradeOptions) -> SERater {
    var rater = options.allowsUniqueness ? rater : raterWithoutUniqueness
    rater.options.keepsSteps = options.keepsSteps
    rater.options.search.allowsUniqueness = options.allowsUniqueness
    rater.options.assumesUniqueSolution = options.assumesUniqueSolution
    rater.options.workLimit = options.workLimit
    return rater
  }

  /// The searches are chosen once, when a rater is made.
  private static let rater = SERater()
  private static let raterWithoutUniqueness: SERater = {
    var options = SERater.Options()
    options.search.allowsUniqueness = false
    return SERater(options: options)
  }()

  package func grade(_ outcome: SEOutcome) -> Grade {
    let rating = outcome.partialRating
    var grade = Grade(of: self)
    grade.reachedTenths = rating.erTenths
    grade.steps = rating.steps.map { GradedStep($0.step, tenths: $0.ratingTenths) }
    grade.techniqueCounts = rating.techniqueCounts
    grade.finalBoard = rating.finalBoard
    grade.work = rating.work
    if let reason = outcome.unratedReason {
      grade.unrated = reason
      grade.level = level(of: reason, reached: rating.erTenths)
    } else {
      grade.level = level(ofScore: rating.erTenths)
      grade.scoreTenths = rating.erTenths
      grade.figures = [
        Grade.Figure(name: "ep", tenths: rating.epTenths),
        Grade.Figure(name: "ed", tenths: rating.edTenths),
      ]
    }
    return grade
  }

  /// The level that is certain without a rating: what needs chains is extreme.
  private func level(of reason: UnratedReason, reached: Int) -> Level? {
    let hardest = Self.levels.last
    switch reason {
    case .needsChains: return hardest
    case .aboveLimit: return level(ofScore: reached) == hardest ? hardest : nil
    default: return nil
    }
  }
}

/// The levels of `se` by name, which are those of the puzzles in this package.
extension Level {
  /// Singles and what gives one at once.
  public static var easy: Level { SudokuExplainerScale.levels[0] }
  /// Locked candidates and the like.
  public static var medium: Level { SudokuExplainerScale.levels[1] }
  /// Pairs, triples, fish and wings.
  public static var hard: Level { SudokuExplainerScale.levels[2] }
  /// Unique rectangles, BUG, quads and aligned pairs.
  public static var expert: Level { SudokuExplainerScale.levels[3] }
  /// Chains.
  public static var extreme: Level { SudokuExplainerScale.levels[4] }
}

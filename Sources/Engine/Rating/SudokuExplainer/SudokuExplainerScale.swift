import SudokuCore
import SudokuTechniques

/// The scale `se`: the ratings of Sudoku Explainer 1.2.1, without levels.
///
/// The score is ER, the rating of the hardest step; the figures `ep` (pearl) and `ed` (diamond) are
/// the hardest step up to the first digit placed, and the first step.
package struct SudokuExplainerScale: Scale {
  package init() {}

  package var name: String { SEScale.name }
  package var version: String { SEScale.version }
  package var rulesVersion: Int { 1 }
  package var summary: String {
    "Sudoku Explainer 1.2.1: the rating of the hardest step (ER), of the hardest step up to the "
      + "first digit placed (EP), and of the first step (ED)."
  }
  package var scoreName: String { "er" }
  package static var columns: [String] { ["er", "ep", "ed"] }
  package static var figures: [ScaleFigure] {
    [
      ScaleFigure("ep", "Pearl: the hardest step up to the first digit placed."),
      ScaleFigure("ed", "Diamond: the rating of the first step."),
    ]
  }
  package var beyondTrialsTenths: Int? { 100 }
  /// Above all ratings: that of nested chains, 11.0, and the surcharge for ten thousand literals.
  package var highestTenths: Int { 140 }
  /// None: the words from easy to extreme belong to the scale `level`.
  package var levels: [Level] { [] }
  /// The levels that the scale had before version 0.3: those of daily puzzles of `daily-1`.
  package static let formerLevels = Level.levels(
    of: SEScale.name,
    [("easy", 20), ("medium", 30), ("hard", 45), ("expert", 65), ("extreme", .max)])
  package var techniques: [Technique] { SEScale.techniques }

  /// The rating of a technique in tenths, without surcharges.
  package func baseTenths(of technique: Technique) -> Int? { SEScale.baseTenths(of: technique) }

  /// The highest rating that a step of a technique can have in tenths; `nil` for chains.
  package func highestTenths(of technique: Technique) -> Int? {
    SEScale.highestTenths(of: technique)
  }

  /// The rating of a step in tenths.
  package func tenths(of step: Step) -> Int? { SEScale.tenths(of: step) }

  /// Grades a grid with its candidates.
  package func grade(
    _ grid: CandidateGrid, options: GradeOptions, isCancelled: (@Sendable () -> Bool)?
  ) -> Grade {
    grade(
      Self.rater(options)
        .rate(grid, stopAbove: options.stopsAboveTenths, isCancelled: isCancelled), of: grid)
  }

  /// Grades clues; where no steps are asked for, without the detour by their candidates.
  package func grade(
    clues: Board, options: GradeOptions, isCancelled: (@Sendable () -> Bool)?
  ) -> Grade {
    let rater = Self.rater(options)
    if let wanted = options.wantedTenths, !options.keepsSteps,
      rater.isSolved(clues, below: wanted.lowerBound)
    {
      return Grade(of: self)
    }
    return grade(
      rater
        .rate(clues, stopAbove: options.stopsAboveTenths, isCancelled: isCancelled),
      of: CandidateGrid(clues))
  }

  private static func rater(_ options: GradeOptions) -> SERater {
    var rater = options.allowsUniqueness ? rater : raterWithoutUniqueness
    rater.options.keepsSteps = options.keepsSteps
    rater.options.search.allowsUniqueness = options.allowsUniqueness
    rater.options.assumesUniqueSolution = options.assumesUniqueSolution
    rater.options.workLimit = options.workLimit
    rater.options.seeksBeyondLimit = options.wantedTenths == nil
    return rater
  }

  /// The searches are chosen once, when a rater is made.
  private static let rater = SERater()
  private static let raterWithoutUniqueness: SERater = {
    var options = SERater.Options()
    options.search.allowsUniqueness = false
    return SERater(options: options)
  }()

  /// - Parameter start: The grid that was rated.
  package func grade(_ outcome: SEOutcome, of start: @autoclosure () -> CandidateGrid) -> Grade {
    let rating = outcome.partialRating
    var grade = Grade(of: self)
    grade.reachedTenths = rating.erTenths
    if !rating.steps.isEmpty {
      grade.take(
        rating.steps.map { GradedStep($0.step.namedByExplainer, tenths: $0.ratingTenths) },
        from: start())
    }
    grade.techniqueCounts = rating.techniqueCounts
    grade.finalBoard = rating.finalBoard
    grade.work = rating.work
    if let reason = outcome.unratedReason {
      grade.unrated = reason
    } else {
      grade.scoreTenths = rating.erTenths
      grade.figures = [
        Grade.Figure(name: "ep", tenths: rating.epTenths),
        Grade.Figure(name: "ed", tenths: rating.edTenths),
      ]
    }
    return grade
  }
}

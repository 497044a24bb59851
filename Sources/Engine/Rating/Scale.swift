import SudokuCore
import SudokuTechniques

/// A measure of difficulty: techniques with ratings, a rule for which step is taken, and
/// maybe levels.
///
/// Scores and ratings are numbers in tenths of the scale's unit, so that no rounding comes between
/// a score and its level.
///
/// ```swift
/// let scale = try ScaleRegistry.standard.scale(named: "level")
/// let grade = scale.grade(board)
/// grade.scoreTenths      // 473: the number is 47.3
/// grade.level?.name      // "hard"
/// ```
///
/// A new scale is one file with a type that conforms to this, and one entry in
/// `ScaleRegistry.standard`: tables, records and other languages take its columns, figures and levels
/// from there.
public protocol Scale: Sendable {
  /// The short name for machines, as in `"se"`.
  var name: String { get }
  /// The version of its rules for people: the program it agrees with, as in `"1.2.1"`.
  var version: String { get }
  /// The version of its rules as stored grades carry it, from 1; a change of any score is a new one.
  var rulesVersion: Int { get }
  /// A sentence that says what the scale measures.
  var summary: String { get }
  /// The name of its score, as in `"er"`.
  var scoreName: String { get }
  /// The columns of a table of its grades, in order: `level`, `scoreName`, and names of figures.
  static var columns: [String] { get }
  /// The figures that its grades have beside the score; none by default.
  static var figures: [ScaleFigure] { get }
  /// The highest score that any puzzle can have, in tenths; `Int.max` if there is no limit.
  var highestTenths: Int { get }
  /// Its levels, easiest first; none where it has figures only.
  var levels: [Level] { get }
  /// A sentence on the level of a puzzle, for schemas.
  var levelSummary: String { get }
  /// True if a score is the rating of the hardest step, so that few different ones occur; the default.
  var scoreIsHardestStep: Bool { get }
  /// True if it honours the techniques of `GradeOptions`; false by default.
  var keepsToTechniques: Bool { get }
  /// True if every puzzle with one solution has a score, however hard it is; the default.
  var ratesEveryPuzzle: Bool { get }
  /// The number of boards that a worker should grade at a time: few if one may take long; 2,048 by default.
  var batchSize: Int { get }
  /// The score in tenths from which singles and nets of singles never solve a puzzle, so that the
  /// generator may skip those that they solve; `nil` if omitted.
  var beyondTrialsTenths: Int? { get }
  /// Its techniques, in the order in which it tries them.
  var techniques: [Technique] { get }

  /// The rating of a technique in tenths, before what a single step adds; `nil` if the scale lacks
  /// the technique.
  func baseTenths(of technique: Technique) -> Int?

  /// The highest score in tenths of a puzzle that needs the technique and nothing harder; `nil` if
  /// it is unlimited or unknown.
  func highestTenths(of technique: Technique) -> Int?

  /// The level of a puzzle that needs the technique and nothing harder; `nil` if the scale lacks the
  /// technique, or has no levels.
  func leastLevel(of technique: Technique) -> Level?

  /// The rating of a step in tenths, `nil` if the scale lacks its technique.
  func tenths(of step: Step) -> Int?

  /// Grades a grid with its candidates (a pencilmark puzzle).
  ///
  /// - Parameters:
  ///   - grid: The digits placed and the candidates left.
  ///   - options: Limits, and what the grade lists.
  ///   - isCancelled: Polled; stops the grading when it returns `true`.
  func grade(
    _ grid: CandidateGrid, options: GradeOptions, isCancelled: (@Sendable () -> Bool)?
  ) -> Grade

  /// Grades clues; by their candidates if omitted, for scales that have no shorter way.
  func grade(
    clues: Board, options: GradeOptions, isCancelled: (@Sendable () -> Bool)?
  ) -> Grade
}

/// A figure that the grades of a scale have beside the score.
public struct ScaleFigure: Hashable, Sendable {
  /// The short name for machines, as in `"ep"`: that of the figure in `Grade.figures`.
  public let name: String
  /// A sentence on its meaning.
  public let summary: String
  /// True for a count, false for a rating with tenths.
  public let isWhole: Bool

  /// Creates the description of a figure.
  public init(_ name: String, _ summary: String, isWhole: Bool = false) {
    (self.name, self.summary, self.isWhole) = (name, summary, isWhole)
  }
}

extension Scale {
  /// Most scales rate a puzzle by its hardest step.
  public var scoreIsHardestStep: Bool { true }

  /// Most scales use all their techniques always.
  public var keepsToTechniques: Bool { false }

  /// Most scales go on to the hardest techniques.
  public var ratesEveryPuzzle: Bool { true }

  /// A few milliseconds' work for puzzles that are solved by basic techniques.
  public var batchSize: Int { 1 << 11 }

  /// No puzzle is skipped.
  public var beyondTrialsTenths: Int? { nil }

  /// The columns that hold numbers: the score, then figures.
  package static var numberColumns: [String] { columns.filter { $0 != "level" } }

  /// The score alone.
  public static var figures: [ScaleFigure] { [] }

  /// The level, by the name of the scale.
  public var levelSummary: String { "The level on the scale `\(name)`." }

  /// A scale without a highest score.
  public var highestTenths: Int { .max }

  /// Unlimited, or unknown.
  public func highestTenths(of technique: Technique) -> Int? { nil }

  /// The level of the technique's rating.
  public func leastLevel(of technique: Technique) -> Level? {
    baseTenths(of: technique).flatMap { level(ofScore: $0) }
  }

  /// Grades a board of clues.
  public func grade(
    _ board: Board, options: GradeOptions = GradeOptions(),
    isCancelled: (@Sendable () -> Bool)? = nil
  ) -> Grade {
    grade(clues: board, options: options, isCancelled: isCancelled)
  }

  /// Grades the candidates of clues.
  public func grade(
    clues: Board, options: GradeOptions, isCancelled: (@Sendable () -> Bool)?
  ) -> Grade {
    grade(CandidateGrid(clues), options: options, isCancelled: isCancelled)
  }

  /// The level with a name, in upper or lower case; `nil` if there is none.
  public func level(named name: some StringProtocol) -> Level? {
    let name = name.lowercased()
    return levels.first { $0.name == name }
  }

  /// The level of a score, `nil` if the scale has no levels.
  public func level(ofScore scoreTenths: Int) -> Level? {
    levels.first { scoreTenths < $0.scoreTenths.upperBound } ?? levels.last
  }
}

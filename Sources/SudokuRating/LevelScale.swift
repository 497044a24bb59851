import SudokuCore
import SudokuTechniques

/// The scale `level`: a level for players and a number, without the figures of experts.
///
/// Up to now the number is that of the hardest step on `se`.
public struct LevelScale: Scale {
  private let base = SudokuExplainerScale()

  /// Creates the scale.
  public init() {}

  /// The name `"level"`.
  public var name: String { "level" }
  /// The version of its rules.
  public var version: String { "1" }
  /// 1.
  public var rulesVersion: Int { 1 }
  /// What it measures.
  public var summary: String { "A level for players, and the number of its hardest step." }
  /// `"number"`.
  public var scoreName: String { "number" }
  /// Easy, medium, hard, expert and extreme.
  public var levels: [Level] { Self.levels }
  /// The techniques.
  public var techniques: [Technique] { base.techniques }

  /// The levels, easiest first.
  public static let levels = Level.levels(
    of: "level", SudokuExplainerScale.levels.map { ($0.name, $0.scoreTenths.upperBound) })

  /// The rating of a technique in tenths.
  public func baseTenths(of technique: Technique) -> Int? { base.baseTenths(of: technique) }

  /// The rating of a step in tenths.
  public func tenths(of step: Step) -> Int? { base.tenths(of: step) }

  /// Grades a grid with its candidates.
  public func grade(
    _ grid: CandidateGrid, options: GradeOptions, isCancelled: (@Sendable () -> Bool)?
  ) -> Grade {
    let other = base.grade(grid, options: options, isCancelled: isCancelled)
    var grade = Grade(of: self)
    grade.level = other.level.map { Self.levels[$0.rank] }
    grade.scoreTenths = other.scoreTenths
    grade.reachedTenths = other.reachedTenths
    grade.steps = other.steps
    grade.techniqueCounts = other.techniqueCounts
    grade.unrated = other.unrated
    grade.finalBoard = other.finalBoard
    grade.work = other.work
    return grade
  }
}

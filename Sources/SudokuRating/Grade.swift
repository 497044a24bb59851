import SudokuCore
import SudokuTechniques

/// How hard a puzzle is on a scale, or why that is not known.
///
/// Every grade carries the scale and the version that made it. A grade with `unrated` has no score,
/// and a level only where that is certain all the same.
public struct Grade: Hashable, Sendable {
  /// A further figure of a scale, as pearl and diamond of `se`.
  public struct Figure: Hashable, Sendable {
    /// The short name for machines, as in `"ep"`.
    public let name: String
    /// The figure in tenths.
    public let tenths: Int

    /// Creates a figure.
    public init(name: String, tenths: Int) {
      self.name = name
      self.tenths = tenths
    }
  }

  /// The name of the scale.
  public let scale: String
  /// The version of its rules for people.
  public let version: String
  /// The version of its rules as stored grades carry it.
  public let rulesVersion: Int
  /// The level, `nil` where it is unknown.
  public var level: Level?
  /// The score in tenths, `nil` where the puzzle is unrated.
  public var scoreTenths: Int?
  /// How far the grading went: the score, or what is known to be its least.
  public var reachedTenths = 0
  /// Further figures, in the scale's order; empty where the puzzle is unrated.
  public var figures: [Figure] = []
  /// Every step with its rating, in order; empty where they were not asked for.
  public var steps: [GradedStep] = []
  /// How often each technique was used; empty where the steps were not asked for.
  public var techniqueCounts = TechniqueCounts()
  /// Why there is no score, `nil` where there is one.
  public var unrated: UnratedReason?
  /// The board after all steps, clues included.
  public var finalBoard = Board()
  /// What the searches cost, in statements derived by chains.
  package var work = 0

  /// Creates a grade without a score.
  public init(of scale: some Scale) {
    self.scale = scale.name
    version = scale.version
    rulesVersion = scale.rulesVersion
  }

  /// A further figure in tenths, `nil` if the grade has none of that name.
  public func figure(_ name: String) -> Int? { figures.first { $0.name == name }?.tenths }
}

/// A step and what it is worth on a scale.
public struct GradedStep: Hashable, Sendable {
  /// The step.
  public let step: Step
  /// Its rating in tenths.
  public let tenths: Int

  /// Creates a graded step.
  public init(_ step: Step, tenths: Int) {
    self.step = step
    self.tenths = tenths
  }
}

/// Limits of a grading, and what its grade lists.
public struct GradeOptions: Hashable, Sendable {
  /// Whether the grade lists its steps and counts its techniques.
  public var keepsSteps = true
  /// Whether only the counts are wanted of what `keepsSteps` keeps; the way takes longer to find.
  package var keepsCountsOnly = false
  /// Whether the path shall have few steps that remove candidates; only the scale `level` heeds it.
  package var wantsShortestPath = false
  /// Whether techniques that rest on the solution being unique may be used.
  public var allowsUniqueness = true
  /// The techniques that may be used beside singles, as those that a player knows; `nil` for all.
  ///
  /// Only scales with `keepsToTechniques` use it.
  public var techniques: Set<Technique>?
  /// Whether boards are known to have one solution, so that the check can be omitted.
  public var assumesUniqueSolution = false
  /// How much work a puzzle may take, in statements derived by chains.
  public var workLimit = 2_000_000_000
  /// The scores that matter, in tenths; `nil` for all.
  ///
  /// The grade of another puzzle may say no more than that: above them `unrated` is `.aboveLimit`, below
  /// them there may be neither a score nor a reason.
  package var wantedTenths: ClosedRange<Int>?
  /// The grading stops when a step is rated higher, in tenths.
  public var stopsAboveTenths = Int.max

  /// Creates the default options.
  public init() {}

  /// Options for a grade without its steps, which is found faster.
  public static var withoutSteps: GradeOptions {
    var options = GradeOptions()
    options.keepsSteps = false
    return options
  }
}

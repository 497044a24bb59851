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
  public var work = 0

  /// Creates a grade without a score.
  ///
  /// - Parameter scale: The scale that makes it.
  public init(of scale: some Scale) {
    self.scale = scale.name
    version = scale.version
    rulesVersion = scale.rulesVersion
  }

  /// A further figure in tenths, `nil` if the grade has none of that name.
  public func figure(_ name: String) -> Int? { figures.first { $0.name == name }?.tenths }
}

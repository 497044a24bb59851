import SudokuCore
import SudokuTechniques

/// What a grade pays attention to.
public struct GradeOptions: Hashable, Sendable {
  /// Whether the grade lists its steps and counts its techniques.
  public var keepsSteps = true
  /// Whether techniques that rest on the solution being unique may be used.
  public var allowsUniqueness = true
  /// The techniques that may be used beside singles, as those that a player knows; `nil` for all.
  ///
  /// Scales heed it whose `keepsToTechniques` says so.
  public var techniques: Set<Technique>?
  /// Whether boards are known to have one solution, so that nobody needs to check.
  public var assumesUniqueSolution = false
  /// How much work a puzzle may take, in statements derived by chains.
  public var workLimit = 2_000_000_000
  /// The grading gives up as soon as a step is rated higher, in tenths.
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

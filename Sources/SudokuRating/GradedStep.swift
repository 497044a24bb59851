import SudokuCore
import SudokuTechniques

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

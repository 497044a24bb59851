import SudokuCore

/// A step and what it is worth.
public struct RatedStep: Hashable, Sendable {
  /// The step.
  public var step: Step
  /// Its rating on the `se` scale, in tenths.
  public var ratingTenths: Int

  /// Creates a rated step.
  public init(step: Step, ratingTenths: Int) {
    self.step = step
    self.ratingTenths = ratingTenths
  }
}

import SudokuCore
import SudokuRating

/// A puzzle with a further figure of its grade in a range: EP (pearl) or ED (diamond) of the scale
/// `se`.
///
/// ```swift
/// options.targets = [FigureTarget(.ed, 70...120)]      // hard from the first step on
/// ```
public struct FigureTarget: GeneratorTarget, Hashable {
  /// A figure of the scale `se`.
  public enum Figure: String, Hashable, Sendable {
    /// The hardest step up to the first digit placed.
    case ep
    /// The first step.
    case ed
  }

  /// The figure.
  public let figure: Figure
  /// Its values in tenths.
  public let tenths: ClosedRange<Int>

  /// Creates a target.
  ///
  /// - Parameters:
  ///   - figure: The figure.
  ///   - tenths: Its values in tenths.
  public init(_ figure: Figure, _ tenths: ClosedRange<Int>) {
    self.figure = figure
    self.tenths = tenths
  }

  /// Scales without these figures.
  public func impossibility(on scale: any Scale) -> String? {
    Self.impossibility(on: scale, figure.rawValue.uppercased())
  }

  /// How many tenths the figure is outside the range.
  public func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    guard let grade, let value = grade.figure(figure.rawValue) else {
      return TargetDistance(1_000, isTooHard: grade?.unrated != nil)
    }
    let amount = max(0, tenths.lowerBound - value, value - tenths.upperBound)
    return TargetDistance(amount, isTooHard: value > tenths.upperBound)
  }

  static func impossibility(on scale: any Scale, _ name: String) -> String? {
    scale is SudokuExplainerScale
      ? nil : "the scale '\(scale.name)' does not have \(name); valid scale: se"
  }
}

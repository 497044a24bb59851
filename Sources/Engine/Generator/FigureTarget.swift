import SudokuCore
import SudokuRating

/// A puzzle with a further figure of its grade in a range: EP (pearl) or ED (diamond), of a scale
/// whose columns have it.
///
/// ```swift
/// options.targets = [FigureTarget(.ed, 70...120)]      // hard from the first step on
/// ```
public struct FigureTarget: GeneratorTarget, MeasuredTarget, Hashable {
  /// A further figure of a grade, by the name of its column.
  public enum Figure: String, Hashable, Sendable {
    /// The hardest step up to the first digit placed.
    case ep
    /// The first step.
    case ed
  }

  let figure: Figure
  let tenths: ClosedRange<Int>

  /// Creates a target of a figure's values in tenths.
  public init(_ figure: Figure, _ tenths: ClosedRange<Int>) {
    self.figure = figure
    self.tenths = tenths
  }

  /// The rules by which the generator meets the target.
  public var rules: TargetRules { TargetRules(self) }

  /// The range of the figure.
  package var traits: TargetTraits {
    TargetTraits { $0.figures = [figure: tenths] }
  }

  /// Scales without these figures.
  package func impossibility(on scale: any Scale) -> String? {
    figureImpossibility(on: scale, [figure], figure.rawValue.uppercased())
  }

  /// The number of tenths by which the figure is outside the range.
  package func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    guard let grade, let value = grade.figure(figure.rawValue) else {
      return TargetDistance(1_000, isTooHard: grade?.unrated != nil)
    }
    let amount = max(0, tenths.lowerBound - value, value - tenths.upperBound)
    return TargetDistance(amount, isTooHard: value > tenths.upperBound)
  }
}

/// A puzzle that is as hard at its beginning as anywhere: a pearl or a diamond of the scale `se`.
public enum JewelTarget: String, GeneratorTarget, MeasuredTarget, CaseIterable, Hashable {
  /// No step is harder than those up to the first digit placed: ER = EP.
  case pearl
  /// No step is harder than the first: ER = EP = ED.
  case diamond

  /// The rules by which the generator meets the target.
  public var rules: TargetRules { TargetRules(self) }

  /// The figures that equal the rating.
  package var traits: TargetTraits {
    TargetTraits {
      $0.figuresEqualToScore = self == .pearl ? [.ep] : [.ep, .ed]
    }
  }

  /// Scales without EP and ED.
  package func impossibility(on scale: any Scale) -> String? {
    figureImpossibility(on: scale, traits.figuresEqualToScore, "pearls and diamonds")
  }

  /// The number of tenths by which the figure is below the rating.
  package func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    let name: FigureTarget.Figure = self == .pearl ? .ep : .ed
    guard let grade, let score = grade.scoreTenths, let figure = grade.figure(name.rawValue) else {
      return TargetDistance(1_000)
    }
    return TargetDistance(score - figure)
  }
}

/// Scales whose grades lack a figure.
private func figureImpossibility(
  on scale: any Scale, _ figures: Set<FigureTarget.Figure>, _ name: String
) -> String? {
  func hasFigures(_ scale: any Scale) -> Bool {
    figures.allSatisfy { type(of: scale).columns.contains($0.rawValue) }
  }
  guard !hasFigures(scale) else { return nil }
  let valid = ScaleRegistry.standard.scales.filter(hasFigures).map(\.name)
  return "the scale '\(scale.name)' does not have \(name); valid scale: "
    + valid.joined(separator: ", ")
}

import SudokuCore
import SudokuRating

/// A puzzle that is as hard at its beginning as anywhere: a pearl or a diamond of the scale `se`.
public enum JewelTarget: String, GeneratorTarget, CaseIterable, Hashable {
  /// No step is harder than those up to the first digit placed: ER = EP.
  case pearl
  /// No step is harder than the first: ER = EP = ED.
  case diamond

  /// Scales without EP and ED.
  public func impossibility(on scale: any Scale) -> String? {
    FigureTarget.impossibility(on: scale, "pearls and diamonds")
  }

  /// How many tenths the figure is below the rating.
  public func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    let name: FigureTarget.Figure = self == .pearl ? .ep : .ed
    guard let grade, let score = grade.scoreTenths, let figure = grade.figure(name.rawValue) else {
      return TargetDistance(1_000)
    }
    return TargetDistance(score - figure)
  }
}

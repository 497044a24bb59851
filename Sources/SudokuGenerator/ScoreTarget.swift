import SudokuCore
import SudokuRating

/// A puzzle whose score lies in a range; or, made of a level, one of that level.
public struct ScoreTarget: GeneratorTarget, Hashable {
  /// The scores, in tenths; open above where the bound is `Int.max`.
  public let scoreTenths: Range<Int>
  /// The level, where the target is one.
  public let level: Level?

  /// Creates a target of scores.
  ///
  /// - Parameter scoreTenths: The scores, in tenths.
  public init(_ scoreTenths: ClosedRange<Int>) {
    self.scoreTenths = scoreTenths.lowerBound..<scoreTenths.upperBound + 1
    level = nil
  }

  /// Creates a target of a level.
  ///
  /// - Parameter level: The level.
  public init(_ level: Level) {
    self.level = level
    scoreTenths = level.scoreTenths
  }

  /// The scores; `nil` where the level has all.
  public var wantedScores: Range<Int>? {
    scoreTenths.lowerBound == 0 && scoreTenths.upperBound == .max ? nil : scoreTenths
  }

  /// Levels of other scales, and scores that no technique gives.
  public func impossibility(on scale: any Scale) -> String? {
    if let level {
      guard !scale.levels.contains(level) else { return nil }
      let names = scale.levels.map(\.name).joined(separator: ", ")
      return "'\(level.name)' of the scale '\(level.scale)' is not a level of the scale "
        + "'\(scale.name)'; valid levels: \(names)"
    }
    guard scoreTenths.lowerBound <= scale.highestTenths else {
      return "no puzzle is rated above \(decimal(scale.highestTenths)) on the scale '\(scale.name)'"
    }
    let least = scale.techniques.compactMap(scale.baseTenths).min() ?? 0
    guard scoreTenths.upperBound <= least else { return nil }
    return "no puzzle is rated below \(decimal(least)) on the scale '\(scale.name)'"
  }

  /// How many tenths a score is outside the range, or how many levels away in hundreds where the
  /// score alone does not decide the level.
  public func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    guard let grade else { return TargetDistance(1) }
    if let level, !level.isDecidedByScore { return distance(of: grade, from: level) }
    let amount = amount(of: grade)
    return TargetDistance(
      amount, isTooHard: amount > 0 && grade.reachedTenths >= scoreTenths.lowerBound)
  }

  private func distance(of grade: Grade, from level: Level) -> TargetDistance {
    guard let reached = grade.level else {
      return TargetDistance(1_000, isTooHard: grade.unrated == .aboveLimit)
    }
    return TargetDistance(
      100 * abs(reached.rank - level.rank), isTooHard: reached.rank > level.rank)
  }

  private func amount(of grade: Grade) -> Int {
    let tenths = grade.reachedTenths
    let (low, high) = (scoreTenths.lowerBound, scoreTenths.upperBound)
    if high == .max {
      // The range is open above: everything beyond its start will do, rated or not.
      return grade.unrated == .needsChains || tenths >= low ? 0 : low - tenths
    }
    if grade.unrated != nil { return max(1, tenths - high + 1) }
    return tenths < low ? low - tenths : max(0, tenths - high + 1)
  }
}

/// Tenths as people write them: 34 is `3.4`.
func decimal(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }

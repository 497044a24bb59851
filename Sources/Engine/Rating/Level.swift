/// The difficulty of a puzzle, as a word of a scale.
///
/// ```swift
/// let hard = LevelScale().level(named: "hard")
/// hard?.scoreTenths      // 400..<600
/// ```
public struct Level: Hashable, Sendable {
  /// The name of the scale.
  public let scale: String
  /// The place among the scale's levels, from 0 for the easiest.
  public let rank: Int
  /// The name in lower case, as in `"hard"`.
  public let name: String
  /// The scores that puzzles of the level have, in tenths; the hardest level is open above
  /// (`Int.max`).
  public let scoreTenths: Range<Int>
  /// True if the score alone decides the level.
  ///
  /// Otherwise a hard technique makes a hard level, too, and the levels' scores overlap.
  package let isDecidedByScore: Bool
  /// The step from one score to the next in tenths: 10 where scores are whole numbers.
  package let unitTenths: Int

  /// The levels of a scale, easiest first.
  ///
  /// - Parameters:
  ///   - scale: The name of the scale.
  ///   - table: Name, and the score in tenths at which the next level begins; ascending, the last one
  ///     `Int.max`.
  ///   - unitTenths: The step from one score to the next in tenths.
  ///   - areDecidedByScore: True if the score alone decides the level; else the table has the scores
  ///     that each level allows.
  public static func levels(
    of scale: String, _ table: [(name: String, endTenths: Int)], unitTenths: Int = 1,
    areDecidedByScore: Bool = true
  ) -> [Level] {
    var start = 0
    return table.enumerated().map { rank, row in
      defer { start = areDecidedByScore ? row.endTenths : 0 }
      return Level(
        scale: scale, rank: rank, name: row.name, scoreTenths: start..<max(start, row.endTenths),
        isDecidedByScore: areDecidedByScore, unitTenths: unitTenths)
    }
  }

  /// The scores in words: `"below 2.0"`, `"2.0 to 2.9"`, `"from 6.5"`, `"any"`.
  package var scoresInWords: String {
    let (low, high) = (scoreTenths.lowerBound, scoreTenths.upperBound)
    if low == 0 { return high == .max ? "any" : "below \(score(high))" }
    return high == .max
      ? "from \(score(low))" : "\(score(low)) to \(score(high - unitTenths))"
  }

  /// A score as people write it: 34 tenths are `3.4`, or `3` where scores are whole.
  public func score(_ tenths: Int) -> String {
    unitTenths == 10 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension Level: Comparable {
  /// Orders the levels of one scale from easy to hard; those of several by the scales' names.
  public static func < (lhs: Level, rhs: Level) -> Bool {
    (lhs.scale, lhs.rank) < (rhs.scale, rhs.rank)
  }
}

extension Level: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

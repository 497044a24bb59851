/// How hard a puzzle is, in a word of a scale.
///
/// ```swift
/// let hard = SudokuExplainerScale().level(named: "hard")
/// hard?.scoreTenths      // 30..<45
/// ```
public struct Level: Hashable, Sendable {
  /// The name of the scale.
  public let scale: String
  /// The place among the scale's levels, from 0 for the easiest.
  public let rank: Int
  /// The name in lower case, as in `"hard"`.
  public let name: String
  /// The scores that belong to the level, in tenths; the hardest level is open above (`Int.max`).
  public let scoreTenths: Range<Int>

  /// Makes the levels of a scale.
  ///
  /// - Parameters:
  ///   - scale: The name of the scale.
  ///   - table: The levels, easiest first: name, and the score in tenths at which the next begins;
  ///     ascending, the last one `Int.max`.
  /// - Returns: The levels.
  public static func levels(
    of scale: String, _ table: [(name: String, endTenths: Int)]
  ) -> [Level] {
    var start = 0
    return table.enumerated().map { rank, row in
      defer { start = row.endTenths }
      return Level(
        scale: scale, rank: rank, name: row.name, scoreTenths: start..<max(start, row.endTenths))
    }
  }

  /// The scores in words: `"below 2.0"`, `"2.0 to 2.9"`, `"from 6.5"`.
  public var scoresInWords: String {
    let (low, high) = (scoreTenths.lowerBound, scoreTenths.upperBound)
    if low == 0 { return "below \(Self.decimal(high))" }
    return high == .max
      ? "from \(Self.decimal(low))" : "\(Self.decimal(low)) to \(Self.decimal(high - 1))"
  }

  /// Tenths as people write them: 34 is `3.4`.
  static func decimal(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }
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

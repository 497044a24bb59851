/// How hard a puzzle is, in a word.
///
/// ```swift
/// Level(erTenths: 34)      // .hard
/// Level(name: "hard")      // .hard
/// ```
public enum Level: Int, CaseIterable, Hashable, Comparable, Sendable {
  /// Singles and what gives one at once.
  case easy
  /// Locked candidates and the like.
  case medium
  /// Pairs, triplets, fish and wings.
  case hard
  /// Unique rectangles, graves, quads, aligned pairs.
  case expert
  /// Chains.
  case extreme

  /// The one table: name, and the ER in tenths at which the next level begins.
  private static let table: [(name: String, endTenths: Int)] = [
    ("easy", 20), ("medium", 30), ("hard", 45), ("expert", 65), ("extreme", .max),
  ]

  /// The level of a puzzle.
  ///
  /// - Parameter erTenths: The rating of the hardest step on the `se` scale, in tenths.
  public init(erTenths: Int) {
    self = Level.allCases.first { erTenths < Level.table[$0.rawValue].endTenths } ?? .extreme
  }

  /// The level with a name, `nil` if there is none.
  public init?(name: some StringProtocol) {
    guard let index = Level.table.firstIndex(where: { $0.name == name }) else { return nil }
    self.init(rawValue: index)
  }

  /// The name.
  public var name: String { Level.table[rawValue].name }

  /// The ratings (ER in tenths) that belong to the level.
  public var erTenthsRange: Range<Int> {
    let start = rawValue == 0 ? 0 : Level.table[rawValue - 1].endTenths
    return start..<Level.table[rawValue].endTenths
  }

  /// Orders levels from easy to extreme.
  public static func < (lhs: Level, rhs: Level) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Level: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

/// A way to make progress on a board, as people name it.
///
/// A technique is an id and nothing else; what is known about it (names, family, words) is its row
/// of `TechniqueCatalogue`. It knows no rating and no place in an order: those belong to a scale.
///
/// ```swift
/// Technique.xyWing.id                        // "xy-wing"
/// Technique.xyWing.name                      // "XY-Wing"
/// Technique(id: "xy-wing")                   // .xyWing
/// Technique(named: "Box/Line Reduction")     // .claiming
/// ```
///
/// The techniques are static members, declared beside their rows in the folder `Catalogue`.
public struct Technique: Hashable, Sendable {
  /// The stable name for machines, as in `"xy-wing"`.
  public let id: String

  /// Creates a technique of the catalogue.
  ///
  /// - Parameter id: The id of its row, a literal.
  init(_ id: String) { self.id = id }

  /// The technique with an id, `nil` if there is none.
  public init?(id: some StringProtocol) {
    guard let entry = TechniqueCatalogue.byID[String(id)] else { return nil }
    self = entry.technique
  }

  /// The technique with a name, an alias or an id, in upper or lower case; `nil` if there is none.
  ///
  /// A name that several techniques share (`"Hidden Single"`) finds the first of the catalogue.
  public init?(named name: some StringProtocol) {
    let name = name.lowercased()
    let entries = TechniqueCatalogue.all
    guard
      let entry = entries.first(where: { $0.technique.id == name || $0.name.lowercased() == name })
        ?? entries.first(where: { $0.aliases.contains { $0.lowercased() == name } })
    else { return nil }
    self = entry.technique
  }
}

extension Technique {
  /// The technique's row of the catalogue.
  public var entry: Entry { TechniqueCatalogue.byID[id] ?? TechniqueCatalogue.all[0] }

  /// The name for people, as in `"XY-Wing"`.
  public var name: String { entry.name }

  /// Other names in use, as in `["Y-Wing"]`.
  public var aliases: [String] { entry.aliases }

  /// The kind of technique.
  public var family: Family { entry.family }

  /// Whether the technique is right only where the puzzle has a single solution.
  public var assumesUniqueness: Bool { entry.assumesUniqueness }
}

extension Technique: CustomStringConvertible {
  /// The id.
  public var description: String { id }
}

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

  /// The technique with an id, a name or another name in use; `nil` if there is none.
  ///
  /// Case, hyphens and plurals don't count. A name that several techniques share (`"Hidden Single"`) finds
  /// the first of the catalogue; `Set<Technique>(named:)` finds them all.
  public init?(named name: some StringProtocol) {
    if let technique = Technique(id: name) {
      self = technique
      return
    }
    let wanted = TechniqueName(name)
    let shared = TechniqueCatalogue.byName[wanted] ?? []
    guard
      let technique = shared.first(where: { TechniqueName($0.name) == wanted })
        ?? shared.first(where: { $0.aliases.contains { TechniqueName($0) == wanted } })
        ?? shared.first(where: { TechniqueName($0.id) == wanted })
    else { return nil }
    self = technique
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

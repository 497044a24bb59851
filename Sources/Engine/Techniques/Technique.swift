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
  package var entry: Entry { TechniqueCatalogue.byID[id] ?? TechniqueCatalogue.all[0] }

  /// The name for people, as in `"XY-Wing"`.
  public var name: String { entry.name }

  /// Other names in use, as in `["Y-Wing"]`.
  public var aliases: [String] { entry.aliases }

  /// The kind of technique.
  public var family: Family { entry.family }

  /// True if the technique is right only for puzzles with a single solution.
  public var assumesUniqueness: Bool { entry.assumesUniqueness }
}

extension Technique: CustomStringConvertible {
  /// The id.
  public var description: String { id }
}

/// Sets of techniques, as players name those that they know.
extension Set<Technique> {
  /// The techniques that a name stands for.
  ///
  /// ```swift
  /// Set<Technique>(named: "X-Wing")           // [.xWing]
  /// Set<Technique>(named: "naked triplets")   // [.nakedTriple]
  /// Set<Technique>(named: "Hidden Single")    // those of blocks and those of lines
  /// Set<Technique>(named: "subset")           // a whole family
  /// ```
  ///
  /// An id as it is written stands for its technique alone. Of other names case, hyphens and plurals
  /// don't count, and several techniques may share one.
  ///
  /// - Parameter name: An id, a name, another name in use or a family; `nil` if there is none of
  ///   them.
  public init?(named name: some StringProtocol) {
    if let technique = Technique(id: name) {
      self = [technique]
      return
    }
    guard let named = TechniqueCatalogue.byName[TechniqueName(name)] else { return nil }
    self.init(named)
  }
}

/// The number of uses of each technique.
public struct TechniqueCounts: Hashable, Sendable {
  private var counts: [Technique: Int] = [:]

  package init() {}

  /// Counts techniques; a short list of those found so far saves hashing each.
  package init(_ techniques: some Sequence<Technique>) {
    var found: [(technique: Technique, count: Int)] = []
    for technique in techniques {
      if let known = found.firstIndex(where: { $0.technique == technique }) {
        found[known].count += 1
      } else {
        found.append((technique, 1))
      }
    }
    for (technique, count) in found { counts[technique] = count }
  }

  /// The number of uses of a technique.
  public subscript(technique: Technique) -> Int { counts[technique] ?? 0 }

  /// True if no technique was used.
  public var isEmpty: Bool { counts.isEmpty }

  package mutating func add(_ technique: Technique, count: Int = 1) {
    counts[technique, default: 0] += count
  }

  /// The techniques used with their counts, in a given order.
  public func used(in order: [Technique] = Technique.all) -> [(technique: Technique, count: Int)] {
    order.compactMap { technique in counts[technique].map { (technique, $0) } }
  }
}

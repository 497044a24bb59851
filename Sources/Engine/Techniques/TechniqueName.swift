/// A technique's name without case, punctuation and other differences of spelling.
///
/// Case, hyphens, blanks, brackets and apostrophes don't count, nor do plurals and a few words that mean
/// the same: `"naked-triple"`, `"Naked Triplets"` and `"NakedTriple"` are one name, and so are
/// `"UR type 1"` and `"UR1"`. A plus counts: `"BUG+1"`.
struct TechniqueName: Hashable, Sendable {
  /// The rest of the name.
  let key: String

  /// Words that stand for others.
  private static let same = [
    "triplet": "triple", "quadruple": "quad", "quadruplet": "quad", "quartet": "quad",
    "box": "block", "boxe": "block",
    "colour": "color", "colored": "color", "coloured": "color", "coloring": "color",
    "colouring": "color", "two": "2", "plus": "+", "rect": "rectangle", "altern": "alternating",
  ]
  /// Words that say nothing.
  private static let idle: Set = ["type", "rule", "technique", "strategy", "the", "in"]

  /// Takes a name as people write it.
  init(_ text: some StringProtocol) {
    key = Self.words(of: text).map(Self.singular)
      .map { Self.same[$0] ?? $0 }
      .filter { !Self.idle.contains($0) }
      .joined()
  }

  /// Letters and digits between other characters, and between a small and a capital letter.
  private static func words(of text: some StringProtocol) -> [String] {
    var words = [""]
    var wasSmall = false
    for character in text where !"'\u{2019}".contains(character) {
      if character == "+" {
        words += ["+", ""]
      } else if character.isLetter || character.isNumber {
        if wasSmall, character.isUppercase { words.append("") }
        words[words.count - 1] += character.lowercased()
      } else {
        words.append("")
      }
      wasSmall = character.isLowercase
    }
    return words.filter { !$0.isEmpty }
  }

  /// A word without the ending of its plural.
  private static func singular(_ word: String) -> String {
    if word.hasSuffix("shes") { return String(word.dropLast(2)) }
    return word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss")
      ? String(word.dropLast()) : word
  }
}

extension TechniqueCatalogue {
  /// The techniques by name: their ids, names, other names and families.
  static let byName: [TechniqueName: [Technique]] = {
    var techniques: [TechniqueName: [Technique]] = [:]
    for entry in all {
      let names = [entry.technique.id, entry.name, entry.family.rawValue] + entry.aliases
      for name in Set(names.map { TechniqueName($0) }) {
        techniques[name, default: []].append(entry.technique)
      }
    }
    return techniques
  }()

  /// All that techniques are called, in the order of the catalogue.
  package static let names: [String] = {
    var known: Set<String> = []
    let names = all.flatMap { [$0.technique.id, $0.name] + $0.aliases }
    return (names + Technique.Family.allCases.map(\.rawValue)).filter { known.insert($0).inserted }
  }()
}

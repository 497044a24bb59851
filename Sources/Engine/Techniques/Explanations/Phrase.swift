import SudokuCore

package enum Phrase {
  /// Things in a row: "a", "a and b", "a, b and c".
  package static func list(_ items: some Sequence<String>, _ word: String = "and") -> String {
    let items = Array(items)
    guard items.count > 1, let last = items.last else { return items.first ?? "nothing" }
    return items.dropLast().joined(separator: ", ") + " \(word) \(last)"
  }

  /// Clauses as a sentence.
  static func sentence(_ clauses: [String]) -> String {
    let words = clauses.count == 2 ? clauses.joined(separator: ", and ") : list(clauses)
    return "\(words.prefix(1).uppercased())\(words.dropFirst())."
  }

  /// Cells: "r1c1 and r4c7".
  package static func list(_ cells: CellSet, _ word: String = "and") -> String {
    list(cells.map(\.description), word)
  }

  /// Cells of which none is something.
  ///
  /// "r1c1 is not", "neither r1c1 nor r4c7 is", "none of r1c1, r1c2 and r4c7 is".
  static func none(of cells: CellSet) -> String {
    switch cells.count {
    case 1: "\(list(cells)) is not"
    case 2: "neither \(list(cells, "nor")) is"
    default: "none of \(list(cells)) is"
    }
  }

  /// The word for all of some things: "both", "them all".
  static func all(_ count: Int) -> String { count == 2 ? "both" : "them all" }

  /// The most words of a sentence.
  static let mostWords = 25

  static func wordCount(_ text: String) -> Int {
    text.utf8.reduce(1) { $1 == UInt8(ascii: " ") ? $0 + 1 : $0 }
  }

  /// The number of words since the last sentence ended.
  static func openWordCount(_ text: String) -> Int {
    var (count, next) = (1, UInt8(ascii: "."))
    for byte in text.utf8.reversed() {
      if byte == UInt8(ascii: "."), next == UInt8(ascii: " ") { return count - 1 }
      if byte == UInt8(ascii: " ") { count += 1 }
      next = byte
    }
    return count
  }

  /// A list after its introduction, in a sentence of its own if one would be too long.
  static func listing(_ introduction: String, _ items: String) -> String {
    let whole = "\(introduction): \(items)."
    return wordCount(whole) > mostWords ? "\(introduction). These are \(items)." : whole
  }

  /// Digits: "2 and 7".
  package static func list(_ digits: DigitSet, _ word: String = "and") -> String {
    list(digits.map(\.description), word)
  }

  /// A digit with its article: "a 7", "an 8".
  static func one(_ digits: DigitSet) -> String {
    list(digits) == "8" ? "an 8" : "a \(list(digits))"
  }

  /// A house: "row 4".
  package static func house(_ house: House) -> String { "\(kind(house.kind)) \(house.number + 1)" }

  /// A house at the start of a sentence: "Row 4".
  package static func houseAtStart(_ house: House) -> String {
    let words = self.house(house)
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Houses of one kind: "rows 1, 4 and 9"; of several kinds one after the other.
  package static func houses(_ houses: HouseSet) -> String {
    let groups = House.Kind.allCases.compactMap { kind -> String? in
      let numbers = houses.filter { $0.kind == kind }.map { String($0.number + 1) }
      guard !numbers.isEmpty else { return nil }
      return "\(self.kind(kind))\(numbers.count > 1 ? "s" : "") \(list(numbers))"
    }
    return list(groups)
  }

  /// Houses at the start of a sentence: "Rows 1, 4 and 9".
  static func housesAtStart(_ houses: HouseSet) -> String {
    let words = self.houses(houses)
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// A technique's name after "look for": "a Swordfish", "an X-Wing", "Claiming",
  /// "Multi Colors 1".
  package static func withArticle(_ name: String) -> String {
    let names = ["Pointing", "Claiming", "Direct Pointing", "Direct Claiming"]
    let isPlural = name.contains("Chains") || name.hasPrefix("Multi Colors")
    if names.contains(name) || isPlural { return name }
    let isVowel = ["A", "E", "I", "O", "X"].contains { name.hasPrefix($0) }
    return "\(isVowel ? "an" : "a") \(name)"
  }

  package static func kind(_ kind: House.Kind) -> String {
    switch kind {
    case .block: "block"
    case .row: "row"
    case .column: "column"
    }
  }

  /// Candidates that are wrong, those of the same digits and of the same cells together: "r1c2 and r1c3 are not
  /// 5", "r4c7 is not 1 or 2".
  static func absences(_ candidates: [Candidate]) -> [String] {
    var groups: [(cells: CellSet, digits: DigitSet)] = []
    for digit in DigitSet(candidates.map(\.digit)) {
      let cells = CellSet(candidates.filter { $0.digit == digit }.map(\.cell))
      if let known = groups.firstIndex(where: { $0.cells == cells }) {
        groups[known].digits.insert(digit)
      } else {
        groups.append((cells, DigitSet(digit)))
      }
    }
    return groups.map { cells, digits in
      "\(list(cells)) \(cells.count == 1 ? "is" : "are") not \(list(digits, "or"))"
    }
  }

  /// Literals in words: "r4c7 is 5, and r1c2 and r1c3 are not 5".
  static func literals(_ literals: [Literal]) -> String {
    let words =
      literals.filter(\.isOn).map(literal)
      + absences(literals.filter { !$0.isOn }.map(\.candidate))
    guard words.count > 1, let last = words.last else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + ", and \(last)"
  }

  /// A literal: "r4c7 is not 5".
  package static func literal(_ literal: Literal) -> String {
    "\(literal.candidate.cell) is \(literal.isOn ? "" : "not ")\(literal.candidate.digit)"
  }
}

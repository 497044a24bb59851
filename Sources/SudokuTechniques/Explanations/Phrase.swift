import SudokuCore

/// Words for the parts of a board.
enum Phrase {
  /// Things in a row: "a", "a and b", "a, b and c".
  static func list(_ items: some Sequence<String>, _ word: String = "and") -> String {
    let items = Array(items)
    guard items.count > 1, let last = items.last else { return items.first ?? "nothing" }
    return items.dropLast().joined(separator: ", ") + " \(word) \(last)"
  }

  /// Cells: "r1c1 and r4c7".
  static func list(_ cells: CellSet, _ word: String = "and") -> String {
    list(cells.map(\.description), word)
  }

  /// Digits: "2 and 7".
  static func list(_ digits: DigitSet, _ word: String = "and") -> String {
    list(digits.map(\.description), word)
  }

  /// A house: "row 4".
  static func house(_ house: House) -> String { "\(kind(house.kind)) \(house.number + 1)" }

  /// Houses of one kind: "rows 1, 4 and 9"; of several kinds one after the other.
  static func houses(_ houses: HouseSet) -> String {
    let groups = House.Kind.allCases.compactMap { kind -> String? in
      let numbers = houses.filter { $0.kind == kind }.map { String($0.number + 1) }
      guard !numbers.isEmpty else { return nil }
      return "\(self.kind(kind))\(numbers.count > 1 ? "s" : "") \(list(numbers))"
    }
    return list(groups)
  }

  static func kind(_ kind: House.Kind) -> String {
    switch kind {
    case .block: "block"
    case .row: "row"
    case .column: "column"
    }
  }

  /// A statement: "r4c7 is not 5".
  static func statement(_ statement: Statement) -> String {
    "\(statement.candidate.cell) is \(statement.isOn ? "" : "not ")\(statement.candidate.digit)"
  }
}

import JSONCoding
import SudokuCore
import SudokuDrawing

/// A hint as the screen shows it: the roles of cells and candidates, and the chains in a notation.
struct PlayHint: Equatable {
  var cells: [Cell: BoardPicture.CellRole] = [:]
  var candidates: [Candidate: BoardPicture.CandidateRole] = [:]
  /// The chains: `r1c2 5 = r1c7 5 - r4c7 5`, where `=` makes the next one true and `-` false.
  var chains: [String] = []
  /// True from the first rung on, which may have words alone.
  private(set) var isGiven = false
  /// True while there is a hint: nothing else is coloured then.
  var isShown: Bool { isGiven || !cells.isEmpty || !candidates.isEmpty }

  init() {}

  /// Reads the member `hint` of an answer of `game.hint`.
  init(_ hint: JSONValue) {
    isGiven = true
    for cell in Self.cells(hint["cells"]) { cells[cell] = .pattern }
    if let cell = Self.cell(hint["cell"]) { cells[cell] = .pattern }
    if cells.isEmpty, hint["steps"] == nil {
      // The rungs that name houses alone.
      for house in hint["houses"]?.array ?? [] {
        for cell in Self.house(house) { cells[cell] = .pattern }
      }
    }
    for cell in Self.cells(hint["wrongCells"]) { cells[cell] = .mistake }
    guard let step = hint["steps"]?[0] else { return }
    for cell in Self.cells(step["cells"]) { cells[cell] = .pattern }
    for (index, set) in (step["sets"]?.array ?? []).enumerated() {
      for cell in Self.cells(set["cells"]) { cells[cell] = .set(index) }
    }
    for cell in Self.cells(step["specialCells"]) { cells[cell] = .special }
    readLinks(step["links"]?.array ?? [])
    for candidate in Self.candidates(step["candidates"]) where candidates[candidate] == nil {
      candidates[candidate] = .pattern
    }
    for candidate in Self.candidates(step["eliminations"]) { candidates[candidate] = .elimination }
    if let placement = step["placement"].flatMap({ Candidate($0) }) {
      candidates[placement] = .placement
    }
  }

  /// Marks the ends of links, and joins links into chains where one begins at the end of the last.
  private mutating func readLinks(_ links: [JSONValue]) {
    var end: Candidate?
    for link in links {
      let premises = link["premises"]?.array ?? []
      for literal in premises + [link["conclusion"] ?? .null] {
        guard let candidate = Candidate(literal), candidates[candidate] == nil else {
          continue
        }
        candidates[candidate] = literal["on"]?.bool == true ? .on : .off
      }
      for group in link["groups"]?.array ?? [] {
        guard let digit = group["digit"]?.int.flatMap({ Digit($0) }) else { continue }
        for cell in Self.cells(group["cells"]) where candidates[Candidate(cell, digit)] == nil {
          candidates[Candidate(cell, digit)] = group["on"]?.bool == true ? .group : .off
        }
      }
      let starts = premises.compactMap { Candidate($0) }
      var text =
        starts.count == 1 && starts.first == end && !chains.isEmpty
        ? chains.removeLast() : starts.map { "\($0.cell) \($0.digit)" }.joined(separator: ", ")
      for part in (link["groups"]?.array ?? []) + [link["conclusion"] ?? .null] {
        let cells = part["cells"].map { Self.cells($0) } ?? Self.cell(part["cell"]).map { [$0] }
        let names = (cells ?? []).map(\.description).joined(separator: ",")
        let sign = part["on"]?.bool == true ? "=" : "-"
        text += " \(sign) \(names) \(part["digit"]?.int ?? 0)"
      }
      chains.append(text)
      end = link["conclusion"].flatMap { Candidate($0) }
    }
  }

  /// The cells of a house, as in `block 5`.
  private static func house(_ value: JSONValue) -> CellSet {
    let words = (value.string ?? "").split(separator: " ")
    let kinds: [Substring: House.Kind] = ["block": .block, "row": .row, "column": .column]
    guard words.count == 2, let kind = kinds[words[0]], let number = Int(words[1]),
      1...9 ~= number
    else { return [] }
    return House(kind, number - 1).cells
  }

  private static func cell(_ value: JSONValue?) -> Cell? {
    value?.string.flatMap { Cell(parsing: $0) }
  }

  private static func cells(_ value: JSONValue?) -> [Cell] {
    (value?.array ?? []).compactMap { cell($0) }
  }

  private static func candidates(_ value: JSONValue?) -> [Candidate] {
    (value?.array ?? []).compactMap { Candidate($0) }
  }
}

extension Candidate {
  /// The candidate of a value with `cell` and `digit`; `nil` for any other.
  init?(_ value: JSONValue) {
    guard let cell = value["cell"]?.string.flatMap({ Cell(parsing: $0) }),
      let digit = value["digit"]?.int.flatMap({ Digit($0) })
    else { return nil }
    self.init(cell, digit)
  }
}

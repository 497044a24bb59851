import SudokuCore

/// The JSON object of f-puzzles.
///
/// ```
/// {"size":9,"title":"...","author":"...","grid":[[{"value":5,"given":true},{"value":3},
///  {"centerPencilMarks":[1,4]},{}, ...9], ...9],"solution":[5,3,4, ...81]}
/// ```
enum FPuzzlesObject {
  static let texts = ["title", "author", "ruleset"]
  /// Further members of a classic puzzle; any other with content is a rule of a variant.
  private static let harmless: Set<String> = [
    "size", "grid", "solution", "highlightConflicts", "truecandidatesoptions", "disabledlogic",
    "successMessage", "text", "circle", "rectangle", "line", "cage", "negative", "metadata",
  ]

  /// Reads an object by its members; `nil` for other objects; throws for variants and other sizes.
  static func record(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ members: [(key: UnsafeBufferPointer<UInt8>, value: Range<Int>)]
  ) throws(JSONFault) -> PuzzleRecord? {
    func member(_ name: String) -> Range<Int>? {
      let value = members.first { $0.key.elementsEqual(name.utf8) }?.value
      return value.flatMap {
        bytes[$0.lowerBound] == UInt8(ascii: "[") && bytes[$0].contains(UInt8(ascii: "{"))
          ? $0 : nil
      }
    }
    let isOfPad = members.contains {
      ["cellSize", "regions", "metadata"].contains(String(decoding: $0.key, as: UTF8.self))
    }
    if member("grid") == nil, isOfPad, let cells = member("cells") {
      return try SudokuPadObject.record(bytes, members, cells: cells)
    }
    guard let grid = member("grid"), members.contains(where: { $0.key.elementsEqual("size".utf8) })
    else { return nil }
    for (key, value) in members {
      let name = String(decoding: key, as: UTF8.self)
      let text = String(decoding: bytes[value], as: UTF8.self)
      if name == "size", text != "9" {
        throw JSONFault(
          message: "a puzzle of size \(text): only 9 x 9 is read", offset: value.lowerBound)
      }
      if !harmless.contains(name), !texts.contains(name), !isNothing(text) {
        throw JSONFault(
          message: Variant.message(name),
          offset: value.lowerBound)
      }
    }
    var record = try cells(bytes, grid, areGiven: false)
    for (key, value) in members {
      let name = String(decoding: key, as: UTF8.self)
      if texts.contains(name), bytes[value.lowerBound] == UInt8(ascii: "\"") {
        let inner = UnsafeBufferPointer(rebasing: bytes[value].dropFirst().dropLast())
        record.fields.append(PuzzleField(name, JSONText.unescaped(inner)))
      } else if name == "solution" {
        let numbers = bytes[value].filter { 0x31...0x39 ~= $0 }
        if let board = Notation.board(numbers[...]) { _ = record.takeSolution(board) }
      }
    }
    return record
  }

  static func isNothing(_ text: String) -> Bool {
    ["[]", "{}", "false", "null", "\"\"", "0"].contains(text.filter { !$0.isWhitespace })
  }

  /// Reads the cells of the grid; if `areGiven`, all digits are clues.
  static func cells(
    _ bytes: UnsafeBufferPointer<UInt8>, _ grid: Range<Int>, areGiven: Bool
  ) throws(JSONFault) -> PuzzleRecord {
    var index = 0
    var scanner = JSONScanner(bytes, at: grid.lowerBound)
    try scanner.elements { (scanner) throws(JSONFault) in
      guard try scanner.kind() == .array else {
        throw scanner.fault("expected a row of cells")
      }
      try scanner.elements { (scanner) throws(JSONFault) in
        guard try scanner.kind() == .object, index < 81 else {
          throw scanner.fault("expected one of 81 cells")
        }
        let start = scanner.at
        let content = try JSONCells.content(&scanner)
        if let region = content?.region, region != index / 27 * 3 + index % 9 / 3 {
          throw JSONFault(
            message: "regions \(Variant.ending)", offset: start)
        }
        index += 1
      }
    }
    guard index == 81, var record = JSONCells.record(bytes, at: grid.lowerBound) else {
      throw JSONFault(message: "the grid has \(index) of 81 cells", offset: grid.lowerBound)
    }
    if areGiven { (record.puzzle, record.placed) = (record.filled, nil) }
    return record
  }

  static func text(of record: PuzzleRecord) -> String {
    var text = Array("{\"size\":9".utf8)
    for name in texts {
      guard let value = record.field(name) else { continue }
      text.append(UInt8(ascii: ","))
      JSONText.append(PuzzleField(name, value), to: &text)
    }
    text.append(contentsOf: ",\"grid\":[".utf8)
    for cell in CellSet.all {
      text.append(contentsOf: (cell.column > 0 ? "," : cell.row > 0 ? "],[" : "[").utf8)
      if let digit = record.puzzle[cell] {
        text.append(contentsOf: "{\"value\":\(digit),\"given\":true}".utf8)
      } else if let digit = record.placed?[cell] {
        text.append(contentsOf: "{\"value\":\(digit)}".utf8)
      } else if let marks = record.candidates?[cell], !marks.isEmpty {
        let list = marks.map(\.description).joined(separator: ",")
        text.append(contentsOf: "{\"centerPencilMarks\":[\(list)]}".utf8)
      } else {
        text.append(contentsOf: "{}".utf8)
      }
    }
    text.append(contentsOf: "]]".utf8)
    if let solution = record.solution {
      let numbers = solution.line.map { String($0) }.joined(separator: ",")
      text.append(contentsOf: ",\"solution\":[\(numbers)]".utf8)
    }
    text.append(contentsOf: "}".utf8)
    return String(decoding: text, as: UTF8.self)
  }
}

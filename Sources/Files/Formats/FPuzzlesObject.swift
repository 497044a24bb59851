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
    if member("grid") == nil, let cells = member("cells") {
      return try SudokuPadObject.record(bytes, members, cells: cells)
    }
    guard let grid = member("grid") else { return nil }
    for (key, value) in members {
      let name = String(decoding: key, as: UTF8.self)
      let text = String(decoding: bytes[value], as: UTF8.self)
      if name == "size", text != "9" {
        throw JSONFault(
          message: "a puzzle of size \(text): only 9 x 9 is read", offset: value.lowerBound)
      }
      if !harmless.contains(name), !texts.contains(name), !isNothing(text) {
        throw JSONFault(
          message: "'\(name)' is a rule of a variant: only classic puzzles are read",
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
    var (clues, placed, marks) = (Board(), Board(), PencilMarks())
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
        let content = try cell(&scanner)
        let cell = Cell(index: index)
        if let region = content.region, region != cell.row / 3 * 3 + cell.column / 3 {
          throw JSONFault(
            message: "regions of a variant: only classic puzzles are read", offset: start)
        }
        if content.isGiven || areGiven {
          clues[cell] = content.digit
        } else {
          placed[cell] = content.digit
        }
        if content.digit == nil { marks[cell] = content.marks }
        index += 1
      }
    }
    guard index == 81 else {
      throw JSONFault(message: "the grid has \(index) of 81 cells", offset: grid.lowerBound)
    }
    var record = PuzzleRecord(puzzle: clues)
    if placed.clueCount > 0 { record.placed = placed }
    if !marks.isEmpty { record.candidates = marks }
    return record
  }

  private struct Content {
    var digit: Digit?
    var isGiven = false
    var marks = DigitSet.none
    var region: Int?
  }

  @inline(__always)
  private static func isName(_ text: UnsafeBufferPointer<UInt8>, _ name: StaticString) -> Bool {
    text.count == name.utf8CodeUnitCount && text.elementsEqual(name.withUTF8Buffer { $0 })
  }

  private static func cell(_ scanner: inout JSONScanner) throws(JSONFault) -> Content {
    var content = Content()
    var (center, corner) = (DigitSet.none, DigitSet.none)
    try scanner.members { (scanner, key) throws(JSONFault) in
      scanner.skipBlanks()
      let start = scanner.at
      try scanner.skipValue()
      let text = UnsafeBufferPointer(rebasing: scanner.bytes[start..<scanner.at])
      var digits = DigitSet.none
      for byte in text where 0x31...0x39 ~= byte {
        if let digit = Digit(Int(byte - 0x30)) { digits.insert(digit) }
      }
      if isName(key, "value") {
        content.digit = digits.single
      } else if isName(key, "given") {
        content.isGiven = isName(text, "true")
      } else if ["centerPencilMarks", "centremarks", "candidates"].contains(where: {
        isName(key, $0)
      }) {
        center = digits
      } else if ["cornerPencilMarks", "cornermarks", "pencilMarks"].contains(where: {
        isName(key, $0)
      }) {
        corner = digits
      } else if isName(key, "region") {
        content.region = Int(String(decoding: text, as: UTF8.self))
      }
    }
    content.marks = center.isEmpty ? corner : center
    return content
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

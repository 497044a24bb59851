import SudokuCore

/// The JSON object of SudokuPad.
///
/// ```
/// {"cellSize":50,"metadata":{"title":"...","author":"...","solution":"534..."},
///  "cells":[[{"value":5},{},{"centremarks":[1,4]}, ...9], ...9],"regions":[[[0,0], ...9], ...9]}
/// ```
enum SudokuPadObject {
  /// Drawings of the rules of variants; they don't name the rule.
  private static let drawings = ["cages", "lines", "arrows", "overlays", "underlays"]

  /// Reads an object by its members; throws for other sizes and drawings.
  static func record(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ members: [(key: UnsafeBufferPointer<UInt8>, value: Range<Int>)], cells: Range<Int>
  ) throws(JSONFault) -> PuzzleRecord {
    var facts: [PuzzleField] = []
    var solution: Board?
    for (key, value) in members {
      let name = String(decoding: key, as: UTF8.self)
      if drawings.contains(name), drawsRules(String(decoding: bytes[value], as: UTF8.self)) {
        throw JSONFault(
          message: Variant.message(name),
          offset: value.lowerBound)
      }
      if name == "regions" { try checkRegions(bytes, value) }
      if name == "metadata", bytes[value.lowerBound] == UInt8(ascii: "{") {
        var scanner = JSONScanner(bytes, at: value.lowerBound)
        try scanner.members { (scanner, key) throws(JSONFault) in
          scanner.skipBlanks()
          let start = scanner.at
          guard try scanner.skipValue() == .string else { return }
          let text = UnsafeBufferPointer(rebasing: bytes[(start + 1)..<(scanner.at - 1)])
          let name = String(decoding: key, as: UTF8.self)
          if name == "solution" { solution = Notation.board(text) }
          if name == "title" || name == "author" {
            facts.append(PuzzleField(name, JSONText.unescaped(text)))
          }
        }
      }
    }
    var record = try FPuzzlesObject.cells(bytes, cells, areGiven: true)
    record.fields = facts
    if let solution { _ = record.takeSolution(solution) }
    return record
  }

  /// True if drawings are rules; cages without cells only hold title and author.
  private static func drawsRules(_ text: String) -> Bool {
    if FPuzzlesObject.isNothing(text) { return false }
    return text.contains("wayPoints") || text.contains("\"wp\"") || text.contains("[[")
      || text.contains("center") || text.contains("\"ct\"")
  }

  /// Regions, if any, must be the nine blocks.
  private static func checkRegions(
    _ bytes: UnsafeBufferPointer<UInt8>, _ value: Range<Int>
  ) throws(JSONFault) {
    guard !FPuzzlesObject.isNothing(String(decoding: bytes[value], as: UTF8.self)) else { return }
    var regions: [[Int]] = []
    var scanner = JSONScanner(bytes, at: value.lowerBound)
    try scanner.elements { (scanner) throws(JSONFault) in
      scanner.skipBlanks()
      let start = scanner.at
      try scanner.skipValue()
      let numbers = bytes[start..<scanner.at].filter { 0x30...0x39 ~= $0 }.map { Int($0) - 0x30 }
      regions.append(numbers)
    }
    for numbers in regions {
      let cells = stride(from: 0, to: numbers.count - 1, by: 2).map {
        (numbers[$0], numbers[$0 + 1])
      }
      let blocks = Set(cells.map { $0.0 / 3 * 3 + $0.1 / 3 })
      guard cells.count == 9, blocks.count == 1 else {
        throw JSONFault(
          message: "regions \(Variant.ending)",
          offset: value.lowerBound)
      }
    }
  }
}

/// The shortened JSON that SudokuPad packs in its links (`scl...`).
///
/// Names are short and unquoted, strings have apostrophes, `t` and `f` are booleans, colours are
/// bare, and an empty object is omitted: `{ce:[[{v:5},,{v:3},...]],metadata:{title:'x'}}`.
enum SudokuPadText {
  private static let names = [
    "ce": "cells", "v": "value", "re": "regions", "ca": "cages", "l": "lines", "a": "arrows",
    "o": "overlays", "u": "underlays", "t": "title",
  ]

  /// Expands the text to JSON; JSON stays the same.
  static func json(_ text: [UInt8]) -> [UInt8] {
    // With quotes only names and values are shortened.
    var reader = Reader(bytes: text, quote: text.contains(0x22) ? 0x22 : 0x27)
    return reader.json()
  }

  private struct Reader {
    let bytes: [UInt8]
    let quote: UInt8
    private var at = 0
    private var output: [UInt8] = []

    init(bytes: [UInt8], quote: UInt8) {
      self.bytes = bytes
      self.quote = quote
    }

    mutating func json() -> [UInt8] {
      // True while a value or name must precede the next delimiter.
      var isOwing = false
      while at < bytes.count {
        let byte = bytes[at]
        switch byte {
        case quote:
          readString()
          isOwing = false
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ","):
          if isOwing, byte == UInt8(ascii: ",") { output += Array("{}".utf8) }
          output.append(byte)
          isOwing = true
          at += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          let isEmptyObject = byte == UInt8(ascii: "}") && output.last == UInt8(ascii: "{")
          if isOwing, !isEmptyObject { output += Array("{}".utf8) }
          output.append(byte)
          isOwing = false
          at += 1
        case UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
          output.append(byte)
          at += 1
        default:
          readWord()
          isOwing = false
        }
      }
      return output
    }

    private mutating func readString() {
      at += 1
      var text: [UInt8] = []
      while at < bytes.count, bytes[at] != quote {
        if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count {
          // An escaped apostrophe is unescaped; other escapes are JSON's.
          if bytes[at + 1] != UInt8(ascii: "'") { text.append(bytes[at]) }
          at += 1
        }
        text.append(bytes[at])
        at += 1
      }
      at += 1
      append(text)
    }

    private mutating func readWord() {
      let start = at
      let signs = Array("{}[],: \t\r\n".utf8)
      while at < bytes.count, !signs.contains(bytes[at]), bytes[at] != quote { at += 1 }
      let word = Array(bytes[start..<at])
      if at < bytes.count, bytes[at] == UInt8(ascii: ":") { return append(word) }
      switch String(decoding: word, as: UTF8.self) {
      case "t", "true": output += Array("true".utf8)
      case "f", "false": output += Array("false".utf8)
      case "null": output += word
      default:
        if JSONText.isNumber(word) { output += word } else { append(word) }
      }
    }

    /// Adds a string or name; expands short names.
    private mutating func append(_ text: [UInt8]) {
      let isName = at < bytes.count && bytes[at] == UInt8(ascii: ":")
      let full = isName ? SudokuPadText.names[String(decoding: text, as: UTF8.self)] : nil
      output.append(0x22)
      output += full.map { Array($0.utf8) } ?? text.filter { $0 >= 0x20 }
      output.append(0x22)
    }
  }
}

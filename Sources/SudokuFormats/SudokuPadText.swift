/// The JSON that SudokuPad packs in its links (`scl...`), which it shortens before.
///
/// Names are short and without quotes, strings have apostrophes, `t` and `f` are truth values, colours
/// are bare, and an empty object is nothing at all: `{ce:[[{v:5},,{v:3},...]],metadata:{title:'x'}}`.
enum SudokuPadText {
  /// The short names that matter here.
  private static let names = [
    "ce": "cells", "v": "value", "re": "regions", "ca": "cages", "l": "lines", "a": "arrows",
    "o": "overlays", "u": "underlays", "t": "title",
  ]

  /// Makes plain JSON of the text; JSON stays what it is.
  static func json(_ text: String) -> [UInt8] {
    // With quotes nothing was shortened but names and values.
    var reader = Reader(bytes: Array(text.utf8), quote: text.utf8.contains(0x22) ? 0x22 : 0x27)
    return reader.json()
  }

  private struct Reader {
    let bytes: [UInt8]
    /// The sign around strings.
    let quote: UInt8
    private var at = 0
    private var output: [UInt8] = []

    init(bytes: [UInt8], quote: UInt8) {
      self.bytes = bytes
      self.quote = quote
    }

    mutating func json() -> [UInt8] {
      // Whether a value or name must come before the next sign.
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
          // An escaped apostrophe is one; all else is JSON's own.
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

    /// Adds a string or name; short names in full.
    private mutating func append(_ text: [UInt8]) {
      let isName = at < bytes.count && bytes[at] == UInt8(ascii: ":")
      let full = isName ? SudokuPadText.names[String(decoding: text, as: UTF8.self)] : nil
      output.append(0x22)
      output += full.map { Array($0.utf8) } ?? text.filter { $0 >= 0x20 }
      output.append(0x22)
    }
  }
}

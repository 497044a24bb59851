/// Strings and numbers as JSON writes them.
public enum JSONText {
  /// True if a text is exactly one number by JSON's grammar.
  public static func isNumber(_ text: some Collection<UInt8>) -> Bool {
    guard let first = text.first, first == 0x2D || 0x30...0x39 ~= first else { return false }
    return Array(text).withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      return (try? scanner.skipValue()) == .number && scanner.at == bytes.count
    }
  }

  /// Adds a text as a JSON string, with quotes.
  public static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes.append(contentsOf: ("\\u00" + (byte < 16 ? "0" : "") + digits).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds `"name":value`.
  public static func append(_ field: PuzzleField, to bytes: inout [UInt8]) {
    append(field.name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    switch field.value {
    case .text(let text): append(text, to: &bytes)
    case .json(let json): bytes.append(contentsOf: json.utf8)
    }
  }

  /// A value without the blanks between its parts.
  static func compact(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var (text, isString, isEscaped): ([UInt8], Bool, Bool) = ([], false, false)
    for byte in bytes {
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isString = false
        }
      } else if Notation.isBlank(byte) {
        continue
      } else if byte == UInt8(ascii: "\"") {
        isString = true
      }
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The text of a string's bytes between its quotes.
  static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var units: [UInt16] = []
    var text = ""
    var plain: [UInt8] = []
    func flush() {
      if !units.isEmpty { text += String(decoding: units, as: UTF16.self) }
      if !plain.isEmpty { text += String(decoding: plain, as: UTF8.self) }
      units = []
      plain = []
    }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < bytes.count else {
        if !units.isEmpty { flush() }
        plain.append(byte)
        continue
      }
      let sign = bytes[index]
      index += 1
      if sign == UInt8(ascii: "u"), index + 4 <= bytes.count {
        if !plain.isEmpty { flush() }
        let digits = String(decoding: bytes[index..<(index + 4)], as: UTF8.self)
        units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
        index += 4
      } else {
        if !units.isEmpty { flush() }
        plain.append(escapes[sign] ?? sign)
      }
    }
    flush()
    return text
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
  ]
}

/// A fault in a JSON text and its position.
struct JSONFault: Error {
  let message: String
  /// The offset of the byte at fault.
  let offset: Int
  /// True if only the end of the text is missing.
  var isIncomplete = false
  /// True if the text is not JSON; otherwise its content is at fault.
  var isSyntax = false
}

/// Walks through a JSON text and checks it (RFC 8259) without building anything.
///
/// Readers of puzzles use it instead of a tree. It keeps the exact text of each member for the output, finds the
/// position of each mistake, and is faster.
struct JSONScanner {
  enum Kind {
    case object, array, string, number, literal
  }

  static let depthLimit = 64

  let bytes: UnsafeBufferPointer<UInt8>
  /// The offset of the next byte.
  var at = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, at: Int = 0) {
    self.bytes = bytes
    self.at = at
  }

  /// True if nothing but blanks is left.
  mutating func isAtEnd() -> Bool {
    skipBlanks()
    return at == bytes.count
  }

  /// Walks over a comma at the end of the text.
  mutating func skipComma() {
    skipBlanks()
    guard at < bytes.count, bytes[at] == UInt8(ascii: ",") else { return }
    var rest = self
    rest.at += 1
    if rest.isAtEnd() { self = rest }
  }

  /// The kind of the value that comes next.
  mutating func kind() throws(JSONFault) -> Kind {
    skipBlanks()
    guard at < bytes.count else { throw end("a value") }
    switch bytes[at] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), 0x30...0x39: return .number
    default: return .literal
    }
  }

  /// Walks over the value that comes next.
  @discardableResult
  mutating func skipValue(depth: Int = 0) throws(JSONFault) -> Kind {
    let kind = try kind()
    switch kind {
    case .object:
      try members(depth: depth) { (scanner, _) throws(JSONFault) in
        try scanner.skipValue(depth: depth + 1)
      }
    case .array:
      try elements(depth: depth) { (scanner) throws(JSONFault) in
        try scanner.skipValue(depth: depth + 1)
      }
    case .string: _ = try string()
    case .number: try skipNumber()
    case .literal: try skipLiteral()
    }
    return kind
  }

  /// Walks over an object; `body` must read each value, and gets the key without quotes.
  mutating func members(
    depth: Int = 0,
    _ body: (inout JSONScanner, UnsafeBufferPointer<UInt8>) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    guard depth < Self.depthLimit else { throw fault("the value is nested too deeply") }
    at += 1
    skipBlanks()
    if take(UInt8(ascii: "}")) { return }
    while true {
      skipBlanks()
      guard at < bytes.count else { throw end("a member") }
      guard bytes[at] == UInt8(ascii: "\"") else { throw unexpected("a member's name in quotes") }
      let key = try string()
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw unexpected("':'") }
      try body(&self, UnsafeBufferPointer(rebasing: bytes[key]))
      skipBlanks()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "}")) { return }
      throw unexpected("',' or '}'")
    }
  }

  /// Walks over an array; `body` must read each element.
  mutating func elements(
    depth: Int = 0, _ body: (inout JSONScanner) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    guard depth < Self.depthLimit else { throw fault("the value is nested too deeply") }
    at += 1
    skipBlanks()
    if take(UInt8(ascii: "]")) { return }
    while true {
      try body(&self)
      skipBlanks()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "]")) { return }
      throw unexpected("',' or ']'")
    }
  }

  /// Walks over a string; returns the range of its text, without the quotes.
  mutating func string() throws(JSONFault) -> Range<Int> {
    at += 1
    let start = at
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        at += 1
        return start..<(at - 1)
      }
      if byte == UInt8(ascii: "\\") {
        try skipEscape()
      } else if byte < 0x20 {
        throw fault("a control character in a string")
      } else {
        at += 1
      }
    }
    throw end("the end of the string")
  }

  private mutating func skipEscape() throws(JSONFault) {
    guard at + 1 < bytes.count else { throw end("the end of the string") }
    switch bytes[at + 1] {
    case UInt8(ascii: "u"):
      guard at + 6 <= bytes.count else { throw end("four hexadecimal digits") }
      for index in (at + 2)..<(at + 6) {
        switch bytes[index] {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: break
        default: throw fault("an escape without four hexadecimal digits")
        }
      }
      at += 6
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
    default: throw fault("an unknown escape in a string")
    }
  }

  private mutating func skipNumber() throws(JSONFault) {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")), skipDigits() == 0 { throw unexpected("a digit") }
    if take(UInt8(ascii: ".")), skipDigits() == 0 { throw unexpected("a digit") }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      if skipDigits() == 0 { throw unexpected("a digit") }
    }
  }

  private mutating func skipDigits() -> Int {
    let start = at
    while at < bytes.count, bytes[at] &- 0x30 <= 9 { at += 1 }
    return at - start
  }

  private mutating func skipLiteral() throws(JSONFault) {
    for word in ["null", "true", "false"] where bytes[at...].starts(with: word.utf8) {
      at += word.utf8.count
      return
    }
    for word in ["NaN", "Infinity"] where bytes[at...].starts(with: word.utf8) {
      throw fault("\(word) is not a JSON value; write null")
    }
    throw unexpected("a value")
  }

  @inline(__always)
  mutating func skipBlanks() {
    while at < bytes.count, Notation.isBlank(bytes[at]) { at += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  func fault(_ message: String) -> JSONFault {
    JSONFault(message: message, offset: at, isSyntax: true)
  }

  private func end(_ expected: String) -> JSONFault {
    JSONFault(
      message: "the JSON text ends where \(expected) should be", offset: bytes.count,
      isIncomplete: true, isSyntax: true)
  }

  private func unexpected(_ expected: String) -> JSONFault {
    at < bytes.count ? fault("\(expected) should be here") : end(expected)
  }
}

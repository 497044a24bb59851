/// Writes values straight into the buffer: the same bytes that jansson's dump makes of them, without
/// a tree in between.
extension JSONBuffer {
  /// Appends the canonical text of a value.
  ///
  /// - Throws: `JSONError` with `notRepresentable` for a number that is not finite or a key with a
  ///   NUL character; then nothing is appended.
  public mutating func append(_ value: JSONValue) throws(JSONError) {
    let mark = count
    do throws(JSONError) {
      try write(value)
    } catch {
      truncate(to: mark)
      throw error
    }
  }

  private mutating func write(_ value: JSONValue) throws(JSONError) {
    switch value {
    case .null: append(literal: "null")
    case .bool(let flag): append(literal: flag ? "true" : "false")
    case .int(let number): append(decimal: number)
    case .double(let number): try append(real: number)
    case .string(let text): append(quoted: text)
    case .array(let elements):
      append(byte: UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        if !isFirst { append(byte: UInt8(ascii: ",")) }
        isFirst = false
        try write(element)
      }
      append(byte: UInt8(ascii: "]"))
    case .object(let object):
      append(byte: UInt8(ascii: "{"))
      var isFirst = true
      // The members of a value are sorted already.
      for member in object.members {
        if !isFirst { append(byte: UInt8(ascii: ",")) }
        isFirst = false
        guard !member.key.utf8.contains(0) else {
          throw JSONError(.notRepresentable, "a key holds a NUL character")
        }
        append(quoted: member.key)
        append(byte: UInt8(ascii: ":"))
        try write(member.value)
      }
      append(byte: UInt8(ascii: "}"))
    }
  }

  /// Appends a text of the program as it is.
  public mutating func append(literal text: StaticString) {
    append(bytes: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends an integer.
  public mutating func append(decimal number: Int64) {
    if number < 0 { append(byte: UInt8(ascii: "-")) }
    var rest = number.magnitude
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var start = 20
    repeat {
      start -= 1
      digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    for index in start..<20 { append(byte: digits[index]) }
  }

  /// Appends a text in quotes, with its escapes.
  public mutating func append(quoted text: String) {
    append(byte: UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      if bytes.contains(where: { Self.needsEscape($0) }) {
        for byte in bytes { append(escaped: byte) }
      } else {
        append(bytes: UnsafeRawBufferPointer(bytes))
      }
    }
    append(byte: UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func append(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append(literal: "\\\"")
    case UInt8(ascii: "\\"): append(literal: "\\\\")
    case 0x08: append(literal: "\\b")
    case 0x0C: append(literal: "\\f")
    case 0x0A: append(literal: "\\n")
    case 0x0D: append(literal: "\\r")
    case 0x09: append(literal: "\\t")
    case 0..<0x20:
      append(literal: byte < 0x10 ? "\\u000" : "\\u001")
      let low = byte & 0xF
      append(byte: low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "A") + low - 10)
    default: append(byte: byte)
    }
  }
}

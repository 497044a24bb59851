/// Bytes to be written: JSON texts and line ends, collected for one large write.
///
/// The memory is kept when the buffer is emptied, so that a server writes millions of answers
/// without asking for more.
///
/// ```swift
/// var buffer = JSONBuffer()
/// try buffer.append(["id": 1, "result": "pong"])
/// buffer.appendNewline()
/// buffer.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
/// buffer.removeAll()
/// ```
package struct JSONBuffer: ~Copyable, @unchecked Sendable {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  package private(set) var count = 0

  package init(capacity: Int = 1024) {
    self.capacity = max(capacity, 64)
    base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  package var isEmpty: Bool { count == 0 }

  package mutating func append(bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, bytes.count > 0 else { return }
    reserve(bytes.count)
    (base + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  /// Appends the bytes of a text as they are.
  package mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(bytes: UnsafeRawBufferPointer($0)) }
  }

  package mutating func appendNewline() { append(byte: UInt8(ascii: "\n")) }

  @inline(__always)
  package mutating func append(byte: UInt8) {
    reserve(1)
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  /// Empties the buffer and keeps its memory, unless that grew beyond `maximumCapacity` bytes.
  package mutating func removeAll(keepingAtMost maximumCapacity: Int = 4 << 20) {
    count = 0
    guard capacity > maximumCapacity else { return }
    base.deallocate()
    capacity = max(maximumCapacity, 64)
    base = .allocate(byteCount: capacity, alignment: 16)
  }

  /// Keeps only the first `count` bytes.
  package mutating func truncate(to count: Int) {
    precondition(0...self.count ~= count, "only collected bytes can be taken away")
    self.count = count
  }

  package func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  package var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

  private mutating func reserve(_ bytes: Int) {
    guard count + bytes > capacity else { return }
    let grown = max(capacity * 2, count + bytes)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: grown, alignment: 16)
    memory.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = memory
    capacity = grown
  }
}

/// The one writer of JSON values: the bytes that jansson's dump would make, without a tree.
///
/// Every answer of the server goes through it, so it allocates nothing but the buffer's memory.
extension JSONBuffer {
  /// Appends the canonical text of a value.
  ///
  /// Throws `notRepresentable` for a number that is not finite or a key with a NUL character; then
  /// nothing is appended.
  package mutating func append(_ value: JSONValue) throws(JSONError) {
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
        try Self.checkKey(member.key)
        append(quoted: member.key)
        append(byte: UInt8(ascii: ":"))
        try write(member.value)
      }
      append(byte: UInt8(ascii: "}"))
    }
  }

  static func checkKey(_ key: String) throws(JSONError) {
    guard !key.utf8.contains(0) else {
      throw JSONError(.notRepresentable, "a key holds a NUL character")
    }
  }

  /// Appends a text of the program as it is.
  package mutating func append(literal text: StaticString) {
    append(bytes: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(decimal number: Int64) {
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

  /// Appends a number with a point or an exponent; throws `notRepresentable` unless it is finite.
  ///
  /// It has as many digits as are needed to read the same number again, 17 at most. The exponent
  /// stands where C's `%.15g` has one, as in all texts of earlier versions.
  package mutating func append(real number: Double) throws(JSONError) {
    guard number.isFinite else {
      throw JSONError(.notRepresentable, "\(number) is not a valid JSON number")
    }
    if number < 0 { append(byte: UInt8(ascii: "-")) }
    let (digits, exponent) = Self.shortestDigits(of: number.magnitude)
    let count = digits.count
    if exponent < -4 || exponent >= 15 {
      append(byte: digits[0])
      if count > 1 { append(byte: UInt8(ascii: ".")) }
      for digit in digits.dropFirst() { append(byte: digit) }
      append(byte: UInt8(ascii: "e"))
      append(decimal: Int64(exponent))
      return
    }
    if exponent < 0 {
      append(literal: "0.")
      for _ in exponent + 1..<0 { append(byte: UInt8(ascii: "0")) }
    }
    for place in 0..<max(count, exponent + 2) {
      if place == exponent + 1, exponent >= 0 { append(byte: UInt8(ascii: ".")) }
      append(byte: place < count ? digits[place] : UInt8(ascii: "0"))
    }
  }

  /// The decimal digits of a number that is not negative, the first not 0 unless it is the only one,
  /// and the power of ten of the first.
  private static func shortestDigits(of number: Double) -> (digits: [UInt8], exponent: Int) {
    var digits: [UInt8] = []
    var exponent = -1
    var hasPoint = false
    let parts = number.description.utf8.split(separator: UInt8(ascii: "e"))
    for byte in parts[0] {
      if byte == UInt8(ascii: ".") {
        hasPoint = true
      } else if byte != UInt8(ascii: "0") || !digits.isEmpty {
        digits.append(byte)
        if !hasPoint { exponent += 1 }
      } else if hasPoint {
        exponent -= 1
      }
    }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    guard !digits.isEmpty else { return ([UInt8(ascii: "0")], 0) }
    let power = parts.count > 1 ? Int(String(Substring(parts[1]))) ?? 0 : 0
    return (digits, exponent + power)
  }

  /// Appends a text in quotes, with its escapes.
  package mutating func append(quoted text: String) {
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

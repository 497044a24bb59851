#if !SwiftJSON
  import CJansson
#endif

/// A pointer into jansson's tree.
typealias JSONPointer = UnsafeMutablePointer<json_t>

/// One reference to a jansson value: all unsafe memory of this module is owned here.
///
/// A pointer taken from `root` is valid as long as this object lives, so every use of one stands
/// inside `withExtendedLifetime`. Parsed trees are never changed, which makes reading them from
/// several threads safe; trees under construction stay inside one encoder.
final class JSONTree: @unchecked Sendable {
  let root: JSONPointer

  /// Takes over one reference.
  init(owning root: JSONPointer) { self.root = root }

  deinit { json_decref(root) }
}

extension JSONTree {
  convenience init(
    parsing bytes: UnsafeRawBufferPointer, limits: JSONLimits
  ) throws(JSONError) {
    guard bytes.count <= limits.maximumBytes else {
      throw JSONError(
        .tooLong, "the text has \(bytes.count) bytes, \(limits.maximumBytes) are allowed",
        line: 1, column: 1)
    }
    try JSONTree.checkDepth(of: bytes, maximum: limits.maximumDepth)
    guard bytes.count > 0, let base = bytes.baseAddress else {
      throw JSONError(.incomplete, "the text is empty", line: 1, column: 1)
    }
    #if SwiftJSON
      _ = base
      self.init(owning: try SwiftJSONParser.root(of: bytes))
    #else
      // JSON_REJECT_DUPLICATES, JSON_DECODE_ANY, JSON_ALLOW_NUL.
      let flags = 0x1 | 0x4 | 0x10
      var error = json_error_t()
      guard
        let root = json_loadb(
          base.assumingMemoryBound(to: CChar.self), bytes.count, flags, &error)
      else { throw JSONError(error, in: bytes) }
      self.init(owning: root)
    #endif
  }

  /// Refuses texts that nest too deep, before anything recursive looks at them.
  private static func checkDepth(
    of bytes: UnsafeRawBufferPointer, maximum: Int
  ) throws(JSONError) {
    // `[` is 0x5B and `{` is 0x7B: as long as there are few of both, no exact count is needed.
    var openings = 0
    for byte in bytes { openings &+= (byte | 0x20) == 0x7B ? 1 : 0 }
    guard openings > maximum else { return }
    var depth = 0
    var inString = false
    var escaped = false
    for (offset, byte) in bytes.enumerated() {
      if inString {
        if escaped {
          escaped = false
        } else if byte == UInt8(ascii: "\\") {
          escaped = true
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n") {
          inString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        guard depth <= maximum else {
          throw JSONError(
            .tooDeep, "nested deeper than \(maximum) levels", at: offset, of: bytes)
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
  }
}

#if !SwiftJSON
  extension JSONError {
    /// Creates an error from what jansson reports.
    init(_ error: json_error_t, in bytes: UnsafeRawBufferPointer) {
      let (text, number) = withUnsafeBytes(of: error.text) { raw in
        (String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self), raw.last ?? 0)
      }
      let code = Code(janssonNumber: number)
      if code == .invalidUTF8, let offset = firstInvalidByte(in: bytes) {
        let byte = String(bytes[offset], radix: 16, uppercase: true)
        self.init(code, "byte 0x\(byte) is not valid UTF-8 here", at: offset, of: bytes)
        return
      }
      self.init(
        code, text, line: Int(error.line), column: max(Int(error.column), 1),
        byteOffset: Int(error.position))
    }
  }

  extension JSONError.Code {
    /// The code for one of jansson's error numbers (`enum json_error_code`).
    fileprivate init(janssonNumber number: UInt8) {
      switch UInt32(number) {
      case json_error_stack_overflow.rawValue: self = .tooDeep
      case json_error_invalid_utf8.rawValue: self = .invalidUTF8
      case json_error_premature_end_of_input.rawValue: self = .incomplete
      case json_error_end_of_input_expected.rawValue: self = .trailingText
      case json_error_null_byte_in_key.rawValue: self = .nulInKey
      case json_error_duplicate_key.rawValue: self = .duplicateKey
      case json_error_numeric_overflow.rawValue: self = .numberOutOfRange
      default: self = .invalidSyntax
      }
    }
  }

  /// The offset of the first byte that does not begin or continue a valid UTF-8 sequence.
  private func firstInvalidByte(in bytes: UnsafeRawBufferPointer) -> Int? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return min(offset, bytes.count - 1)
      }
    }
  }
#endif

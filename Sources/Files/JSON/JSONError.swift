/// A mistake in a JSON text, with its place.
///
/// ```swift
/// do { _ = try JSONValue(parsing: #"{"a": 1, "a": 2}"#) } catch {
///   error.code          // duplicateKey
///   "\(error)"          // 1:12: duplicate object key near '"a"'
/// }
/// ```
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of mistakes, by their stable names.
  package enum Code: String, Hashable, Sendable {
    case invalidSyntax, incomplete, trailingText, invalidUTF8, duplicateKey, nulInKey
    /// An integer beyond 64 bits or a real beyond a double.
    case numberOutOfRange
    case tooDeep, tooLong
    /// The value has no form in JSON, such as a number that is not finite.
    case notRepresentable
  }

  package var code: Code
  /// The mistake in a sentence, without its place.
  package var message: String
  /// The line, counted from 1; 0 for a value that is not a text.
  package var line: Int
  /// The column in characters, counted from 1; 0 for a value that is not a text.
  package var column: Int
  /// The number of bytes before the place.
  package var byteOffset: Int

  package init(_ code: Code, _ message: String, line: Int = 0, column: Int = 0, byteOffset: Int = 0)
  {
    self.code = code
    self.message = message
    self.line = line
    self.column = column
    self.byteOffset = byteOffset
  }

  package var description: String {
    line == 0 ? message : "\(line):\(column): \(message)"
  }
}

extension JSONError {
  /// Creates an error for a byte of a text, counting lines and columns up to it.
  init(_ code: Code, _ message: String, at byteOffset: Int, of bytes: UnsafeRawBufferPointer) {
    var line = 1
    var column = 1
    for byte in bytes.prefix(byteOffset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.init(code, message, line: line, column: column, byteOffset: byteOffset)
  }
}

package struct JSONLimits: Hashable, Sendable {
  /// The greatest depth of arrays and objects, in `1...2048`.
  package var maximumDepth: Int
  package var maximumBytes: Int

  package init(maximumDepth: Int = 64, maximumBytes: Int = 64 << 20) {
    self.maximumDepth = min(max(maximumDepth, 1), 2048)
    self.maximumBytes = maximumBytes
  }

  package static let standard = JSONLimits()
}

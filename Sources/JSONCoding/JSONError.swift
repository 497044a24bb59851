/// What is wrong with a JSON text, and where.
///
/// ```swift
/// do { _ = try JSONValue(parsing: #"{"a": 1, "a": 2}"#) } catch {
///   error.code          // duplicateKey
///   "\(error)"          // 1:12: duplicate object key near '"a"'
/// }
/// ```
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of mistakes; more may follow.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The stable name, as programs see it.
    public var rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text is not valid JSON.
    public static let invalidSyntax = Code(rawValue: "invalidSyntax")
    /// The text ends before the value does.
    public static let incomplete = Code(rawValue: "incomplete")
    /// Something follows the value.
    public static let trailingText = Code(rawValue: "trailingText")
    /// The bytes are not valid UTF-8.
    public static let invalidUTF8 = Code(rawValue: "invalidUTF8")
    /// A key is repeated in one object.
    public static let duplicateKey = Code(rawValue: "duplicateKey")
    /// An integer beyond 64 bits or a real beyond a double.
    public static let numberOutOfRange = Code(rawValue: "numberOutOfRange")
    /// A NUL character in a key.
    public static let nulInKey = Code(rawValue: "nulInKey")
    /// Arrays and objects are nested deeper than the limit.
    public static let tooDeep = Code(rawValue: "tooDeep")
    /// The text is longer than the limit.
    public static let tooLong = Code(rawValue: "tooLong")
    /// The value has no form in JSON, such as a number that is not finite.
    public static let notRepresentable = Code(rawValue: "notRepresentable")

    /// The stable name.
    public var description: String { rawValue }
  }

  /// What is wrong.
  public var code: Code
  /// What is wrong, in a sentence without the place.
  public var message: String
  /// The line, counted from 1; 0 where there is no text.
  public var line: Int
  /// The column in characters, counted from 1 as far as it is known; 0 where there is no text.
  public var column: Int
  /// The number of bytes before the place, counted from the start of the text.
  public var byteOffset: Int

  /// Creates an error for a place in a text.
  public init(_ code: Code, _ message: String, line: Int = 0, column: Int = 0, byteOffset: Int = 0)
  {
    self.code = code
    self.message = message
    self.line = line
    self.column = column
    self.byteOffset = byteOffset
  }

  /// Place and message: `line:column: message`.
  public var description: String {
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

/// What a text may be at most.
public struct JSONLimits: Hashable, Sendable {
  /// How deep arrays and objects may be nested, in `1...2048`.
  public var maximumDepth: Int
  /// How long the text may be, in bytes.
  public var maximumBytes: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - maximumDepth: How deep arrays and objects may be nested, in `1...2048`.
  ///   - maximumBytes: How long the text may be, in bytes.
  public init(maximumDepth: Int = 64, maximumBytes: Int = 64 << 20) {
    self.maximumDepth = min(max(maximumDepth, 1), 2048)
    self.maximumBytes = maximumBytes
  }

  /// 64 levels, 64 MiB.
  public static let standard = JSONLimits()
}

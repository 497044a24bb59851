/// Any JSON value.
///
/// Integers are exact in 64 bits and are distinguished from reals. Equal values are written as equal
/// bytes: keys are sorted, there are no spaces, and a real has at most 15 significant digits.
///
/// ```swift
/// let value: JSONValue = ["cell": "r4c7", "digit": 5, "rating": 7.2]
/// value.description              // {"cell":"r4c7","digit":5,"rating":7.2}
/// value["digit"]?.int            // 5
/// try JSONValue(parsing: value.description) == value    // true
/// ```
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without point and exponent.
  case int(Int64)
  /// A number with a point or an exponent.
  case double(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Members by key.
  case object(JSONObject)
}

extension JSONValue {
  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The truth value, `nil` for any other kind.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The integer, `nil` for any other kind or where it does not fit.
  public var int: Int? {
    if case .int(let value) = self { Int(exactly: value) } else { nil }
  }

  /// The number as an integer: one without point and exponent, or one whose value is integral.
  ///
  /// `2` and `2.0` are the same integer, as JSON Schema says; `nil` for anything else and for what
  /// does not fit.
  public var integer: Int? {
    switch self {
    case .int(let value): Int(exactly: value)
    case .double(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The number as a double, of an integer too; `nil` for any other kind.
  public var double: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The text, `nil` for any other kind.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The list, `nil` for any other kind.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members, `nil` for any other kind.
  public var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The value of a key; `nil` where there is none or this is not an object.
  public subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// An element of a list; `nil` where there is none or this is not a list.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The name of the kind: `null`, `boolean`, `integer`, `number`, `string`, `array` or `object`,
  /// as in JSON Schema.
  public var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .int: "integer"
    case .double: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension JSONValue: Hashable {
  /// Whether both are written as the same bytes; an integer never equals a real.
  public static func == (lhs: JSONValue, rhs: JSONValue) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.string(let left), .string(let right)): sameBytes(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Feeds kind and content.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .string(let value): feedBytes(of: value, into: &hasher)
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// Creates a real.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Creates an object; of two members with the same key the later one stays.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(
      JSONObject(unsorted: elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
  }
}

extension JSONValue {
  /// Creates an integer.
  public init(_ value: some BinaryInteger) { self = .int(Int64(clamping: value)) }
  /// Creates a truth value.
  public init(_ value: Bool) { self = .bool(value) }
  /// Creates a text.
  public init(_ value: some StringProtocol) { self = .string(String(value)) }
}

/// Any JSON value: a part of a record that this version need not understand.
///
/// Operations of a newer version travel through an older one in it, unchanged. It is not `JSONValue`,
/// because sessions read no JSON themselves and two values are equal whatever the order of members.
public enum OpaqueValue: Hashable, Sendable {
  /// Nothing.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// Any other number.
  case double(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([OpaqueValue])
  /// Named members, without order.
  case object([String: OpaqueValue])

  /// The text, `nil` for another value.
  package var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The whole number, `nil` for another value.
  package var intValue: Int? {
    if case .int(let number) = self { Int(number) } else { nil }
  }

  /// The truth value, `nil` for another value.
  package var boolValue: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }
}

extension OpaqueValue: Codable {
  /// Reads any value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? container.decode(Int64.self) {
      self = .int(number)
    } else if let number = try? container.decode(Double.self) {
      self = .double(number)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let values = try? container.decode([OpaqueValue].self) {
      self = .array(values)
    } else {
      self = .object(try container.decode([String: OpaqueValue].self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .int(let number): try container.encode(number)
    case .double(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}

extension OpaqueValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a whole number.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// Creates a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates a list.
  public init(arrayLiteral elements: OpaqueValue...) { self = .array(elements) }
  /// Creates an object.
  public init(dictionaryLiteral elements: (String, OpaqueValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

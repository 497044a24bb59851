import JSONCoding

/// A value with one form in JSON, and the schema of that form.
public protocol JSONShaped: Sendable {
  /// The schema of every value of this type.
  static var schema: Schema { get }
  /// The value as JSON.
  var json: JSONValue { get }
  /// Appends the text of `json`, straight into the buffer.
  ///
  /// - Throws: `JSONError` for a number that is not finite.
  func append(to buffer: inout JSONBuffer) throws(JSONError)
}

extension JSONShaped {
  /// Appends the canonical text of `json`.
  public func append(to buffer: inout JSONBuffer) throws(JSONError) { try buffer.append(json) }
}

extension Bool: JSONShaped {
  /// `true` or `false`.
  public static var schema: Schema { .boolean() }
  /// The truth value.
  public var json: JSONValue { .bool(self) }
  /// Appends the truth value.
  public func append(to buffer: inout JSONBuffer) throws(JSONError) {
    buffer.append(literal: self ? "true" : "false")
  }
}

extension Int: JSONShaped {
  /// A whole number.
  public static var schema: Schema { .integer() }
  /// The number.
  public var json: JSONValue { JSONValue(self) }
  /// Appends the number.
  public func append(to buffer: inout JSONBuffer) throws(JSONError) {
    buffer.append(decimal: Int64(self))
  }
}

extension Int64: JSONShaped {
  /// A whole number.
  public static var schema: Schema { .integer() }
  /// The number.
  public var json: JSONValue { .int(self) }
}

extension UInt64: JSONShaped {
  /// A whole number from 0, as a text of digits above 2^63-1.
  public static var schema: Schema {
    .anyOf("", [.integer(minimum: 0), .string(pattern: "^[0-9]{19,20}$")])
  }
  /// The number; above 2^63-1, which readers of JSON lose, as a text.
  public var json: JSONValue { Int64(exactly: self).map { .int($0) } ?? .string(String(self)) }
}

extension Double: JSONShaped {
  /// A number.
  public static var schema: Schema { .number() }
  /// The number.
  public var json: JSONValue { .double(self) }
}

extension String: JSONShaped {
  /// A text.
  public static var schema: Schema { .string() }
  /// The text.
  public var json: JSONValue { .string(self) }
  /// Appends the text in quotes.
  public func append(to buffer: inout JSONBuffer) throws(JSONError) {
    buffer.append(quoted: self)
  }
}

extension JSONValue: JSONShaped {
  /// Any value.
  public static var schema: Schema { .any() }
  /// The value itself.
  public var json: JSONValue { self }
}

extension JSONObject: JSONShaped {
  /// An object of which nothing is said.
  public static var schema: Schema { .openObject("") }
  /// The object itself.
  public var json: JSONValue { .object(self) }
}

extension Array: JSONShaped where Element: JSONShaped {
  /// A list.
  public static var schema: Schema { .array(of: Element.schema) }
  /// The list.
  public var json: JSONValue { .array(map(\.json)) }
  /// Appends the elements.
  public func append(to buffer: inout JSONBuffer) throws(JSONError) {
    try buffer.append(list: self)
  }
}

extension JSONBuffer {
  /// Appends a list.
  mutating func append<List: Sequence>(list: List) throws(JSONError)
  where List.Element: JSONShaped {
    append(byte: UInt8(ascii: "["))
    var isFirst = true
    for element in list {
      if !isFirst { append(byte: UInt8(ascii: ",")) }
      isFirst = false
      try element.append(to: &self)
    }
    append(byte: UInt8(ascii: "]"))
  }
}

extension Dictionary: JSONShaped where Key == String, Value: JSONShaped {
  /// An object whose members have one schema.
  public static var schema: Schema { .map(of: Value.schema) }
  /// The members, sorted by name.
  public var json: JSONValue {
    .object(JSONObject(map { (key: $0.key, value: $0.value.json) }))
  }
}

/// Decodes `Decodable` values from JSON texts.
///
/// Types are strict: an integer is never read from a real or a text, and it must fit. Unknown
/// members are ignored. A text that is not JSON throws a `JSONError`; a value that does not fit
/// throws a `DecodingError` with its place (`DecodingError.jsonPath`).
///
/// ```swift
/// struct Move: Codable { var cell: String; var digit: Int }
/// let move = try StrictJSONDecoder().decode(Move.self, from: #"{"cell": "r4c7", "digit": 5}"#)
/// ```
package struct StrictJSONDecoder: Sendable {
  package var limits: JSONLimits
  package var userInfo: [CodingUserInfoKey: any Sendable]

  package init(
    limits: JSONLimits = .standard, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.limits = limits
    self.userInfo = userInfo
  }

  package func decode<T: Decodable>(
    _ type: T.Type = T.self, from text: some StringProtocol
  ) throws -> T {
    try decode(type, from: JSONValue(parsing: text, limits: limits))
  }

  package func decode<T: Decodable>(_ type: T.Type = T.self, from bytes: [UInt8]) throws -> T {
    try decode(type, from: JSONValue(parsing: bytes, limits: limits))
  }

  package func decode<T: Decodable>(
    _ type: T.Type = T.self, from bytes: UnsafeRawBufferPointer
  ) throws -> T {
    try decode(type, from: JSONValue(parsing: bytes, limits: limits))
  }

  package func decode<T: Decodable>(_ type: T.Type = T.self, from value: JSONValue) throws -> T {
    try ValueDecoder(value: value, path: CodingPath(), settings: self).decodeValue(type)
  }
}

/// A decoder for one value.
///
/// The generic `decode` of each container below stands in for the overloads that `Codable` wants for
/// every scalar type; `decodeValue` sorts the types out.
struct ValueDecoder: Decoder {
  let value: JSONValue
  let path: CodingPath
  let settings: StrictJSONDecoder

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { settings.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else {
      throw mismatch([String: JSONValue].self, "an object")
    }
    return KeyedDecodingContainer(KeyedMembers<Key>(decoder: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([JSONValue].self, "an array") }
    return UnkeyedElements(decoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func child(_ value: JSONValue, _ key: any CodingKey) -> ValueDecoder {
    ValueDecoder(value: value, path: path.appending(key), settings: settings)
  }

  func context(_ description: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: description)
  }

  private func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    let found: String
    switch value {
    case .null: return .valueNotFound(type, context("expected \(expected), found null"))
    case .bool: found = "a boolean"
    case .int: found = "an integer"
    case .double: found = "a number"
    case .string: found = "a string"
    case .array: found = "an array"
    case .object: found = "an object"
    }
    return .typeMismatch(type, context("expected \(expected), found \(found)"))
  }

  func decodeValue<T: Decodable>(_ type: T.Type) throws -> T {
    if let scalar = try scalar(type) { return scalar }
    return try T(from: self)
  }

  /// A value of one of the types that have no `init(from:)` of their own; `nil` for other types.
  @inline(__always)
  private func scalar<T>(_ type: T.Type) throws -> T? {
    // `as? T` would look both types up at run time, which takes longer than the rest.
    func same<V>(_ value: V) -> T { unsafeBitCast(value, to: T.self) }
    if type == String.self { return same(try text()) }
    if type == Int.self { return same(try integer(Int.self)) }
    if type == Bool.self { return same(try boolean()) }
    if type == Double.self { return same(try real(Double.self)) }
    if type == JSONValue.self { return same(value) }
    if type == Int64.self { return same(try integer(Int64.self)) }
    if type == UInt64.self { return same(try integer(UInt64.self)) }
    if type == UInt.self { return same(try integer(UInt.self)) }
    if type == Int32.self { return same(try integer(Int32.self)) }
    if type == UInt32.self { return same(try integer(UInt32.self)) }
    if type == Int16.self { return same(try integer(Int16.self)) }
    if type == UInt16.self { return same(try integer(UInt16.self)) }
    if type == Int8.self { return same(try integer(Int8.self)) }
    if type == UInt8.self { return same(try integer(UInt8.self)) }
    if type == Float.self { return same(try real(Float.self)) }
    if type == Int128.self { return same(try integer(Int128.self)) }
    if type == UInt128.self { return same(try integer(UInt128.self)) }
    return nil
  }

  private func boolean() throws -> Bool {
    guard case .bool(let flag) = value else { throw mismatch(Bool.self, "a boolean") }
    return flag
  }

  private func text() throws -> String {
    guard case .string(let text) = value else { throw mismatch(String.self, "a string") }
    return text
  }

  private func real<T: BinaryFloatingPoint>(_ type: T.Type) throws -> T {
    switch value {
    case .double(let number): return T(number)
    case .int(let number): return T(Double(number))
    default: throw mismatch(type, "a number")
    }
  }

  private func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    guard case .int(let number) = value else { throw mismatch(type, "an integer") }
    guard let exact = T(exactly: number) else {
      throw DecodingError.dataCorrupted(context("\(number) does not fit into \(type)"))
    }
    return exact
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.isNull }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decodeValue(type) }
}

private struct KeyedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  let members: JSONObject

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  private func member(_ key: some CodingKey) throws -> ValueDecoder {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, decoder.context("the member '\(key.stringValue)' is missing"))
    }
    return decoder.child(value, key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).value.isNull }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try member(key).decodeValue(type)
  }

  /// In place of the standard form, which searches for the member three times.
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let value = members[key.stringValue], !value.isNull else { return nil }
    return try decoder.child(value, key).decodeValue(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try member(IndexKey.superKey) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

private struct UnkeyedElements: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  let elements: [JSONValue]
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private func element(_ type: Any.Type) throws -> ValueDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        decoder.child(.null, IndexKey(currentIndex)).context(
          "the array has only \(elements.count) elements"))
    }
    return decoder.child(elements[currentIndex], IndexKey(currentIndex))
  }

  private mutating func next<T>(_ decode: (ValueDecoder) throws -> T) throws -> T {
    let value = try decode(element(T.self))
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard try element(Any?.self).value.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next { try $0.decodeValue(type) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}

/// Encodes `Encodable` values as canonical JSON texts.
///
/// Keys are sorted, there are no spaces, and reals have the fewest digits that give the same number
/// again: equal values give equal bytes on every platform. What JSON can't hold throws an `EncodingError`.
///
/// ```swift
/// struct Move: Codable { var digit: Int; var cell: String }
/// try CanonicalJSONEncoder().encodeText(Move(digit: 5, cell: "r4c7"))    // {"cell":"r4c7","digit":5}
/// ```
package struct CanonicalJSONEncoder: Sendable {
  package var userInfo: [CodingUserInfoKey: any Sendable]

  package init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) { self.userInfo = userInfo }

  /// The canonical bytes, without a line end.
  package func encode(_ value: some Encodable) throws -> [UInt8] {
    try encodeValue(value).canonicalBytes()
  }

  /// The canonical text, without a line end.
  package func encodeText(_ value: some Encodable) throws -> String {
    String(decoding: try encode(value), as: UTF8.self)
  }

  /// The JSON value in memory.
  package func encodeValue<T: Encodable>(_ value: T) throws -> JSONValue {
    let draft = Draft()
    try ValueEncoder(draft: draft, path: CodingPath(), settings: self).encodeValue(value)
    guard let json = draft.value else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(codingPath: [], debugDescription: "\(T.self) encoded nothing"))
    }
    return json
  }
}

/// A value under construction: containers that are handed out share it.
private final class Draft {
  enum Content {
    case nothing
    case scalar(JSONValue)
    case array([Draft])
    case object([(key: String, draft: Draft)])
  }

  var content: Content

  init(_ content: Content = .nothing) { self.content = content }

  /// The finished value; `nil` before anything is encoded.
  var value: JSONValue? {
    switch content {
    case .nothing: nil
    case .scalar(let value): value
    case .array(let elements): .array(elements.map { $0.value ?? .null })
    case .object(let members):
      .object(
        JSONObject(
          unsorted: members.compactMap { member in
            member.draft.value.map { JSONObject.Member(key: member.key, value: $0) }
          }))
    }
  }

  var isObject: Bool { if case .object = content { true } else { false } }
  var isArray: Bool { if case .array = content { true } else { false } }

  /// Becomes a container of a kind, or stays the one that it is.
  func become(object: Bool) {
    if object ? isObject : isArray { return }
    guard case .nothing = content else {
      preconditionFailure("a value asks for containers of two kinds")
    }
    content = object ? .object([]) : .array([])
  }

  func append(_ draft: Draft) {
    guard case .array(var elements) = content else { return }
    content = .nothing  // so that the array is not copied
    elements.append(draft)
    content = .array(elements)
  }

  /// Adds a member; of two with the same key the later one counts.
  func set(_ key: String, _ draft: Draft) {
    guard case .object(var members) = content else { return }
    content = .nothing  // so that the array is not copied
    members.append((key, draft))
    content = .object(members)
  }

  func member(_ key: String) -> Draft? {
    guard case .object(let members) = content else { return nil }
    return members.last { sameBytes($0.key, key) }?.draft
  }
}

/// An encoder for one value.
///
/// The generic `encode` of each container below stands in for the overloads that `Codable` wants for
/// every scalar type; `scalar` sorts the types out.
struct ValueEncoder: Encoder {
  fileprivate let draft: Draft
  let path: CodingPath
  let settings: CanonicalJSONEncoder

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { settings.userInfo }

  fileprivate func child(_ draft: Draft, _ key: any CodingKey) -> ValueEncoder {
    ValueEncoder(draft: draft, path: path.appending(key), settings: settings)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    draft.become(object: true)
    return KeyedEncodingContainer(KeyedDraft<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    draft.become(object: false)
    return UnkeyedDraft(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  fileprivate func invalid(_ value: Any, _ reason: JSONError) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: codingPath, debugDescription: reason.message, underlyingError: reason))
  }

  func encodeValue<T: Encodable>(_ value: T) throws {
    let json: JSONValue?
    do throws(JSONError) { json = try scalar(value) } catch { throw invalid(value, error) }
    if let json { draft.content = .scalar(json) } else { try value.encode(to: self) }
  }

  /// Encodes a value; one that encodes nothing leaves an empty object in its place.
  fileprivate func encodeMember<T: Encodable>(_ value: T) throws {
    try encodeValue(value)
    if case .nothing = draft.content { draft.content = .object([]) }
  }
}

extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { draft.content = .scalar(.null) }
  func encode<T: Encodable>(_ value: T) throws { try encodeValue(value) }
}

/// The members of an object under construction.
private struct KeyedDraft<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  /// Adds a member and returns its encoder.
  private func add(_ key: some CodingKey) -> ValueEncoder {
    let draft = Draft()
    encoder.draft.set(key.stringValue, draft)
    return encoder.child(draft, key)
  }

  private func checkKey(_ key: Key) throws {
    guard key.stringValue.utf8.contains(0) else { return }
    throw EncodingError.invalidValue(
      key.stringValue,
      EncodingError.Context(
        codingPath: codingPath, debugDescription: "a key holds a NUL character"))
  }

  func encodeNil(forKey key: Key) throws {
    try checkKey(key)
    encoder.draft.set(key.stringValue, Draft(.scalar(.null)))
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try checkKey(key)
    let json: JSONValue?
    do throws(JSONError) { json = try scalar(value) } catch { throw add(key).invalid(value, error) }
    if let json {
      encoder.draft.set(key.stringValue, Draft(.scalar(json)))
    } else {
      try add(key).encodeMember(value)
    }
  }

  /// The encoder of a member that may hold a container of the kind already.
  private func nested(_ key: Key, isObject: Bool) -> ValueEncoder {
    if let present = encoder.draft.member(key.stringValue),
      isObject ? present.isObject : present.isArray
    {
      return encoder.child(present, key)
    }
    return add(key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nested(key, isObject: true).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key, isObject: false).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { add(IndexKey.superKey) }
  func superEncoder(forKey key: Key) -> any Encoder { add(key) }
}

/// The elements of a list under construction.
private struct UnkeyedDraft: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int {
    if case .array(let elements) = encoder.draft.content { elements.count } else { 0 }
  }

  /// Adds an element, `null` until it is encoded, and returns its encoder.
  private func add() -> ValueEncoder {
    let (draft, key) = (Draft(), IndexKey(count))
    encoder.draft.append(draft)
    return encoder.child(draft, key)
  }

  func encodeNil() throws { encoder.draft.append(Draft(.scalar(.null))) }
  func encode<T: Encodable>(_ value: T) throws { try add().encodeMember(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    add().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { add().unkeyedContainer() }
  func superEncoder() -> any Encoder { add() }
}

/// The JSON value of a scalar; `nil` for a type that encodes itself.
@inline(__always)
private func scalar<T: Encodable>(_ value: T) throws(JSONError) -> JSONValue? {
  if let text = same(value, as: String.self) { return .string(text) }
  if let number = same(value, as: Int.self) { return .int(Int64(number)) }
  if let flag = same(value, as: Bool.self) { return .bool(flag) }
  if let number = same(value, as: Double.self) { return try real(number) }
  if let json = same(value, as: JSONValue.self) {
    try check(json)
    return json
  }
  if let number = same(value, as: Int64.self) { return .int(number) }
  if let number = same(value, as: UInt64.self) { return try integer(number) }
  if let number = same(value, as: UInt.self) { return try integer(number) }
  if let number = same(value, as: Int32.self) { return .int(Int64(number)) }
  if let number = same(value, as: UInt32.self) { return .int(Int64(number)) }
  if let number = same(value, as: Int16.self) { return .int(Int64(number)) }
  if let number = same(value, as: UInt16.self) { return .int(Int64(number)) }
  if let number = same(value, as: Int8.self) { return .int(Int64(number)) }
  if let number = same(value, as: UInt8.self) { return .int(Int64(number)) }
  if let number = same(value, as: Float.self) { return try real(Double(number)) }
  if let number = same(value, as: Int128.self) { return try integer(number) }
  if let number = same(value, as: UInt128.self) { return try integer(number) }
  return nil
}

/// The value as its own type; comparing types first spares a cast for each other type.
@inline(__always)
private func same<T, U>(_ value: T, as type: U.Type) -> U? {
  T.self == U.self ? value as? U : nil
}

private func real(_ number: Double) throws(JSONError) -> JSONValue {
  guard number.isFinite else {
    throw JSONError(.notRepresentable, "\(number) is not a valid JSON number")
  }
  return .double(number == 0 ? 0 : number)
}

private func integer(_ number: some FixedWidthInteger) throws(JSONError) -> JSONValue {
  guard let exact = Int64(exactly: number) else {
    throw JSONError(.notRepresentable, "\(number) does not fit into 64 bits")
  }
  return .int(exact)
}

/// Refuses a value in memory that JSON can't hold.
private func check(_ value: JSONValue) throws(JSONError) {
  switch value {
  case .double(let number): _ = try real(number)
  case .array(let elements): for element in elements { try check(element) }
  case .object(let members):
    for member in members {
      try JSONBuffer.checkKey(member.key)
      try check(member.value)
    }
  default: break
  }
}

import CJansson

/// Encodes `Encodable` values as canonical JSON texts.
///
/// Keys are sorted, there are no spaces, and reals have at most 15 significant digits: equal values
/// give equal bytes on every platform.
///
/// ```swift
/// struct Move: Codable { var digit: Int; var cell: String }
/// try CanonicalJSONEncoder().encodeText(Move(digit: 5, cell: "r4c7"))    // {"cell":"r4c7","digit":5}
/// ```
public struct CanonicalJSONEncoder: Sendable {
  /// What the types that are encoded may look at.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates an encoder.
  ///
  /// - Parameter userInfo: What the types that are encoded may look at.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) { self.userInfo = userInfo }

  /// Encodes a value as a text in UTF-8.
  ///
  /// - Parameter value: The value.
  /// - Returns: The canonical bytes, without a line end.
  /// - Throws: `EncodingError` for what JSON can't hold, or what the value throws.
  public func encode(_ value: some Encodable) throws -> [UInt8] {
    var buffer = JSONBuffer()
    try buffer.append(encoding: value, with: self)
    return buffer.withUnsafeBytes { [UInt8]($0) }
  }

  /// Encodes a value as a text.
  ///
  /// - Parameter value: The value.
  /// - Returns: The canonical text, without a line end.
  /// - Throws: `EncodingError` for what JSON can't hold, or what the value throws.
  public func encodeText(_ value: some Encodable) throws -> String {
    var buffer = JSONBuffer()
    try buffer.append(encoding: value, with: self)
    return buffer.text
  }

  /// Encodes a value as a JSON value in memory.
  ///
  /// - Parameter value: The value.
  /// - Returns: The JSON value.
  /// - Throws: `EncodingError` for what JSON can't hold, or what the value throws.
  public func encodeValue(_ value: some Encodable) throws -> JSONValue {
    let tree = try makeTree(value)
    return withExtendedLifetime(tree) { JSONValue(copying: tree.root) }
  }

  /// Encodes a value as jansson's tree.
  func makeTree<T: Encodable>(_ value: T) throws -> JSONTree {
    let encoder = TreeEncoder(target: .root, path: CodingPath(), userInfo: userInfo)
    try encoder.encodeValue(value)
    guard let tree = encoder.result else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(codingPath: [], debugDescription: "\(T.self) encoded nothing"))
    }
    return tree
  }
}

/// An encoder for one value: it puts what it gets into its place in the tree.
final class TreeEncoder: Encoder {
  /// The place of the value.
  enum Target {
    case root
    case member(of: JSONTree, key: String)
    case element(of: JSONTree, index: Int)
  }

  private let target: Target
  let path: CodingPath
  private let sendableUserInfo: [CodingUserInfoKey: any Sendable]
  /// What was put, `nil` before.
  private(set) var result: JSONTree?

  init(target: Target, path: CodingPath, userInfo: [CodingUserInfoKey: any Sendable]) {
    self.target = target
    self.path = path
    sendableUserInfo = userInfo
  }

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { sendableUserInfo }

  /// An encoder for a value below this one.
  func child(_ target: Target, _ key: any CodingKey) -> TreeEncoder {
    TreeEncoder(target: target, path: path.appending(key), userInfo: sendableUserInfo)
  }

  /// Puts a value, whose reference is taken over, into its place.
  func put(_ pointer: JSONPointer) {
    let tree = JSONTree(owning: pointer)
    result = tree
    switch target {
    case .root: break
    case .member(let object, let key):
      withExtendedLifetime(object) { try? setMember(object.root, key, tree.retainedRoot) }
    case .element(let array, let index):
      withExtendedLifetime(array) {
        _ = json_array_set_new(array.root, index, tree.retainedRoot)
      }
    }
  }

  /// The container of a kind: the one that was made before, or a new one.
  func containerTree(isObject: Bool) -> JSONTree {
    if let result, result.root.pointee.type == (isObject ? JSON_OBJECT : JSON_ARRAY) {
      return result
    }
    precondition(result == nil, "a value asks for containers of two kinds")
    guard let pointer = isObject ? json_object() : json_array() else {
      preconditionFailure("out of memory")
    }
    put(pointer)
    return result ?? JSONTree(owning: pointer)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(
      KeyedTree<Key>(encoder: self, tree: containerTree(isObject: true)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedTree(encoder: self, tree: containerTree(isObject: false))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeValue<T: Encodable>(_ value: T) throws {
    if T.self == JSONValue.self, let json = value as? JSONValue {
      put(try representing(value) { () throws(JSONError) in try json.makePointer() })
      return
    }
    try value.encode(to: self)
  }

  /// Encodes a value; one that encodes nothing leaves an empty object in its place.
  func encodeMember<T: Encodable>(_ value: T) throws {
    try encodeValue(value)
    if result == nil { _ = containerTree(isObject: true) }
  }

  /// Names the place of what JSON can't hold.
  func representing(
    _ value: Any, _ body: () throws(JSONError) -> JSONPointer
  ) throws -> JSONPointer {
    do {
      return try body()
    } catch {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: codingPath, debugDescription: error.message, underlyingError: error))
    }
  }

  func putInteger(_ value: some FixedWidthInteger) throws {
    put(
      try representing(value) { () throws(JSONError) in
        guard let exact = Int64(exactly: value) else {
          throw JSONError(.notRepresentable, "\(value) does not fit into 64 bits")
        }
        return try owned(json_integer(exact))
      })
  }

  func putReal(_ value: Double) throws {
    put(try representing(value) { () throws(JSONError) in try makeReal(value) })
  }
}

extension TreeEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { put(try owned(json_null())) }
  func encode(_ value: Bool) throws { put(try owned(value ? json_true() : json_false())) }
  func encode(_ value: String) throws { put(try makeString(value)) }
  func encode(_ value: Double) throws { try putReal(value) }
  func encode(_ value: Float) throws { try putReal(Double(value)) }
  func encode(_ value: Int) throws { try putInteger(value) }
  func encode(_ value: Int8) throws { try putInteger(value) }
  func encode(_ value: Int16) throws { try putInteger(value) }
  func encode(_ value: Int32) throws { try putInteger(value) }
  func encode(_ value: Int64) throws { try putInteger(value) }
  func encode(_ value: UInt) throws { try putInteger(value) }
  func encode(_ value: UInt8) throws { try putInteger(value) }
  func encode(_ value: UInt16) throws { try putInteger(value) }
  func encode(_ value: UInt32) throws { try putInteger(value) }
  func encode(_ value: UInt64) throws { try putInteger(value) }
  func encode<T: Encodable>(_ value: T) throws { try encodeValue(value) }
}

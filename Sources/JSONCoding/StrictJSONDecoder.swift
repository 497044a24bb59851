/// Decodes `Decodable` values from JSON texts.
///
/// Types are strict: an integer is never read from a real or a text, and it must fit. Unknown
/// members are ignored. An error says where it is (`DecodingError.jsonPath`).
///
/// ```swift
/// struct Move: Codable { var cell: String; var digit: Int }
/// let move = try StrictJSONDecoder().decode(Move.self, from: #"{"cell": "r4c7", "digit": 5}"#)
/// ```
public struct StrictJSONDecoder: Sendable {
  /// How deep and long a text may be.
  public var limits: JSONLimits
  /// What the types that are decoded may look at.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - limits: How deep and long a text may be.
  ///   - userInfo: What the types that are decoded may look at.
  public init(
    limits: JSONLimits = .standard, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.limits = limits
    self.userInfo = userInfo
  }

  /// Decodes a value from a text.
  ///
  /// - Parameters:
  ///   - type: What to decode.
  ///   - text: One JSON value.
  /// - Returns: The value.
  /// - Throws: `JSONError` where the text is not valid JSON, `DecodingError` where it does not fit.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from text: some StringProtocol
  ) throws -> T {
    try decode(type, from: JSONNode(parsing: text, limits: limits))
  }

  /// Decodes a value from a text.
  ///
  /// - Parameters:
  ///   - type: What to decode.
  ///   - bytes: One JSON value in UTF-8.
  /// - Returns: The value.
  /// - Throws: `JSONError` where the text is not valid JSON, `DecodingError` where it does not fit.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from bytes: [UInt8]) throws -> T {
    try decode(type, from: JSONNode(parsing: bytes, limits: limits))
  }

  /// Decodes a value from a text.
  ///
  /// - Parameters:
  ///   - type: What to decode.
  ///   - bytes: One JSON value in UTF-8.
  /// - Returns: The value.
  /// - Throws: `JSONError` where the text is not valid JSON, `DecodingError` where it does not fit.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from bytes: UnsafeRawBufferPointer
  ) throws -> T {
    try decode(type, from: JSONNode(parsing: bytes, limits: limits))
  }

  /// Decodes a value from a parsed value.
  ///
  /// - Parameters:
  ///   - type: What to decode.
  ///   - node: The parsed value.
  /// - Returns: The value.
  /// - Throws: `DecodingError` where it does not fit.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from node: JSONNode) throws -> T {
    try NodeDecoder(node: node, path: CodingPath(), settings: self).decodeValue(type)
  }

  /// Decodes a value from a value in memory.
  ///
  /// - Parameters:
  ///   - type: What to decode.
  ///   - value: The JSON value.
  /// - Returns: The value.
  /// - Throws: `DecodingError` where it does not fit.
  public func decode<T: Decodable>(_ type: T.Type = T.self, from value: JSONValue) throws -> T {
    let tree = JSONTree(owning: try value.makePointer())
    return try decode(type, from: JSONNode(tree: tree, pointer: tree.root))
  }
}

/// A decoder for one value of a tree.
struct NodeDecoder: Decoder {
  let node: JSONNode
  let path: CodingPath
  let settings: StrictJSONDecoder

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { settings.userInfo }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard node.kind == .object else { throw mismatch([String: JSONValue].self, "an object") }
    return KeyedDecodingContainer(KeyedNodes<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard node.kind == .array else { throw mismatch([JSONValue].self, "an array") }
    return UnkeyedNodes(decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// The decoder of a value below this one.
  func child(_ node: JSONNode, _ key: any CodingKey) -> NodeDecoder {
    NodeDecoder(node: node, path: path.appending(key), settings: settings)
  }

  func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    let found: String
    switch node.kind {
    case .null:
      return .valueNotFound(
        type,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "expected \(expected), found null"))
    case .bool: found = "a boolean"
    case .int: found = "an integer"
    case .double: found = "a number"
    case .string: found = "a string"
    case .array: found = "an array"
    case .object: found = "an object"
    }
    return .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "expected \(expected), found \(found)"))
  }

  func boolean() throws -> Bool {
    guard let value = node.bool else { throw mismatch(Bool.self, "a boolean") }
    return value
  }

  func text() throws -> String {
    guard let value = node.string else { throw mismatch(String.self, "a string") }
    return value
  }

  func real<T: BinaryFloatingPoint>(_ type: T.Type) throws -> T {
    guard let value = node.double else { throw mismatch(type, "a number") }
    return T(value)
  }

  func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    guard let value = node.int else { throw mismatch(type, "an integer") }
    guard let exact = T(exactly: value) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "\(value) does not fit into \(type)"))
    }
    return exact
  }

  func decodeValue<T: Decodable>(_ type: T.Type) throws -> T {
    if type == JSONValue.self, let value = node.value as? T { return value }
    return try T(from: self)
  }
}

extension NodeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { node.isNull }
  func decode(_ type: Bool.Type) throws -> Bool { try boolean() }
  func decode(_ type: String.Type) throws -> String { try text() }
  func decode(_ type: Double.Type) throws -> Double { try real(type) }
  func decode(_ type: Float.Type) throws -> Float { try real(type) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decodeValue(type) }
}

#if !SwiftJSON
  import CJansson
#endif

/// A view of one value in a parsed text.
///
/// It reads straight from the parser's tree and copies nothing but what is asked for, so it is the
/// fast way to take a few members out of a message. It keeps the tree alive.
///
/// ```swift
/// let node = try JSONNode(parsing: #"{"method": "ping", "id": 7}"#)
/// node["method"]?.string    // "ping"
/// node["id"]?.int           // 7
/// let value = node.value    // the whole as a JSONValue
/// ```
package struct JSONNode: Sendable {
  package enum Kind: Sendable { case null, bool, int, double, string, array, object }

  let tree: JSONTree
  // The pointer belongs to `tree`, which is never changed once it is parsed.
  nonisolated(unsafe) let pointer: JSONPointer

  init(tree: JSONTree, pointer: JSONPointer) {
    self.tree = tree
    self.pointer = pointer
  }

  package init(
    parsing bytes: UnsafeRawBufferPointer, limits: JSONLimits = .standard
  ) throws(JSONError) {
    let tree = try JSONTree(parsing: bytes, limits: limits)
    self.init(tree: tree, pointer: tree.root)
  }

  package init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
    let result = bytes.withUnsafeBytes { raw in
      Result { () throws(JSONError) in try JSONNode(parsing: raw, limits: limits) }
    }
    self = try result.get()
  }

  package init(
    parsing text: some StringProtocol, limits: JSONLimits = .standard
  ) throws(JSONError) {
    var text = String(text)
    let result = text.withUTF8 { raw in
      Result { () throws(JSONError) in
        try JSONNode(parsing: UnsafeRawBufferPointer(raw), limits: limits)
      }
    }
    self = try result.get()
  }

  package static let emptyObject: JSONNode = {
    guard let root = json_object() else { preconditionFailure("out of memory") }
    let tree = JSONTree(owning: root)
    return JSONNode(tree: tree, pointer: tree.root)
  }()

  @inline(__always)
  private func read<R>(_ body: (JSONPointer) -> R) -> R {
    withExtendedLifetime(tree) { body(pointer) }
  }

  package var kind: Kind {
    read { pointer in
      switch pointer.pointee.type {
      case JSON_OBJECT: .object
      case JSON_ARRAY: .array
      case JSON_STRING: .string
      case JSON_INTEGER: .int
      case JSON_REAL: .double
      case JSON_TRUE, JSON_FALSE: .bool
      default: .null
      }
    }
  }

  package var isNull: Bool { kind == .null }

  package var bool: Bool? {
    read { pointer in
      switch pointer.pointee.type {
      case JSON_TRUE: true
      case JSON_FALSE: false
      default: nil
      }
    }
  }

  package var int: Int64? {
    read { $0.pointee.type == JSON_INTEGER ? json_integer_value($0) : nil }
  }

  /// The number as an integer: one without point and exponent, or one whose value is integral.
  ///
  /// `2`, `2.0` and `2e0` are the same integer, as JSON Schema says; `nil` for anything else and
  /// for what does not fit in 64 bits.
  package var integer: Int64? {
    read { pointer in
      switch pointer.pointee.type {
      case JSON_INTEGER: json_integer_value(pointer)
      case JSON_REAL: Int64(exactly: json_real_value(pointer))
      default: nil
      }
    }
  }

  /// The number as a double, of an integer too; `nil` for any other kind.
  package var double: Double? {
    read { pointer in
      switch pointer.pointee.type {
      case JSON_REAL: json_real_value(pointer)
      case JSON_INTEGER: Double(json_integer_value(pointer))
      default: nil
      }
    }
  }

  package var string: String? { withUTF8 { String(decoding: $0, as: UTF8.self) } }

  /// Calls `body` with the bytes of a text, without a copy.
  package func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R? {
    try withExtendedLifetime(tree) {
      guard pointer.pointee.type == JSON_STRING, let text = json_string_value(pointer) else {
        return nil
      }
      let count = json_string_length(pointer)
      return try text.withMemoryRebound(to: UInt8.self, capacity: count) {
        try body(UnsafeBufferPointer(start: $0, count: count))
      }
    }
  }

  /// The number of elements or members; 0 for any other kind.
  package var count: Int {
    read { pointer in
      switch pointer.pointee.type {
      case JSON_ARRAY: json_array_size(pointer)
      case JSON_OBJECT: json_object_size(pointer)
      default: 0
      }
    }
  }

  /// An element of a list; `nil` where there is none or this is not a list.
  package subscript(index: Int) -> JSONNode? {
    read { pointer in
      guard index >= 0, let element = json_array_get(pointer, index) else { return nil }
      return JSONNode(tree: tree, pointer: element)
    }
  }

  /// The value of a key; `nil` where there is none or this is not an object.
  package subscript(key: String) -> JSONNode? {
    var key = key
    return key.withUTF8 { member($0) }
  }

  /// The value of a key; `nil` where there is none or this is not an object.
  package subscript(key: StaticString) -> JSONNode? {
    guard key.hasPointerRepresentation else { return self["\(key)"] }
    return member(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
  }

  private func member(_ key: UnsafeBufferPointer<UInt8>) -> JSONNode? {
    read { pointer in
      // An empty text may come without an address; jansson wants one.
      let found =
        key.isEmpty
        ? json_object_getn(pointer, "", 0)
        : key.withMemoryRebound(to: CChar.self) {
          json_object_getn(pointer, $0.baseAddress, $0.count)
        }
      return found.map { JSONNode(tree: tree, pointer: $0) }
    }
  }

  /// Calls `body` with each member in the order of the text; nothing for other kinds.
  package func forEachMember(_ body: (String, JSONNode) throws -> Void) rethrows {
    try withExtendedLifetime(tree) {
      var iterator = json_object_iter(pointer)
      while let current = iterator {
        let key = UnsafeBufferPointer(
          start: json_object_iter_key(current), count: json_object_iter_key_len(current))
        if let member = json_object_iter_value(current) {
          let name = key.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
          try body(name, JSONNode(tree: tree, pointer: member))
        }
        iterator = json_object_iter_next(pointer, current)
      }
    }
  }

  /// The whole value, copied.
  package var value: JSONValue { withExtendedLifetime(tree) { JSONValue(copying: pointer) } }
}

extension JSONNode: CustomStringConvertible {
  package var description: String { value.description }
}

extension JSONValue {
  /// Parses one value in UTF-8; spaces around it are allowed.
  package init(
    parsing text: some StringProtocol, limits: JSONLimits = .standard
  ) throws(JSONError) {
    self = try JSONNode(parsing: text, limits: limits).value
  }

  package init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
    self = try JSONNode(parsing: bytes, limits: limits).value
  }

  package init(
    parsing bytes: UnsafeRawBufferPointer, limits: JSONLimits = .standard
  ) throws(JSONError) {
    self = try JSONNode(parsing: bytes, limits: limits).value
  }

  /// The canonical text in UTF-8.
  ///
  /// Throws `notRepresentable` for a number that is not finite or a key with a NUL character.
  package func canonicalBytes() throws(JSONError) -> [UInt8] {
    var buffer = JSONBuffer()
    try buffer.append(self)
    return buffer.withUnsafeBytes { [UInt8]($0) }
  }

  /// Copies a value out of jansson's tree; the caller keeps the tree alive.
  ///
  /// The recursion is bounded: a tree is parsed within `JSONLimits.maximumDepth`.
  init(copying pointer: JSONPointer) {
    switch pointer.pointee.type {
    case JSON_TRUE: self = .bool(true)
    case JSON_FALSE: self = .bool(false)
    case JSON_INTEGER: self = .int(json_integer_value(pointer))
    case JSON_REAL: self = .double(json_real_value(pointer))
    case JSON_STRING:
      self = .string(copyText(json_string_value(pointer), json_string_length(pointer)))
    case JSON_ARRAY:
      let count = json_array_size(pointer)
      var elements: [JSONValue] = []
      elements.reserveCapacity(count)
      for index in 0..<count {
        if let element = json_array_get(pointer, index) {
          elements.append(JSONValue(copying: element))
        }
      }
      self = .array(elements)
    case JSON_OBJECT:
      var members: [JSONObject.Member] = []
      members.reserveCapacity(json_object_size(pointer))
      var iterator = json_object_iter(pointer)
      while let current = iterator {
        if let member = json_object_iter_value(current) {
          let key = copyText(json_object_iter_key(current), json_object_iter_key_len(current))
          members.append(JSONObject.Member(key: key, value: JSONValue(copying: member)))
        }
        iterator = json_object_iter_next(pointer, current)
      }
      self = .object(JSONObject(unsorted: members))
    default: self = .null
    }
  }
}

/// Copies a text out of jansson's memory.
private func copyText(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
  guard let start else { return "" }
  return start.withMemoryRebound(to: UInt8.self, capacity: count) {
    String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
  }
}

extension JSONValue: CustomStringConvertible {
  /// The canonical text; `null` in place of a value that JSON can't hold.
  package var description: String {
    guard let bytes = try? canonicalBytes() else { return "null" }
    return String(decoding: bytes, as: UTF8.self)
  }
}

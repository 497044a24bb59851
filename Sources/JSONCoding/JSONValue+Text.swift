import CJansson

extension JSONValue {
  /// Parses a text.
  ///
  /// - Parameters:
  ///   - text: One value, spaces around it are allowed.
  ///   - limits: How deep and long it may be.
  /// - Throws: `JSONError` with line, column and byte offset.
  public init(
    parsing text: some StringProtocol, limits: JSONLimits = .standard
  ) throws(JSONError) {
    self = try JSONNode(parsing: text, limits: limits).value
  }

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - bytes: One value in UTF-8, spaces around it are allowed.
  ///   - limits: How deep and long it may be.
  /// - Throws: `JSONError` with line, column and byte offset.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
    self = try JSONNode(parsing: bytes, limits: limits).value
  }

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - bytes: One value in UTF-8, spaces around it are allowed.
  ///   - limits: How deep and long it may be.
  /// - Throws: `JSONError` with line, column and byte offset.
  public init(
    parsing bytes: UnsafeRawBufferPointer, limits: JSONLimits = .standard
  ) throws(JSONError) {
    self = try JSONNode(parsing: bytes, limits: limits).value
  }

  /// The canonical text in UTF-8.
  ///
  /// - Throws: `JSONError` with `notRepresentable` for a number that is not finite or a key with a
  ///   NUL character.
  public func canonicalBytes() throws(JSONError) -> [UInt8] {
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

  /// Builds jansson's tree for this value; members are added in canonical order.
  func makePointer() throws(JSONError) -> JSONPointer {
    switch self {
    case .null: return try owned(json_null())
    case .bool(let value): return try owned(value ? json_true() : json_false())
    case .int(let value): return try owned(json_integer(value))
    case .double(let value): return try makeReal(value)
    case .string(let value): return try makeString(value)
    case .array(let elements):
      let tree = JSONTree(owning: try owned(json_array()))
      for element in elements { json_array_append_new(tree.root, try element.makePointer()) }
      return tree.retainedRoot
    case .object(let members):
      let tree = JSONTree(owning: try owned(json_object()))
      for member in members {
        try setMember(tree.root, member.key, try member.value.makePointer())
      }
      return tree.retainedRoot
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

/// The pointer that a constructor of jansson returned; it returns none only when memory is short.
func owned(_ pointer: JSONPointer?) throws(JSONError) -> JSONPointer {
  guard let pointer else { throw JSONError(.notRepresentable, "out of memory") }
  return pointer
}

/// A real, `-0` as `0`.
func makeReal(_ value: Double) throws(JSONError) -> JSONPointer {
  guard value.isFinite else {
    throw JSONError(.notRepresentable, "\(value) is not a valid JSON number")
  }
  return try owned(json_real(value == 0 ? 0 : value))
}

/// A text; NUL characters are kept.
func makeString(_ value: String) throws(JSONError) -> JSONPointer {
  var value = value
  let pointer = value.withUTF8 { text in
    text.isEmpty
      ? json_stringn_nocheck("", 0)
      : text.withMemoryRebound(to: CChar.self) { json_stringn_nocheck($0.baseAddress, $0.count) }
  }
  return try owned(pointer)
}

/// Sets a member and takes over the reference to its value.
func setMember(
  _ object: JSONPointer, _ key: String, _ value: JSONPointer
) throws(JSONError) {
  var key = key
  let isSet = key.withUTF8 { text in
    guard !text.contains(0) else {
      json_decref(value)
      return false
    }
    let status =
      text.isEmpty
      ? json_object_setn_new_nocheck(object, "", 0, value)
      : text.withMemoryRebound(to: CChar.self) {
        json_object_setn_new_nocheck(object, $0.baseAddress, $0.count, value)
      }
    return status == 0
  }
  guard isSet else { throw JSONError(.notRepresentable, "a key holds a NUL character") }
}

extension JSONValue: CustomStringConvertible {
  /// The canonical text; `null` in place of a value that JSON can't hold.
  public var description: String {
    guard let bytes = try? canonicalBytes() else { return "null" }
    return String(decoding: bytes, as: UTF8.self)
  }
}

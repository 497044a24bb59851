import CJansson

/// The members of an object under construction.
struct KeyedTree<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TreeEncoder
  let tree: JSONTree

  var codingPath: [any CodingKey] { encoder.codingPath }

  /// The encoder of a member.
  private func member(_ key: some CodingKey) -> TreeEncoder {
    encoder.child(.member(of: tree, key: key.stringValue), key)
  }

  private func set(_ pointer: JSONPointer, _ key: Key) throws {
    defer { withExtendedLifetime(tree) {} }
    do {
      try setMember(tree.root, key.stringValue, pointer)
    } catch {
      throw EncodingError.invalidValue(
        key.stringValue,
        EncodingError.Context(codingPath: codingPath, debugDescription: error.message))
    }
  }

  private func setInteger(_ value: some FixedWidthInteger, _ key: Key) throws {
    guard let exact = Int64(exactly: value) else {
      try member(key).putInteger(value)
      return
    }
    try set(owned(json_integer(exact)), key)
  }

  func encodeNil(forKey key: Key) throws { try set(owned(json_null()), key) }
  func encode(_ value: Bool, forKey key: Key) throws {
    try set(owned(value ? json_true() : json_false()), key)
  }
  func encode(_ value: String, forKey key: Key) throws { try set(makeString(value), key) }
  func encode(_ value: Double, forKey key: Key) throws { try member(key).putReal(value) }
  func encode(_ value: Float, forKey key: Key) throws { try member(key).putReal(Double(value)) }
  func encode(_ value: Int, forKey key: Key) throws { try setInteger(value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { try setInteger(value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { try setInteger(value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { try setInteger(value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { try setInteger(value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { try setInteger(value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try setInteger(value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try setInteger(value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try setInteger(value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try setInteger(value, key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try checkKey(key)
    try member(key).encodeMember(value)
  }

  /// Refuses a key that JSON can't hold before a value is put under it.
  private func checkKey(_ key: Key) throws {
    guard key.stringValue.utf8.contains(0) else { return }
    throw EncodingError.invalidValue(
      key.stringValue,
      EncodingError.Context(
        codingPath: codingPath, debugDescription: "a key holds a NUL character"))
  }

  /// The encoder of a member that may hold a container already.
  private func nested(_ key: Key, isObject: Bool) -> JSONTree {
    withExtendedLifetime(tree) {
      if let present = json_object_get(tree.root, key.stringValue),
        present.pointee.type == (isObject ? JSON_OBJECT : JSON_ARRAY)
      {
        json_incref(present)
        return JSONTree(owning: present)
      }
      return member(key).containerTree(isObject: isObject)
    }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      KeyedTree<NestedKey>(encoder: member(key), tree: nested(key, isObject: true)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    UnkeyedTree(encoder: member(key), tree: nested(key, isObject: false))
  }

  func superEncoder() -> any Encoder { member(IndexKey.superKey) }

  func superEncoder(forKey key: Key) -> any Encoder { member(key) }
}

/// The elements of a list under construction.
struct UnkeyedTree: UnkeyedEncodingContainer {
  let encoder: TreeEncoder
  let tree: JSONTree

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { withExtendedLifetime(tree) { json_array_size(tree.root) } }

  /// The encoder of a new element; `null` stands in its place until it is encoded.
  private func element() -> TreeEncoder {
    let index = count
    withExtendedLifetime(tree) { _ = json_array_append_new(tree.root, json_null()) }
    return encoder.child(.element(of: tree, index: index), IndexKey(index))
  }

  private func append(_ pointer: JSONPointer) {
    withExtendedLifetime(tree) { _ = json_array_append_new(tree.root, pointer) }
  }

  private func appendInteger(_ value: some FixedWidthInteger) throws {
    guard let exact = Int64(exactly: value) else {
      try element().putInteger(value)
      return
    }
    append(try owned(json_integer(exact)))
  }

  func encodeNil() throws { append(try owned(json_null())) }
  func encode(_ value: Bool) throws { append(try owned(value ? json_true() : json_false())) }
  func encode(_ value: String) throws { append(try makeString(value)) }
  func encode(_ value: Double) throws { try element().putReal(value) }
  func encode(_ value: Float) throws { try element().putReal(Double(value)) }
  func encode(_ value: Int) throws { try appendInteger(value) }
  func encode(_ value: Int8) throws { try appendInteger(value) }
  func encode(_ value: Int16) throws { try appendInteger(value) }
  func encode(_ value: Int32) throws { try appendInteger(value) }
  func encode(_ value: Int64) throws { try appendInteger(value) }
  func encode(_ value: UInt) throws { try appendInteger(value) }
  func encode(_ value: UInt8) throws { try appendInteger(value) }
  func encode(_ value: UInt16) throws { try appendInteger(value) }
  func encode(_ value: UInt32) throws { try appendInteger(value) }
  func encode(_ value: UInt64) throws { try appendInteger(value) }
  func encode<T: Encodable>(_ value: T) throws { try element().encodeMember(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    let element = element()
    return KeyedEncodingContainer(
      KeyedTree<NestedKey>(encoder: element, tree: element.containerTree(isObject: true)))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let element = element()
    return UnkeyedTree(encoder: element, tree: element.containerTree(isObject: false))
  }

  func superEncoder() -> any Encoder { element() }
}

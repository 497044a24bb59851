import JSONCoding

/// One field of a record: its name, its schema, and how it is read from the record.
public struct RecordField<Root: Sendable>: Sendable {
  /// The name in JSON.
  public let name: String
  let schema: Schema
  let isRequired: Bool
  /// The value; `nil` where the field is omitted.
  let json: @Sendable (Root) -> JSONValue?
  /// Appends name, value and a comma; nothing where the field is omitted.
  let append: @Sendable (Root, inout JSONBuffer) throws(JSONError) -> Void

  /// A field that is always there.
  public static func required<Value: JSONShaped>(
    _ name: String, _ summary: String = "", _ schema: Schema? = nil,
    _ value: @escaping @Sendable (Root) -> Value
  ) -> RecordField {
    let head = Head(name)
    return RecordField(
      name: name, schema: (schema ?? Value.schema).described(summary), isRequired: true,
      json: { value($0).json },
      append: { (root, buffer) throws(JSONError) in
        try head.append(value(root), to: &buffer)
      })
  }

  /// A field that is omitted where there is no value.
  public static func optional<Value: JSONShaped>(
    _ name: String, _ summary: String = "", _ schema: Schema? = nil,
    _ value: @escaping @Sendable (Root) -> Value?
  ) -> RecordField {
    let head = Head(name)
    return RecordField(
      name: name, schema: (schema ?? Value.schema).described(summary), isRequired: false,
      json: { value($0)?.json },
      append: { (root, buffer) throws(JSONError) in
        if let value = value(root) { try head.append(value, to: &buffer) }
      })
  }

  /// A field that is `null` where there is no value.
  public static func nullable<Value: JSONShaped>(
    _ name: String, _ summary: String = "", _ schema: Schema? = nil,
    _ value: @escaping @Sendable (Root) -> Value?
  ) -> RecordField {
    let head = Head(name)
    return RecordField(
      name: name, schema: (schema ?? Value.schema).nullable.described(summary), isRequired: true,
      json: { value($0)?.json ?? .null },
      append: { (root, buffer) throws(JSONError) in
        if let value = value(root) {
          try head.append(value, to: &buffer)
        } else {
          try head.append(JSONValue.null, to: &buffer)
        }
      })
  }
}

/// The name of a field as it is written, quotes and colon included.
private struct Head: Sendable {
  private let bytes: [UInt8]

  init(_ name: String) { bytes = Array("\"\(name)\":".utf8) }

  @inline(__always)
  func append(_ value: some JSONShaped, to buffer: inout JSONBuffer) throws(JSONError) {
    bytes.withUnsafeBytes { buffer.append(bytes: $0) }
    try value.append(to: &buffer)
    buffer.append(byte: UInt8(ascii: ","))
  }
}

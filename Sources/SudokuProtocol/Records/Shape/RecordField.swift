import JSONCoding

/// One field of a record: its name, its schema, and how it is read from the record.
public struct RecordField<Root: Sendable>: Sendable {
  let head: FieldHead
  /// The value; `nil` where the field is omitted.
  let json: @Sendable (Root) -> JSONValue?
  /// Appends name, value and a comma; nothing where the field is omitted.
  let append: @Sendable (Root, inout JSONBuffer) throws(JSONError) -> Void

  /// The name in JSON.
  public var name: String { head.name }

  /// A field that is always there.
  public static func required<Value: JSONShaped>(
    _ name: String, _ summary: String = "", _ schema: Schema? = nil,
    _ value: @escaping @Sendable (Root) -> Value
  ) -> RecordField {
    let head = FieldHead(name, schema ?? Value.schema, summary, isRequired: true)
    return RecordField(
      head: head, json: { value($0).json },
      append: { (root, buffer) throws(JSONError) in
        try head.append(value(root), to: &buffer)
      })
  }

  /// A field that is omitted where there is no value.
  public static func optional<Value: JSONShaped>(
    _ name: String, _ summary: String = "", _ schema: Schema? = nil,
    _ value: @escaping @Sendable (Root) -> Value?
  ) -> RecordField {
    let head = FieldHead(name, schema ?? Value.schema, summary, isRequired: false)
    return RecordField(
      head: head, json: { value($0)?.json },
      append: { (root, buffer) throws(JSONError) in
        if let value = value(root) { try head.append(value, to: &buffer) }
      })
  }

  /// A field that is `null` where there is no value.
  public static func nullable<Value: JSONShaped>(
    _ name: String, _ summary: String = "", _ schema: Schema? = nil,
    _ value: @escaping @Sendable (Root) -> Value?
  ) -> RecordField {
    let head = FieldHead(name, (schema ?? Value.schema).nullable, summary, isRequired: true)
    return RecordField(
      head: head, json: { value($0)?.json ?? .null },
      append: { (root, buffer) throws(JSONError) in
        if let value = value(root) {
          try head.append(value, to: &buffer)
        } else {
          try head.append(JSONValue.null, to: &buffer)
        }
      })
  }
}

/// What a field is, whatever the record: compiled once, not for each type.
struct FieldHead: Sendable {
  let name: String
  let schema: Schema
  let isRequired: Bool
  /// The name as it is written, quotes and colon included.
  private let bytes: [UInt8]

  @inline(never)
  init(_ name: String, _ schema: Schema, _ summary: String, isRequired: Bool) {
    self.name = name
    self.schema = schema.described(summary)
    self.isRequired = isRequired
    bytes = Array("\"\(name)\":".utf8)
  }

  @inline(__always)
  func append(_ value: some JSONShaped, to buffer: inout JSONBuffer) throws(JSONError) {
    appendName(to: &buffer)
    try value.append(to: &buffer)
    buffer.append(byte: UInt8(ascii: ","))
  }

  private func appendName(to buffer: inout JSONBuffer) {
    bytes.withUnsafeBytes { buffer.append(bytes: $0) }
  }
}

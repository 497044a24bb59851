import JSONCoding

/// An object of the protocol and of the command line's JSON lines: typed fields, one description.
///
/// The description of its fields (`shape`) gives both the JSON and its schema, so they can't differ.
///
/// ```swift
/// public struct CandidateRecord: Record {
///   public var cell: Cell
///   public var digit: Digit
///
///   public static let shape = RecordShape<Self>(
///     "Candidate", "A digit in a cell.",
///     [
///       .required("cell", "The cell.") { $0.cell },
///       .required("digit", "The digit.") { $0.digit },
///     ])
/// }
///
/// CandidateRecord(cell: Cell(0), digit: five).json      // {"cell":"r1c1","digit":5}
/// Schema.record(CandidateRecord.self).selfContained     // its schema
/// ```
public protocol Record: JSONShaped, Encodable {
  /// The record's name in schemas, and its fields.
  static var shape: RecordShape<Self> { get }
}

extension Record {
  /// A reference to the record by its name.
  public static var schema: Schema { .record(Self.self) }

  /// The record's name and its full schema.
  public static var definition: (name: String, schema: Schema) { (shape.name, shape.schema) }

  /// The object; fields that don't apply are left out.
  public var json: JSONValue { .object(members) }

  /// The members of the object.
  public var members: JSONObject {
    var members: [(key: String, value: JSONValue)] = []
    for field in Self.shape.fields {
      if let value = field.json(self) { members.append((field.name, value)) }
    }
    return JSONObject(members)
  }

  /// Appends the object, its members sorted by name.
  public func append(to buffer: inout JSONBuffer) throws(JSONError) {
    try Self.shape.append(self, [:], to: &buffer)
  }

  /// Appends the object together with members that came in with the input.
  ///
  /// - Parameters:
  ///   - passing: Members to pass on; those that the record has itself win.
  ///   - buffer: Where the text goes.
  /// - Throws: `JSONError` for a number that is not finite.
  public func append(passing: JSONObject, to buffer: inout JSONBuffer) throws(JSONError) {
    try Self.shape.append(self, passing, to: &buffer)
  }

  /// Encodes the object.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

/// A record's name and fields.
public struct RecordShape<Root: Sendable>: Sendable {
  /// The name in schemas, as `Candidate`.
  public let name: String
  /// What the record is.
  public let summary: String
  /// Whether there may be further members, of a player's or a newer version's choice.
  let isOpen: Bool
  /// The fields, sorted by name.
  let fields: [Field<Root>]

  /// Describes a record.
  ///
  /// - Parameters:
  ///   - name: Its name in schemas.
  ///   - summary: What it is.
  ///   - isOpen: Whether there may be members that are not declared.
  ///   - fields: Its fields, in any order.
  public init(
    _ name: String, _ summary: String, isOpen: Bool = false, _ fields: [Field<Root>]
  ) {
    self.name = name
    self.summary = summary
    self.isOpen = isOpen
    self.fields = fields.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The fields as those of a record that contains this one.
  ///
  /// - Parameter part: Where the other record has this one.
  /// - Returns: The same fields for the other record.
  public func fields<Other>(of part: any KeyPath<Other, Root> & Sendable) -> [Field<Other>] {
    fields.map { field in
      Field<Other>(
        name: field.name, schema: field.schema, isRequired: field.isRequired,
        json: { field.json($0[keyPath: part]) },
        append: { (root, buffer) throws(JSONError) in
          try field.append(root[keyPath: part], &buffer)
        })
    }
  }

  /// The names of the fields, sorted.
  public var fieldNames: [String] { fields.map(\.name) }

  /// The schema of the object.
  public var schema: Schema {
    .object(
      summary, Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.schema) }),
      required: fields.filter(\.isRequired).map(\.name), isClosed: !isOpen)
  }

  /// Appends an object, merged with the members that are passed on.
  func append(
    _ root: Root, _ passing: JSONObject, to buffer: inout JSONBuffer
  ) throws(JSONError) {
    let start = buffer.count
    buffer.append(byte: UInt8(ascii: "{"))
    do throws(JSONError) {
      if passing.count == 0 {
        for field in fields { try field.append(root, &buffer) }
      } else {
        try appendMerged(root, passing, to: &buffer)
      }
    } catch {
      buffer.truncate(to: start)
      throw error
    }
    // Every member ends with a comma; the last one gives way to the brace.
    if buffer.count > start + 1 { buffer.truncate(to: buffer.count - 1) }
    buffer.append(byte: UInt8(ascii: "}"))
  }

  private func appendMerged(
    _ root: Root, _ passing: JSONObject, to buffer: inout JSONBuffer
  ) throws(JSONError) {
    var others = passing.filter { member in !fields.contains { $0.name == member.key } }[...]
    for field in fields {
      while let other = others.first,
        other.key.utf8.lexicographicallyPrecedes(field.name.utf8)
      {
        try Self.append(other, to: &buffer)
        others.removeFirst()
      }
      try field.append(root, &buffer)
    }
    for other in others { try Self.append(other, to: &buffer) }
  }

  private static func append(
    _ member: JSONObject.Member, to buffer: inout JSONBuffer
  ) throws(JSONError) {
    buffer.append(quoted: member.key)
    buffer.append(byte: UInt8(ascii: ":"))
    try buffer.append(member.value)
    buffer.append(byte: UInt8(ascii: ","))
  }
}

/// One field of a record: its name, its schema, and how it is read from the record.
public struct Field<Root: Sendable>: Sendable {
  /// The name in JSON.
  public let name: String
  let schema: Schema
  let isRequired: Bool
  /// The value; `nil` where the field is left out.
  let json: @Sendable (Root) -> JSONValue?
  /// Appends name, value and a comma; nothing where the field is left out.
  let append: @Sendable (Root, inout JSONBuffer) throws(JSONError) -> Void

  /// A field that is always there.
  public static func required<Value: JSONShaped>(
    _ name: String, _ summary: String = "", _ schema: Schema? = nil,
    _ value: @escaping @Sendable (Root) -> Value
  ) -> Field {
    let head = Head(name)
    return Field(
      name: name, schema: (schema ?? Value.schema).described(summary), isRequired: true,
      json: { value($0).json },
      append: { (root, buffer) throws(JSONError) in
        try head.append(value(root), to: &buffer)
      })
  }

  /// A field that is left out where there is no value.
  public static func optional<Value: JSONShaped>(
    _ name: String, _ summary: String = "", _ schema: Schema? = nil,
    _ value: @escaping @Sendable (Root) -> Value?
  ) -> Field {
    let head = Head(name)
    return Field(
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
  ) -> Field {
    let head = Head(name)
    return Field(
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

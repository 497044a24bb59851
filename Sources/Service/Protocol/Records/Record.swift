import JSONCoding

/// An object of the protocol and of the command line's JSON lines: typed fields, one description.
///
/// The description of its fields (`shape`) gives both the JSON and its schema, so they can't differ.
/// A value of the engine that has one form in JSON is its own record; a record type exists only
/// for results without such a value.
///
/// ```swift
/// extension Candidate: Record {
///   static let shape = RecordShape<Self>(
///     "Candidate", "A digit in a cell.",
///     [.required("cell") { $0.cell }, .required("digit") { $0.digit }])
/// }
///
/// Candidate(Cell(index: 0), five).json            // {"cell":"r1c1","digit":5}
/// Schema.record(Candidate.self).selfContained     // its schema
/// ```
package protocol Record: JSONShaped {
  /// The record's name in schemas, and its fields.
  static var shape: RecordShape<Self> { get }
}

extension Record {
  /// A reference to the record by its name.
  package static var schema: Schema { .record(Self.self) }

  package static var definition: (name: String, schema: Schema) { (shape.name, shape.schema) }

  /// The object; fields that don't apply are omitted.
  package var json: JSONValue { .object(members) }

  @_semantics("optimize.sil.specialize.generic.never")
  var members: JSONObject {
    var members: [(key: String, value: JSONValue)] = []
    for field in Self.shape.fields {
      if let value = field.json(self) { members.append((field.name, value)) }
    }
    return JSONObject(members)
  }

  /// Appends the object, its members sorted by name.
  package func append(to buffer: inout JSONBuffer) throws(JSONError) {
    try Self.shape.append(self, [:], to: &buffer)
  }

  /// Appends the object merged with members of the input; the record's own take precedence.
  package func append(passing: JSONObject, to buffer: inout JSONBuffer) throws(JSONError) {
    try Self.shape.append(self, passing, to: &buffer)
  }
}

/// A record's name and fields.
///
/// The loops over the fields are not compiled again for each record (`specialize.generic.never`):
/// that would take half of the module's build and save no call.
package struct RecordShape<Root: Sendable>: Sendable {
  /// The name in schemas, such as `Candidate`.
  package let name: String
  let summary: String
  /// True if further members may follow, chosen by the player or a newer version.
  let isOpen: Bool
  /// The fields, sorted by name.
  let fields: [RecordField<Root>]
  /// Their functions for the loop of `append`, which knows no type: it asks the runtime for none.
  private let writers: [FieldWriter]

  /// Describes a record by its fields, in any order.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(
    _ name: String, _ summary: String, isOpen: Bool = false, _ fields: [RecordField<Root>]
  ) {
    self.name = name
    self.summary = summary
    self.isOpen = isOpen
    self.fields = order(of: fields.map(\.name)).map { fields[$0] }
    writers = self.fields.map(\.append)
  }

  /// The fields as those of a record that has this one at `part`.
  package func fields<Other>(of part: any KeyPath<Other, Root> & Sendable) -> [RecordField<Other>] {
    fields.map { field in
      RecordField<Other>(
        head: field.head, json: { field.json($0[keyPath: part]) },
        append: { (root, buffer) throws(JSONError) in
          let root = root.assumingMemoryBound(to: Other.self).pointee
          try withUnsafePointer(to: root[keyPath: part]) { (part) throws(JSONError) in
            try field.append(UnsafeRawPointer(part), &buffer)
          }
        })
    }
  }

  package var fieldNames: [String] { fields.map(\.name) }

  @_semantics("optimize.sil.specialize.generic.never")
  package var schema: Schema {
    objectSchema(summary, fields.map(\.head), isClosed: !isOpen)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  func append(
    _ root: Root, _ passing: JSONObject, to buffer: inout JSONBuffer
  ) throws(JSONError) {
    let names = passing.isEmpty ? [] : fieldNames
    try withUnsafePointer(to: root) { (root) throws(JSONError) in
      try appendObject(UnsafeRawPointer(root), writers, names, passing, to: &buffer)
    }
  }
}

/// One field of a record: its name, its schema, and how it is read from the record.
package struct RecordField<Root: Sendable>: Sendable {
  let head: FieldHead
  /// The value; `nil` if the field is omitted.
  let json: @Sendable (Root) -> JSONValue?
  /// Appends name, value and a comma of the record at an address; nothing if the field is omitted.
  fileprivate let append: FieldWriter

  var name: String { head.name }

  /// A field that every record has.
  package static func required<Value: JSONShaped>(
    _ name: String, _ summary: String = "", _ schema: Schema? = nil,
    _ value: @escaping @Sendable (Root) -> Value
  ) -> RecordField {
    let head = FieldHead(name, schema ?? Value.schema, summary, isRequired: true)
    return RecordField(
      head: head, json: { value($0).json },
      append: { (root, buffer) throws(JSONError) in
        try head.append(value(root.assumingMemoryBound(to: Root.self).pointee), to: &buffer)
      })
  }

  /// A field that is omitted if it has no value.
  package static func optional<Value: JSONShaped>(
    _ name: String, _ summary: String = "", _ schema: Schema? = nil,
    _ value: @escaping @Sendable (Root) -> Value?
  ) -> RecordField {
    let head = FieldHead(name, schema ?? Value.schema, summary, isRequired: false)
    return RecordField(
      head: head, json: { value($0)?.json },
      append: { (root, buffer) throws(JSONError) in
        if let value = value(root.assumingMemoryBound(to: Root.self).pointee) {
          try head.append(value, to: &buffer)
        }
      })
  }

  /// A list that is omitted if it is empty.
  static func nonEmpty<Value: JSONList>(
    _ name: String, _ summary: String = "", _ value: @escaping @Sendable (Root) -> Value
  ) -> RecordField {
    .optional(name, summary) { root in
      let list = value(root)
      return list.isEmpty ? nil : list
    }
  }

  /// A field that is `true` or omitted.
  static func flag(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Root) -> Bool
  ) -> RecordField {
    .optional(name, summary) { value($0) ? true : nil }
  }

  /// A field that is `null` if it has no value.
  package static func nullable<Value: JSONShaped>(
    _ name: String, _ summary: String = "", _ schema: Schema? = nil,
    _ value: @escaping @Sendable (Root) -> Value?
  ) -> RecordField {
    let head = FieldHead(name, (schema ?? Value.schema).nullable, summary, isRequired: true)
    return RecordField(
      head: head, json: { value($0)?.json ?? .null },
      append: { (root, buffer) throws(JSONError) in
        if let value = value(root.assumingMemoryBound(to: Root.self).pointee) {
          try head.append(value, to: &buffer)
        } else {
          try head.append(JSONValue.null, to: &buffer)
        }
      })
  }
}

// The rest is independent of records: the compiler would otherwise make a copy of it for each of them.

/// Appends a field of the record at an address.
private typealias FieldWriter =
  @Sendable (_ root: UnsafeRawPointer, inout JSONBuffer) throws(JSONError) -> Void

/// Appends an object: its fields, and the members that are passed on.
private func appendObject(
  _ root: UnsafeRawPointer, _ writers: [FieldWriter], _ names: [String], _ passing: JSONObject,
  to buffer: inout JSONBuffer
) throws(JSONError) {
  let start = buffer.count
  buffer.append(byte: UInt8(ascii: "{"))
  do throws(JSONError) {
    if passing.isEmpty {
      for write in writers { try write(root, &buffer) }
    } else {
      try appendMerged(names, passing, to: &buffer) { (index, buffer) throws(JSONError) in
        try writers[index](root, &buffer)
      }
    }
  } catch {
    buffer.truncate(to: start)
    throw error
  }
  // Every member ends with a comma; the brace replaces the last one.
  if buffer.count > start + 1 { buffer.truncate(to: buffer.count - 1) }
  buffer.append(byte: UInt8(ascii: "}"))
}

/// The part of a field that does not depend on the record's type.
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

/// The indices of names in the order in which objects are written.
private func order(of names: [String]) -> [Int] {
  names.indices.sorted { names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8) }
}

private func objectSchema(
  _ summary: String, _ fields: [FieldHead], isClosed: Bool
) -> Schema {
  .object(
    summary, Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.schema) }),
    required: fields.filter(\.isRequired).map(\.name), isClosed: isClosed)
}

/// Appends the fields and the members that are passed on, sorted by name.
private func appendMerged(
  _ names: [String], _ passing: JSONObject, to buffer: inout JSONBuffer,
  field: (Int, inout JSONBuffer) throws(JSONError) -> Void
) throws(JSONError) {
  var others = passing.filter { !names.contains($0.key) }[...]
  for (index, name) in names.enumerated() {
    while let other = others.first, other.key.utf8.lexicographicallyPrecedes(name.utf8) {
      try append(other, to: &buffer)
      others.removeFirst()
    }
    try field(index, &buffer)
  }
  for other in others { try append(other, to: &buffer) }
}

private func append(
  _ member: JSONObject.Member, to buffer: inout JSONBuffer
) throws(JSONError) {
  buffer.append(quoted: member.key)
  buffer.append(byte: UInt8(ascii: ":"))
  try buffer.append(member.value)
  buffer.append(byte: UInt8(ascii: ","))
}

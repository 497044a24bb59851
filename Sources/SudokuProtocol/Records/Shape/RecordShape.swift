import JSONCoding

/// A record's name and fields.
///
/// What only goes over the fields is not compiled for each record anew (`specialize.generic.never`):
/// that would take half of the module's build and save no call.
public struct RecordShape<Root: Sendable>: Sendable {
  /// The name in schemas, as `Candidate`.
  public let name: String
  /// What the record is.
  public let summary: String
  /// Whether there may be further members, of a player's or a newer version's choice.
  let isOpen: Bool
  /// The fields, sorted by name.
  let fields: [RecordField<Root>]

  /// Describes a record.
  ///
  /// - Parameters:
  ///   - name: Its name in schemas.
  ///   - summary: What it is.
  ///   - isOpen: Whether there may be members that are not declared.
  ///   - fields: Its fields, in any order.
  @_semantics("optimize.sil.specialize.generic.never")
  public init(
    _ name: String, _ summary: String, isOpen: Bool = false, _ fields: [RecordField<Root>]
  ) {
    self.name = name
    self.summary = summary
    self.isOpen = isOpen
    self.fields = order(of: fields.map(\.name)).map { fields[$0] }
  }

  /// The fields as those of a record that contains this one.
  ///
  /// - Parameter part: Where the other record has this one.
  /// - Returns: The same fields for the other record.
  public func fields<Other>(of part: any KeyPath<Other, Root> & Sendable) -> [RecordField<Other>] {
    fields.map { field in
      RecordField<Other>(
        head: field.head, json: { field.json($0[keyPath: part]) },
        append: { (root, buffer) throws(JSONError) in
          try field.append(root[keyPath: part], &buffer)
        })
    }
  }

  /// The names of the fields, sorted.
  public var fieldNames: [String] { fields.map(\.name) }

  /// The schema of the object.
  @_semantics("optimize.sil.specialize.generic.never")
  public var schema: Schema {
    objectSchema(summary, fields.map(\.head), isClosed: !isOpen)
  }

  /// Appends an object, merged with the members that are passed on.
  @_semantics("optimize.sil.specialize.generic.never")
  func append(
    _ root: Root, _ passing: JSONObject, to buffer: inout JSONBuffer
  ) throws(JSONError) {
    let start = buffer.count
    buffer.append(byte: UInt8(ascii: "{"))
    do throws(JSONError) {
      if passing.count == 0 {
        for field in fields { try field.append(root, &buffer) }
      } else {
        try appendMerged(fieldNames, passing, to: &buffer) { (index, buffer) throws(JSONError) in
          try fields[index].append(root, &buffer)
        }
      }
    } catch {
      buffer.truncate(to: start)
      throw error
    }
    // Every member ends with a comma; the last one gives way to the brace.
    if buffer.count > start + 1 { buffer.truncate(to: buffer.count - 1) }
    buffer.append(byte: UInt8(ascii: "}"))
  }
}

// What follows knows no record: the compiler would otherwise make a copy of it for each of them.

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

/// Appends fields and the members that are passed on, sorted by name.
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

import JSONCoding

/// A record's name and fields.
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
  public init(
    _ name: String, _ summary: String, isOpen: Bool = false, _ fields: [RecordField<Root>]
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
  public func fields<Other>(of part: any KeyPath<Other, Root> & Sendable) -> [RecordField<Other>] {
    fields.map { field in
      RecordField<Other>(
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

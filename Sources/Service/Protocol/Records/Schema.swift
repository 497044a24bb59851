import JSONCoding

/// A JSON Schema (draft 2020-12, as much of it as the protocol uses).
///
/// ```swift
/// Schema.object("", ["rev": .integer("The revision.", minimum: 0)], required: ["rev"]).value
/// Schema.list(of: Candidate.self).value    // {"items":{"$ref":"#/$defs/Candidate"},...}
/// ```
///
/// A schema may refer to records by name. `value` keeps the references as they are;
/// `selfContained` brings the definitions along.
package struct Schema: Sendable {
  /// The schema, with references to records as `#/$defs/NAME`.
  package let value: JSONValue
  /// The records that it refers to, each of which may refer to others.
  let references: [any Record.Type]

  init(_ value: JSONValue, references: [any Record.Type] = []) {
    self.value = value
    self.references = references
  }

  private init(
    type: String, _ summary: String, _ more: JSONObject = [:],
    references: [any Record.Type] = []
  ) {
    var members = more
    members["type"] = .string(type)
    if !summary.isEmpty { members["description"] = .string(summary) }
    self.init(.object(members), references: references)
  }
}

// MARK: Kinds of values

extension Schema {
  package static func string(
    _ summary: String = "", pattern: String? = nil, format: String? = nil
  ) -> Schema {
    var more: JSONObject = [:]
    if let pattern { more["pattern"] = .string(pattern) }
    if let format { more["format"] = .string(format) }
    return Schema(type: "string", summary, more)
  }

  /// A whole number: `2` and `2.0` alike.
  package static func integer(
    _ summary: String = "", minimum: Int? = nil, maximum: Int? = nil
  ) -> Schema {
    var more: JSONObject = [:]
    if let minimum { more["minimum"] = JSONValue(minimum) }
    if let maximum { more["maximum"] = JSONValue(maximum) }
    return Schema(type: "integer", summary, more)
  }

  package static func number(
    _ summary: String = "", minimum: Double? = nil, maximum: Double? = nil
  ) -> Schema {
    var more: JSONObject = [:]
    if let minimum { more["minimum"] = .double(minimum) }
    if let maximum { more["maximum"] = .double(maximum) }
    return Schema(type: "number", summary, more)
  }

  package static func boolean(_ summary: String = "") -> Schema {
    Schema(type: "boolean", summary)
  }

  /// One of these names, in the order in which a reader expects them.
  package static func choice(_ summary: String = "", _ names: [String]) -> Schema {
    Schema(type: "string", summary, ["enum": .array(names.map { .string($0) })])
  }

  package static func constant(_ summary: String = "", _ text: String) -> Schema {
    Schema(type: "string", summary, ["const": .string(text)])
  }

  package static func any(_ summary: String = "") -> Schema {
    Schema(summary.isEmpty ? [:] : ["description": .string(summary)])
  }

  package static func array(_ summary: String = "", of items: Schema) -> Schema {
    Schema(type: "array", summary, ["items": items.value], references: items.references)
  }

  /// A list with bounds to its length.
  package static func array(
    _ summary: String = "", of items: Schema, count: ClosedRange<Int>
  ) -> Schema {
    Schema(
      type: "array", summary,
      [
        "items": items.value, "maxItems": JSONValue(count.upperBound),
        "minItems": JSONValue(count.lowerBound),
      ], references: items.references)
  }

  /// An object with declared members; a closed one has no others.
  package static func object(
    _ summary: String = "", _ properties: [String: Schema] = [:], required: [String] = [],
    isClosed: Bool = false
  ) -> Schema {
    var more: JSONObject = [
      "properties": .object(
        JSONObject(properties.map { (key: $0.key, value: $0.value.value) }))
    ]
    if !required.isEmpty {
      more["required"] = .array(required.sorted().map { .string($0) })
    }
    if isClosed { more["additionalProperties"] = false }
    return Schema(
      type: "object", summary, more,
      references: properties.sorted { $0.key < $1.key }.flatMap(\.value.references))
  }

  /// An object whose members, whatever their names, have one schema.
  package static func map(_ summary: String = "", of values: Schema) -> Schema {
    Schema(
      type: "object", summary, ["additionalProperties": values.value],
      references: values.references)
  }

  /// An object with any members, of the player's or a newer version's choice.
  package static func openObject(_ summary: String) -> Schema {
    Schema(type: "object", summary, ["additionalProperties": true])
  }

  /// A value that fits one of the schemas.
  package static func anyOf(_ summary: String = "", _ schemas: [Schema]) -> Schema {
    var members: JSONObject = ["anyOf": .array(schemas.map(\.value))]
    if !summary.isEmpty { members["description"] = .string(summary) }
    return Schema(.object(members), references: schemas.flatMap(\.references))
  }

  /// A record, by its name.
  package static func record<R: Record>(_ record: R.Type, _ summary: String = "") -> Schema {
    reference(record, R.shape.name, summary)
  }

  private static func reference(
    _ record: any Record.Type, _ name: String, _ summary: String
  ) -> Schema {
    var members: JSONObject = ["$ref": .string("#/$defs/\(name)")]
    if !summary.isEmpty { members["description"] = .string(summary) }
    return Schema(.object(members), references: [record])
  }

  /// A line that is a record together with members that came in with the input.
  package static func line<R: Record>(_ record: R.Type) -> Schema {
    let schema = R.shape.schema
    guard case .object(var members) = schema.value else { return schema }
    members["additionalProperties"] = true
    return Schema(.object(members), references: schema.references)
  }

  package static func list<R: Record>(of record: R.Type, _ summary: String = "") -> Schema {
    .array(summary, of: .record(record))
  }

  /// This schema or `null`.
  package var nullable: Schema {
    guard case .object(var members) = value, case .string(let type)? = members["type"],
      members["enum"] == nil
    else { return .anyOf("", [self, Schema(["type": "null"])]) }
    members["type"] = [.string(type), "null"]
    return Schema(.object(members), references: references)
  }

  /// This schema of an object with one more required member.
  func adding(_ name: String, _ schema: Schema) -> Schema {
    guard case .object(var members) = value, case .object(var properties)? = members["properties"]
    else { return self }
    properties[name] = schema.value
    members["properties"] = .object(properties)
    let required = (members["required"]?.array ?? []).compactMap(\.string) + [name]
    members["required"] = .array(required.sorted().map { .string($0) })
    return Schema(.object(members), references: references)
  }

  /// This schema with the value that counts where none is given.
  func with(default value: JSONValue) -> Schema {
    guard case .object(var members) = self.value else { return self }
    members["default"] = value
    return Schema(.object(members), references: references)
  }

  /// This schema under another description.
  package func described(_ summary: String) -> Schema {
    guard !summary.isEmpty, case .object(var members) = value else { return self }
    members["description"] = .string(summary)
    return Schema(.object(members), references: references)
  }
}

// MARK: Definitions

extension Schema {
  /// All records that the schema refers to, directly or not, by name.
  package var definitions: JSONObject {
    var found: [String: JSONValue] = [:]
    var open = references
    while let record = open.popLast() {
      let (name, schema) = record.definition
      guard found[name] == nil else { continue }
      found[name] = schema.value
      open += schema.references
    }
    return JSONObject(found.map { (key: $0.key, value: $0.value) })
  }

  /// The schema with the definitions of all records that it refers to, under `$defs`.
  package var selfContained: JSONValue {
    let definitions = definitions
    guard definitions.count > 0, case .object(var members) = value else { return value }
    members["$defs"] = .object(definitions)
    return .object(members)
  }
}

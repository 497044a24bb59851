import JSONCoding

/// A JSON Schema (draft 2020-12, the part that the records and the protocol need).
///
/// ```swift
/// Schema.object("", ["rev": .integer("The revision.", minimum: 0)], required: ["rev"]).value
/// Schema.list(of: CandidateRecord.self).value    // {"items":{"$ref":"#/$defs/Candidate"},...}
/// ```
///
/// A schema may refer to records by name. `value` keeps the references as they are;
/// `selfContained` brings the definitions along.
public struct Schema: Sendable {
  /// The schema, with references to records as `#/$defs/NAME`.
  public let value: JSONValue
  /// The records that it refers to, each of which may refer to others.
  let references: [any Record.Type]

  /// Creates a schema from its JSON.
  ///
  /// - Parameter value: The JSON, without references to records.
  public init(_ value: JSONValue) { self.init(value, references: []) }

  init(_ value: JSONValue, references: [any Record.Type]) {
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
  /// A text.
  public static func string(
    _ summary: String = "", pattern: String? = nil, format: String? = nil
  ) -> Schema {
    var more: JSONObject = [:]
    if let pattern { more["pattern"] = .string(pattern) }
    if let format { more["format"] = .string(format) }
    return Schema(type: "string", summary, more)
  }

  /// A whole number: `2` and `2.0` alike.
  public static func integer(
    _ summary: String = "", minimum: Int? = nil, maximum: Int? = nil
  ) -> Schema {
    var more: JSONObject = [:]
    if let minimum { more["minimum"] = JSONValue(minimum) }
    if let maximum { more["maximum"] = JSONValue(maximum) }
    return Schema(type: "integer", summary, more)
  }

  /// A number.
  public static func number(
    _ summary: String = "", minimum: Double? = nil, maximum: Double? = nil
  ) -> Schema {
    var more: JSONObject = [:]
    if let minimum { more["minimum"] = .double(minimum) }
    if let maximum { more["maximum"] = .double(maximum) }
    return Schema(type: "number", summary, more)
  }

  /// `true` or `false`.
  public static func boolean(_ summary: String = "") -> Schema {
    Schema(type: "boolean", summary)
  }

  /// One of some names, in the order that makes sense to a reader.
  public static func choice(_ summary: String = "", _ names: [String]) -> Schema {
    Schema(type: "string", summary, ["enum": .array(names.map { .string($0) })])
  }

  /// Exactly this text.
  public static func constant(_ summary: String = "", _ text: String) -> Schema {
    Schema(type: "string", summary, ["const": .string(text)])
  }

  /// Any value.
  public static func any(_ summary: String = "") -> Schema {
    Schema(summary.isEmpty ? [:] : ["description": .string(summary)])
  }

  /// A list.
  public static func array(_ summary: String = "", of items: Schema) -> Schema {
    Schema(type: "array", summary, ["items": items.value], references: items.references)
  }

  /// A list with bounds to its length.
  public static func array(
    _ summary: String = "", of items: Schema, count: ClosedRange<Int>
  ) -> Schema {
    Schema(
      type: "array", summary,
      [
        "items": items.value, "maxItems": JSONValue(count.upperBound),
        "minItems": JSONValue(count.lowerBound),
      ], references: items.references)
  }

  /// An object with declared members.
  ///
  /// - Parameters:
  ///   - summary: What it is.
  ///   - properties: The members.
  ///   - required: The names of those that are always there.
  ///   - isClosed: Whether there can be no other members.
  /// - Returns: The schema.
  public static func object(
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
  public static func map(_ summary: String = "", of values: Schema) -> Schema {
    Schema(
      type: "object", summary, ["additionalProperties": values.value],
      references: values.references)
  }

  /// An object of which nothing is said: members of the player's or a newer version's choice.
  public static func openObject(_ summary: String) -> Schema {
    Schema(type: "object", summary, ["additionalProperties": true])
  }

  /// A value that fits one of some schemas.
  public static func anyOf(_ summary: String = "", _ schemas: [Schema]) -> Schema {
    var members: JSONObject = ["anyOf": .array(schemas.map(\.value))]
    if !summary.isEmpty { members["description"] = .string(summary) }
    return Schema(.object(members), references: schemas.flatMap(\.references))
  }

  /// A record, by its name.
  public static func record<R: Record>(_ record: R.Type, _ summary: String = "") -> Schema {
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
  public static func line<R: Record>(_ record: R.Type) -> Schema {
    let schema = R.shape.schema
    guard case .object(var members) = schema.value else { return schema }
    members["additionalProperties"] = true
    return Schema(.object(members), references: schema.references)
  }

  /// A list of records.
  public static func list<R: Record>(of record: R.Type, _ summary: String = "") -> Schema {
    .array(summary, of: .record(record))
  }

  /// This schema or `null`.
  public var nullable: Schema {
    guard case .object(var members) = value, case .string(let type)? = members["type"],
      members["enum"] == nil
    else { return .anyOf("", [self, Schema(["type": "null"])]) }
    members["type"] = [.string(type), "null"]
    return Schema(.object(members), references: references)
  }

  /// This schema under another description.
  public func described(_ summary: String) -> Schema {
    guard !summary.isEmpty, case .object(var members) = value else { return self }
    members["description"] = .string(summary)
    return Schema(.object(members), references: references)
  }
}

// MARK: Definitions

extension Schema {
  /// The records that the schema needs, those that others need among them, by name.
  public var definitions: JSONObject {
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
  public var selfContained: JSONValue {
    let definitions = definitions
    guard definitions.count > 0, case .object(var members) = value else { return value }
    members["$defs"] = .object(definitions)
    return .object(members)
  }
}

import JSONCoding

/// A JSON Schema (draft 2020-12, the small part that this protocol needs).
///
/// ```swift
/// Schema.object(["rev": .integer("The revision.", minimum: 0)], required: ["rev"]).value
/// ```
struct Schema: Sendable {
  let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  private init(type: String, _ summary: String, _ more: JSONObject = [:]) {
    var members = more
    members["type"] = .string(type)
    if !summary.isEmpty { members["description"] = .string(summary) }
    value = .object(members)
  }

  static func string(_ summary: String = "", pattern: String? = nil) -> Schema {
    Schema(type: "string", summary, pattern.map { ["pattern": .string($0)] } ?? [:])
  }

  static func integer(_ summary: String = "", minimum: Int? = nil, maximum: Int? = nil) -> Schema {
    var more: JSONObject = [:]
    if let minimum { more["minimum"] = JSONValue(minimum) }
    if let maximum { more["maximum"] = JSONValue(maximum) }
    return Schema(type: "integer", summary, more)
  }

  static func number(_ summary: String = "") -> Schema { Schema(type: "number", summary) }

  static func boolean(_ summary: String = "") -> Schema { Schema(type: "boolean", summary) }

  static func choice(_ summary: String = "", _ names: [String]) -> Schema {
    Schema(type: "string", summary, ["enum": .array(names.map { .string($0) })])
  }

  static func array(_ summary: String = "", of items: Schema) -> Schema {
    Schema(type: "array", summary, ["items": items.value])
  }

  static func object(
    _ summary: String = "", _ properties: [String: Schema] = [:], required: [String] = []
  ) -> Schema {
    var more: JSONObject = [
      "properties": .object(
        JSONObject(properties.map { (key: $0.key, value: $0.value.value) }))
    ]
    if !required.isEmpty {
      more["required"] = .array(required.sorted().map { .string($0) })
    }
    return Schema(type: "object", summary, more)
  }

  /// An object whose members, whatever their names, have one schema.
  static func map(_ summary: String = "", of values: Schema) -> Schema {
    Schema(type: "object", summary, ["additionalProperties": values.value])
  }

  static func oneOf(_ summary: String = "", _ schemas: [Schema]) -> Schema {
    var members: JSONObject = ["anyOf": .array(schemas.map(\.value))]
    if !summary.isEmpty { members["description"] = .string(summary) }
    return Schema(.object(members))
  }

  /// This schema or `null`.
  var nullable: Schema { .oneOf("", [self, Schema(["type": "null"])]) }

  /// This schema under another description.
  func described(_ summary: String) -> Schema {
    guard !summary.isEmpty, case .object(var members) = value else { return self }
    members["description"] = .string(summary)
    return Schema(.object(members))
  }
}

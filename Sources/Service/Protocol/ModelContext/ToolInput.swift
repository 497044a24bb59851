import JSONCoding
import SudokuCore

/// The arguments that a model may give a tool: their schema, and the reading of them by it.
///
/// A model knows the schema alone, so a name that the schema lacks is refused. Lists, objects and numbers are also
/// read from JSON text, in which many models write them.
struct ToolInput: Sendable {
  let tool: String
  let schema: JSONValue

  /// - Parameters:
  ///   - tool: The name of the tool.
  ///   - method: The method behind it.
  ///   - hidden: The parameters that the tool does not have.
  init(_ tool: String, _ method: Method, hiding hidden: [String]) {
    self.tool = tool
    var schema = Self.plain(method.parameters.selfContained, "", of: tool)
    if case .object(var members) = schema, case .object(var properties)? = members["properties"] {
      for name in hidden + (Self.hidden[tool] ?? []) { properties[name] = nil }
      members["properties"] = .object(properties)
      schema = .object(members)
    }
    self.schema = schema
  }

  var names: [String] { schema["properties"]?.object?.map(\.key) ?? [] }

  func requires(_ name: String) -> Bool {
    schema["required"]?.array?.contains(.string(name)) == true
  }

  // MARK: The schema

  /// Parameters that a model has no use for: the time, the ID for repetitions, the revision, and what only
  /// programs choose.
  static let alwaysHidden = [
    "at", "ifRev", "opId", "return", "targets", "attempts", "workLimit", "budget", "rule", "order",
    "breadth", "jewel", "minEp", "maxEp", "minEd", "maxEd", "automorphic", "minimal",
    "strictlyMinimal", "spread",
  ]

  /// Parameters that one tool lacks: `level` or the puzzle of `puzzle_generate` begin a game.
  private static let hidden = [
    "game_new": ["generate", "practice"], "puzzle_generate": ["solution"],
  ]

  /// The most of a thing whose answer a conversation can use, by tool and parameter.
  private static let most = [
    "game_history.limit": 100, "game_list.limit": 50, "puzzle_generate.count": 40,
    "puzzle_hint.count": 10, "puzzle_practice.count": 10, "puzzle_solve.limit": 200,
    "puzzle_steps.limit": 20, "sync_log.limit": 100,
  ]

  private static let cellPattern = ValueType<Cell>.cell.schema.value["anyOf"]?[0]?["pattern"]

  /// A schema with the first of several forms, the tool's maximum, and descriptions in the tools' words.
  private static func plain(_ schema: JSONValue, _ name: String, of tool: String) -> JSONValue {
    guard case .object(var members) = schema else { return schema }
    let description = members["description"]?.string
    if case .object(let first)? = members["anyOf"]?[0] { members = first }
    members["description"] = description.map { .string(ToolWords.of($0, tool: tool)) }
    if let most = most["\(tool).\(name)"] { members["maximum"] = JSONValue(most) }
    if let items = members["items"] { members["items"] = plain(items, name, of: tool) }
    if let properties = members["properties"]?.object {
      members["properties"] = .object(
        JSONObject(
          properties.map { (key: $0.key, value: plain($0.value, $0.key, of: tool)) }))
    }
    return .object(members)
  }

  // MARK: Arguments

  /// The arguments in the forms of the protocol.
  func read(_ arguments: JSONNode?) throws(RPCError) -> JSONNode? {
    guard let arguments, !arguments.isNull else { return nil }
    guard arguments.kind == .object else { throw .wrongType("arguments", expected: "an object") }
    let given = arguments.value
    let names = names
    for member in given.object ?? [:] where !names.contains(member.key) {
      throw .unknownParameter(member.key, valid: names)
    }
    let read = try read(given, schema, "")
    return read == given ? arguments : try Self.node(read)
  }

  static func node(_ value: JSONValue) throws(RPCError) -> JSONNode {
    do throws(JSONError) { return try JSONNode(parsing: value.canonicalBytes()) } catch {
      throw .wrongType("arguments", expected: "an object of JSON")
    }
  }

  private func read(
    _ value: JSONValue, _ schema: JSONValue, _ place: String
  ) throws(RPCError) -> JSONValue {
    let type = schema["type"]
    let types = (type?.array ?? [type].compactMap(\.self)).compactMap(\.string)
    guard !types.isEmpty else { return value }
    switch value {
    case .string(let text) where !types.contains("string"):
      guard let parsed = try? JSONValue(parsing: text), types.contains(where: parsed.isOf) else {
        try checkRange(nil, schema, place)
        return value
      }
      return try read(parsed, schema, place)
    case .array(let list) where types.contains("array"):
      guard let items = schema["items"] else { return value }
      var elements: [JSONValue] = []
      for (index, element) in list.enumerated() {
        elements.append(try read(element, items, "\(place)[\(index)]"))
      }
      return .array(elements)
    case .array:
      throw .wrongType(place, expected: Self.expectation(schema) + ", not a list")
    case .object(let given):
      guard let properties = schema["properties"] else { return value }
      var members: JSONObject = [:]
      for member in given {
        let name = place.isEmpty ? member.key : "\(place).\(member.key)"
        members[member.key] = try read(member.value, properties[member.key] ?? [:], name)
      }
      return .object(members)
    case .int, .double:
      // Cells have numbers from 0 in the protocol; a model would count from 1.
      guard !Self.isCell(schema) else {
        throw .wrongType(place, expected: Self.expectation(schema))
      }
      if types.contains("integer") { try checkRange(value.integer, schema, place) }
      return value
    default: return value
    }
  }

  /// Refuses what is not an integer of the tool's own range; the method refuses all else.
  private func checkRange(_ number: Int?, _ schema: JSONValue, _ place: String) throws(RPCError) {
    let name = place.split(separator: ".").last ?? ""
    guard let high = Self.most["\(tool).\(name)"], let low = schema["minimum"]?.int else { return }
    if let number, number >= low, number <= high { return }
    throw .wrongType(place, expected: Self.expectation(schema))
  }

  private static func isCell(_ schema: JSONValue) -> Bool {
    schema["pattern"] != nil && schema["pattern"] == cellPattern
  }

  private static func expectation(_ schema: JSONValue) -> String {
    if isCell(schema) { return "a cell: r1c1 to r9c9" }
    if schema["type"] == "object" { return "an object" }
    guard let low = schema["minimum"]?.int, let high = schema["maximum"]?.int else {
      return "one value"
    }
    return "an integer from \(low) to \(high)"
  }
}

extension JSONValue {
  /// True for a value of a type of JSON Schema.
  fileprivate func isOf(_ type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .int: type == "integer" || type == "number"
    case .double: type == "number" || type == "integer" && integer != nil
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}

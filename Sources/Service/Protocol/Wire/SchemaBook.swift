import JSONCoding
import SudokuRating
import SudokuSession

/// All published schemas: records, parameters and results of methods, errors, notifications, and
/// the lines of the command line's JSON.
///
/// ```swift
/// let book = SchemaBook(commands: [("grade", [.line(GradeRecord.self)])])
/// book.document                          // one JSON Schema with everything under $defs
/// book.schema(named: "puzzle.solve.result")
/// book.schema(named: "line.grade")
/// ```
package struct SchemaBook: Sendable {
  /// A command of the command line, and the schemas of its JSON lines besides that of `Fault`.
  package typealias CommandLines = (name: String, lines: [Schema])

  private static let dialect: JSONValue = "https://json-schema.org/draft/2020-12/schema"

  private let schemas: [(name: String, schema: Schema)]
  /// The records that the schemas refer to.
  let records: JSONObject

  /// Describes the protocol and the JSON lines of some commands.
  package init(commands: [CommandLines] = []) {
    var all: [(name: String, schema: Schema)] = []
    for method in Method.all {
      all.append(("\(method.name).params", method.parameters))
      all.append(("\(method.name).result", method.result))
    }
    for kind in RPCError.Kind.allCases { all.append(("error.\(kind.rawValue)", kind.schema)) }
    all.append(("error", .anyOf("Any error.", RPCError.Kind.allCases.map(\.schema))))
    for notification in Notifications.all {
      all.append(("notification.\(notification.topic)", notification.parameters))
    }
    all.append(("scale", ValueType<OwnScale>.ownScale.schema))
    for command in commands {
      let lines = command.lines + [.record(FaultRecord.self)]
      all.append(
        ("line.\(command.name)", .anyOf("A line of `sudoku \(command.name)`.", lines)))
    }
    schemas = all
    records = all.reduce(into: [:]) { records, entry in
      for definition in entry.schema.definitions { records[definition.key] = definition.value }
    }
  }

  package var names: [String] {
    (schemas.map(\.name) + records.keys).sorted()
  }

  /// One JSON Schema document with everything under `$defs`.
  package var document: JSONValue {
    var definitions = records
    for (name, schema) in schemas { definitions[name] = schema.value }
    return [
      "$defs": .object(definitions), "$schema": Self.dialect,
      "description": """
      The records of the protocol and of the command line's JSON lines. METHOD.params and \
      METHOD.result, error.KIND, notification.TOPIC, line.COMMAND, and the records they refer to.
      """,
      "title": "sudoku",
    ]
  }

  /// One schema with the records it refers to; `nil` for an unknown name.
  package func schema(named name: String) -> JSONValue? {
    if let found = schemas.first(where: { $0.name == name }) {
      return document(found.schema.selfContained)
    }
    guard let record = records[name] else { return nil }
    return document(record, definitions: records)
  }

  package func suggestion(for name: String) -> String? {
    Suggestion.nearest(to: name, among: names)
  }

  private func document(_ schema: JSONValue, definitions: JSONObject? = nil) -> JSONValue {
    guard case .object(var members) = schema else { return schema }
    members["$schema"] = Self.dialect
    if let definitions {
      let text = schema.description
      // Only the records that it refers to, directly or not.
      var needed: JSONObject = [:]
      var open = [text]
      while let next = open.popLast() {
        for definition in definitions
        where needed[definition.key] == nil && next.contains("\"#/$defs/\(definition.key)\"") {
          needed[definition.key] = definition.value
          open.append(definition.value.description)
        }
      }
      if !needed.isEmpty { members["$defs"] = .object(needed) }
    }
    return .object(members)
  }
}

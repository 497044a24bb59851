import JSONCoding
import SudokuRating
import SudokuSession

/// All published schemas: records, parameters and results of methods, errors, notifications, and
/// the lines of the command line's JSON.
///
/// ```swift
/// SchemaBook.document                          // one JSON Schema with everything under $defs
/// SchemaBook.schema(named: "puzzle.solve.result")
/// SchemaBook.schema(named: "line.grade")
/// ```
package enum SchemaBook {
  private static let dialect: JSONValue = "https://json-schema.org/draft/2020-12/schema"

  /// The commands that write JSON lines, with their records besides `Fault`.
  private static let lines: [(name: String, schemas: [Schema])] = [
    ("backdoors", [.line(CellSetsRecord.self)]), ("check", [.line(CheckRecord.self)]),
    ("convert", [.line(PuzzleLineRecord.self)]),
    ("dedupe", [.line(PuzzleLineRecord.self)]),
    ("games", [.line(GameSummary.self)]),
    ("generate", [.line(GeneratedPuzzleRecord.self), .line(DailyPuzzleRecord.self)]),
    ("grade", [.line(GradeRecord.self), .line(GradesRecord.self), .line(DecisionRecord.self)]),
    (
      "hint",
      [
        .line(PositionHintRecord.self), .line(PositionStepRecord.self),
        .line(PositionRefutationRecord.self),
      ]
    ),
    ("identify", [.line(IdentityRecord.self)]), ("levels", [.record(LevelRecord.self)]),
    ("minimize", [.line(DerivedPuzzleRecord.self)]),
    ("neighbours", [.line(DerivedPuzzleRecord.self)]),
    ("candidates", [.line(PuzzleCandidatesRecord.self)]),
    ("practice", [.line(PracticeRecord.self)]),
    ("pattern", [.line(PuzzleLineRecord.self)]),
    ("scramble", [.line(DerivedPuzzleRecord.self)]),
    ("solve", [.line(SolveRecord.self), .line(SolutionRecord.self)]),
    ("stats", [.record(CollectionRecord.self)]), ("techniques", [.record(TechniqueRecord.self)]),
    ("unavoidable", [.line(CellSetsRecord.self)]),
  ]

  private static let schemas: [(name: String, schema: Schema)] = {
    var all: [(String, Schema)] = []
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
    for line in lines {
      let fault = Schema.record(FaultRecord.self)
      all.append(
        (
          "line.\(line.name)",
          .anyOf("A line of `sudoku \(line.name)`.", line.schemas + [fault])
        ))
    }
    return all
  }()

  static let records: JSONObject = {
    var found: JSONObject = [:]
    for (_, schema) in schemas {
      for definition in schema.definitions { found[definition.key] = definition.value }
    }
    return found
  }()

  package static var names: [String] {
    (schemas.map(\.name) + records.keys).sorted()
  }

  /// One JSON Schema document with everything under `$defs`.
  package static var document: JSONValue {
    var definitions = records
    for (name, schema) in schemas { definitions[name] = schema.value }
    return [
      "$defs": .object(definitions), "$schema": dialect,
      "description": """
      The records of the protocol and of the command line's JSON lines. METHOD.params and \
      METHOD.result, error.KIND, notification.TOPIC, line.COMMAND, and the records they refer to.
      """,
      "title": "sudoku",
    ]
  }

  /// One schema with the records it refers to; `nil` for an unknown name.
  package static func schema(named name: String) -> JSONValue? {
    if let found = schemas.first(where: { $0.name == name }) {
      return document(found.schema.selfContained)
    }
    guard let record = records[name] else { return nil }
    return document(record, definitions: records)
  }

  package static func suggestion(for name: String) -> String? {
    Suggestion.nearest(to: name, among: names)
  }

  private static func document(_ schema: JSONValue, definitions: JSONObject? = nil) -> JSONValue {
    guard case .object(var members) = schema else { return schema }
    members["$schema"] = dialect
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

import JSONCoding
import SudokuRating

/// The methods that an MCP server offers as tools.
///
/// ```swift
/// ToolSet.standard.names            // the few that a conversation needs
/// try ToolSet("all").names          // every method that makes sense as a tool
/// try ToolSet("puzzle_solve,puzzle_grade").names
/// ```
public struct ToolSet: Sendable {
  /// Parameters that a model has no use for: the time, the ID for repetitions, the revision; those that
  /// list the way to the solution, where it is hidden.
  var hiddenParameters: [String] {
    ["at", "ifRev", "opId"] + (hidesSolutions ? ["explain", "path"] : [])
  }

  /// The names of the tools: those of the methods with `_` for the point, as `puzzle_solve`.
  public let names: [String]
  /// True if no answer holds a solution.
  public let hidesSolutions: Bool

  private init(names: [String], hidesSolutions: Bool = false) {
    (self.names, self.hidesSolutions) = (names, hidesSolutions)
  }

  /// The tools for a model that plays: none that solves, and no solution in any answer.
  public var withoutSolutions: ToolSet {
    ToolSet(names: names.filter { $0 != "puzzle_solve" }, hidesSolutions: true)
  }

  /// The tools that a conversation about puzzles and a game needs.
  public static let standard = ToolSet(
    names: [
      "puzzle_solve", "puzzle_check", "puzzle_grade", "puzzle_hint", "puzzle_why",
      "puzzle_generate", "puzzle_render", "game_new", "game_open", "game_daily", "game_list",
      "game_state", "game_place", "game_clear", "game_note", "game_apply", "game_candidates",
      "game_undo", "game_hint", "game_why", "game_check", "game_restart", "game_pause",
      "game_resume", "stats_get",
    ])

  /// Every method that makes sense as a tool.
  public static let all = ToolSet(
    names: Method.all.map(\.name)
      .filter {
        !["cancel", "shutdown", "subscribe", "methods", "ping", "rpc.discover"].contains($0)
          && !$0.hasPrefix("player.")
      }
      .map(toolName))

  /// Reads `default`, `all`, or names separated by commas; throws `RPCError` for an unknown name.
  public init(_ text: String) throws(RPCError) {
    switch text {
    case "default": self = .standard
    case "all": self = .all
    default:
      var names: [String] = []
      for part in text.split(separator: ",") {
        let name = part.trimming(while: { $0 == " " })
        guard Self.all.names.contains(name) else {
          throw .unknownChoice(name, of: "tools", among: ["default", "all"] + Self.all.names)
        }
        if !names.contains(name) { names.append(name) }
      }
      guard !names.isEmpty else {
        throw .unknownChoice(text, of: "tools", among: ["default", "all"] + Self.all.names)
      }
      self.init(names: names)
    }
  }

  static func toolName(_ method: String) -> String {
    String(method.map { $0 == "." ? "_" : $0 })
  }

  static let methods: [String: Method] = Dictionary(
    uniqueKeysWithValues: Method.all.map { (toolName($0.name), $0) })

  /// The entries of `tools/list`.
  var list: JSONValue {
    .array(names.compactMap { name in Self.methods[name].map { tool(name, $0) } })
  }

  private func tool(_ name: String, _ method: Method) -> JSONValue {
    let members: JSONObject = [
      "annotations": Self.annotations(of: method), "description": .string(method.toolSummary),
      "inputSchema": shortened(method.parameters.selfContained, of: name),
      "name": .string(name), "outputSchema": Self.outputs(method.result),
    ]
    return .object(members)
  }

  /// The schema without what a model has no use for, and without what another tool explains.
  private func shortened(_ schema: JSONValue, of tool: String) -> JSONValue {
    guard case .object(var members) = schema, case .object(var properties)? = members["properties"]
    else { return schema }
    let unused =
      hiddenParameters + [
        "return", "targets", "attempts", "workLimit", "budget", "rule", "order", "breadth", "jewel",
        "minEp", "maxEp", "minEd", "maxEd", "automorphic", "minimal", "strictlyMinimal", "spread",
      ]
    for name in unused { properties[name] = nil }
    // `level` or the puzzle of `puzzle_generate` do.
    if tool == "game_new" { (properties["generate"], properties["practice"]) = (nil, nil) }
    // The meaning of the levels stands at the tools that begin games.
    if tool == "puzzle_daily", case .object(var level)? = properties["level"] {
      level["description"] = "The level; default medium."
      properties["level"] = .object(level)
    }
    // A name is enough; the object of an own scale is long.
    if case .object(let scale)? = properties["scale"], case .array(let choices)? = scale["anyOf"] {
      properties["scale"] = choices.first
    }
    members["properties"] = .object(properties)
    return .object(members)
  }

  /// The members of a result and their types; the whole schemas would be three quarters of the list.
  private static func outputs(_ schema: Schema) -> JSONValue {
    let definitions = schema.definitions
    func members(_ schema: JSONValue) -> JSONObject {
      if let name = schema["$ref"]?.string?.split(separator: "/").last {
        return definitions[String(name)].map(members) ?? [:]
      }
      var found = schema["properties"]?.object ?? [:]
      for choice in schema["anyOf"]?.array ?? [] {
        for member in members(choice) { found[member.key] = member.value }
      }
      found[ToolAnswer.oldName] = nil
      return found
    }
    let types = members(schema.value).map { member -> (key: String, value: JSONValue) in
      (member.key, .object(member.value["type"].map { ["type": $0] } ?? [:]))
    }
    return ["properties": .object(JSONObject(types)), "type": "object"]
  }

  // MARK: Annotations

  static let readers: Set<String> = [
    "hello", "engine.levels", "engine.techniques", "game.state", "game.list", "game.history",
    "game.review", "game.candidates", "game.share", "sync.status", "sync.conflicts", "sync.log",
    "profile.get", "stats.get", "backup.list", "save.export",
  ]
  private static let overwriters: Set<String> = ["profile.set", "game.setOption"]
  private static let idempotent: Set<String> = [
    "game.open", "game.daily", "game.place", "game.clear", "game.select", "game.autoNotes",
    "game.pause", "game.resume", "game.suspend", "game.abandon", "game.close", "game.setOption",
    "profile.set", "sync.resolve", "backup.restore", "save.import",
  ]

  /// The properties of a tool that a client may rely on.
  private static func annotations(of method: Method) -> JSONValue {
    let reads = method.group == "puzzle" || readers.contains(method.name)
    // Unspecified hints have the specification's default.
    var hints: JSONObject = ["title": .string(method.title)]
    if method.group != "sync" { hints["openWorldHint"] = false }
    if reads {
      hints["readOnlyHint"] = true
    } else {
      if !overwriters.contains(method.name) { hints["destructiveHint"] = false }
      if idempotent.contains(method.name) { hints["idempotentHint"] = true }
    }
    return .object(hints)
  }
}

extension Substring {
  fileprivate func trimming(while isSpare: (Character) -> Bool) -> String {
    var rest = drop(while: isSpare)
    while let last = rest.last, isSpare(last) { rest.removeLast() }
    return String(rest)
  }
}

extension Method {
  /// The name in words, as `Puzzle: solve`.
  fileprivate var title: String {
    let parts = name.split(separator: ".")
    guard parts.count == 2 else { return name.prefix(1).uppercased() + name.dropFirst() }
    var words = ""
    for character in parts[1] {
      words += character.isUppercase ? " " + character.lowercased() : String(character)
    }
    return "\(parts[0].prefix(1).uppercased())\(parts[0].dropFirst()): \(words)"
  }

  /// The method's summary, with background for readers who have only this text.
  fileprivate var toolSummary: String {
    switch name {
    case "puzzle.grade":
      summary + " " + Level.meaning
        + " On the scale se, ER is the rating of the hardest step, EP (pearl) that of the hardest step up to "
        + "the first digit placed, ED (diamond) that of the first step: 1.0 to 2.5 are singles and "
        + "locked candidates, 2.6 to 4.4 subsets, fish and wings, 4.5 to 6.5 uniqueness and more, "
        + "from 6.6 on chains; 11.9 is the hardest known."
    case "puzzle.generate": summary + " " + Level.meaning
    case "puzzle.hint", "game.hint":
      summary
        + " Depth 1 reports a mistake, if any, 2 houses and digits, 3 the technique, 4 cells, "
        + "5 the whole step in words. Begin low if the player wants to find it alone."
    case "game.place", "game.note", "game.clear":
      summary + " Cells are r1c1 (top left) to r9c9."
    default: summary
    }
  }
}

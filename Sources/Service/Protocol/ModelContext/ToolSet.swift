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
  /// The names of the tools: those of the methods with `_` for the point, as `puzzle_solve`.
  public let names: [String]
  /// True if no answer holds a solution.
  public let hidesSolutions: Bool
  /// The arguments of each tool.
  let inputs: [String: ToolInput]

  private init(names: [String], hidesSolutions: Bool = false) {
    (self.names, self.hidesSolutions) = (names, hidesSolutions)
    // The way to the solution is hidden with it.
    let hidden = ToolInput.alwaysHidden + (hidesSolutions ? ["explain", "path"] : [])
    inputs = names.reduce(into: [:]) { inputs, name in
      inputs[name] = Self.methods[name].map { ToolInput(name, $0, hiding: hidden) }
    }
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
    [
      "annotations": Self.annotations(of: method), "description": .string(method.toolSummary),
      "inputSchema": inputs[name]?.schema ?? [:], "name": .string(name),
      "outputSchema": Self.outputs(method),
    ]
  }

  /// The members of a result and their types; the whole schemas would be three quarters of the list.
  private static func outputs(_ method: Method) -> JSONValue {
    let definitions = method.result.definitions
    func members(_ schema: JSONValue) -> JSONObject {
      if let name = schema["$ref"]?.string?.split(separator: "/").last {
        return definitions[String(name)].map(members) ?? [:]
      }
      var found = schema["properties"]?.object ?? [:]
      for choice in schema["anyOf"]?.array ?? [] {
        for member in members(choice) { found[member.key] = member.value }
      }
      return found
    }
    // A tool returns no state in place of the changes.
    let outcome = method.names.contains("return") ? method.result.value["anyOf"]?[0] : nil
    var all = ToolAnswer.shortened(members(outcome ?? method.result.value))
    if ToolAnswer.judged.contains(method.name) { all["message"] = Schema.string().value }
    let types =
      all
      .map { member -> (key: String, value: JSONValue) in
        (member.key, .object(member.value["type"].map { ["type": $0] } ?? [:]))
      }
    return ["properties": .object(JSONObject(types)), "type": "object"]
  }

  // MARK: Errors

  /// The error for a name of a tool that is not offered.
  func unknown(_ name: String) -> RPCError {
    let suggestion = Suggestion.method(for: name, among: names)
    var message = "unknown tool '\(name.prefix(64))'"
    var details: JSONObject = ["valid": .array(names.map { .string($0) })]
    if Self.all.names.contains(name) {
      message = "the tool '\(name)' is not offered here"
      message +=
        hidesSolutions && name == "puzzle_solve"
        ? ": this server hides solutions" : "; `sudoku mcp --tools all` offers it"
      if let step = ToolWords.next(instead: name) { message += "; " + step }
      message = offered(message)
    } else {
      if let suggestion {
        message += "; did you mean '\(suggestion)'?"
        details["suggestion"] = .string(suggestion)
      }
      message += " (the tools: \(names.joined(separator: ", ")))"
    }
    return .invalid("name", expected: "the name of a tool", message, details)
  }

  /// An error of a tool in the words of the tools, with the next call where there is one.
  func message(of error: RPCError, _ tool: String) -> String {
    var text = ToolWords.of(error.message)
    if let step = ToolWords.next(after: error, inputs[tool]), !text.contains(step) {
      text += "; " + step
    }
    text = offered(text)
    if let valid = error.details["valid"]?.array?.compactMap(\.string), !valid.isEmpty,
      valid.count <= 40, !valid.allSatisfy({ text.contains($0) })
    {
      text += "; valid: " + valid.joined(separator: ", ")
    }
    if let suggestion = error.details["suggestion"]?.string, !text.contains(suggestion) {
      text += "; did you mean '\(suggestion)'?"
    }
    if let partial = error.details["partial"], partial != .null {
      text += "; up to then: " + String(partial.description.prefix(4_000))
    }
    return text
  }

  /// The text without clauses about tools and parameters that a model does not have.
  private func offered(_ text: String) -> String {
    let hidden =
      Self.all.names.filter { $0.contains("_") && !names.contains($0) }
      + ToolInput.alwaysHidden.map { "'\($0)'" }
    let clauses = text.split(separator: "; ", omittingEmptySubsequences: false)
    let kept = clauses.enumerated().filter { index, clause in
      index == 0 || !hidden.contains { clause.contains($0) }
    }
    return kept.map { String($0.element) }.joined(separator: "; ")
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
    case "puzzle.hint", "game.hint":
      summary
        + " Depth 1 reports a mistake, if any, 2 houses and digits, 3 the technique, 4 cells, "
        + "5 the whole step in words. Begin low if the player wants to find it alone."
    case "game.place", "game.note", "game.clear":
      summary + " Cells are r1c1 (top left) to r9c9."
    default: ToolWords.of(summary)
    }
  }
}

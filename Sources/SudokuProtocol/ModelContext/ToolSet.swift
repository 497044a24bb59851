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
  /// Whether the list has the schemas of the results too.
  ///
  /// They are three quarters of the list, and a conversation can do without them: the results name
  /// their members. The default tools omit them.
  let listsResults: Bool

  private init(names: [String], listsResults: Bool) {
    self.names = names
    self.listsResults = listsResults
  }

  /// The tools that a conversation about puzzles and a game needs.
  public static let standard = ToolSet(
    names: [
      "puzzle_solve", "puzzle_check", "puzzle_grade", "puzzle_hint", "puzzle_generate",
      "puzzle_identify", "game_new", "game_open", "game_daily", "game_list", "game_state",
      "game_place", "game_clear", "game_note", "game_undo", "game_hint", "game_check",
    ], listsResults: false)

  /// Every method that makes sense as a tool.
  public static let all = ToolSet(
    names: Method.all.map(\.name)
      .filter { !["cancel", "shutdown", "subscribe", "methods", "ping"].contains($0) }
      .map(toolName), listsResults: true)

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
        names.append(name)
      }
      self.init(names: names, listsResults: true)
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
    var members: JSONObject = [
      "annotations": Self.annotations(of: method), "description": .string(method.toolSummary),
      "inputSchema": method.parameters.selfContained, "name": .string(name),
      "title": .string(method.title),
    ]
    if listsResults { members["outputSchema"] = method.result.objectAtRoot }
    return .object(members)
  }

  // MARK: Annotations

  private static let readers: Set<String> = [
    "hello", "game.state", "game.list", "game.history", "sync.status", "sync.conflicts",
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
    return [
      "destructiveHint": .bool(overwriters.contains(method.name)),
      "idempotentHint": .bool(reads || idempotent.contains(method.name)),
      "openWorldHint": .bool(method.group == "sync"), "readOnlyHint": .bool(reads),
      "title": .string(method.title),
    ]
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
      summary + " Depth 1 says whether there is a mistake, 2 a region, 3 a cell, 4 the technique, "
        + "5 the whole step in words. Begin low if the player wants to find it alone."
    case "game.place", "game.note", "game.clear":
      summary + " Cells are r1c1 (top left) to r9c9."
    default: summary
    }
  }
}

extension Schema {
  /// The schema as an object at its root, as MCP requires, with all definitions.
  fileprivate var objectAtRoot: JSONValue {
    guard case .object(var members) = selfContained else { return ["type": "object"] }
    if case .string(let reference)? = members["$ref"],
      case .object(let definition)? = members["$defs"]?[
        String(reference.dropFirst("#/$defs/".count))]
    {
      members["$ref"] = nil
      for member in definition { members[member.key] = member.value }
    }
    members["type"] = "object"
    return .object(members)
  }
}

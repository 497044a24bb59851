import JSONCoding

/// The Model Context Protocol: every method is a tool, the current game a resource.
///
/// Only what a server with tools and resources needs: `initialize`, `ping`, `tools/list`,
/// `tools/call`, `resources/list`, `resources/read`, and the notifications of a client.
/// Specification: modelcontextprotocol.io, revision 2025-06-18.
extension ProtocolServer {
  /// The revisions of the specification that are spoken, the newest first.
  static let modelContextRevisions = ["2025-06-18", "2025-03-26", "2024-11-05"]

  private static let currentGameURI = "sudoku://game/current"

  /// The methods that make sense as tools, by tool name: the method's with `_` for the point.
  private static let tools: [(name: String, method: Method)] = Method.all
    .filter { !["cancel", "shutdown", "subscribe", "methods", "ping"].contains($0.name) }
    .map { (String($0.name.map { $0 == "." ? "_" : $0 }), $0) }

  private static let toolTable: [String: Method] = Dictionary(
    uniqueKeysWithValues: tools.map { ($0.name, $0.method) })

  /// Runs a request of an MCP client.
  func runModelContext(
    _ name: String, _ arguments: JSONNode?, _ call: inout Call
  ) throws(RPCError) -> Reply {
    switch name {
    case "initialize": return .value(initialized(arguments))
    case "ping": return .value([:])
    case "tools/list": return .value(["tools": .array(Self.tools.map { Self.tool($0) })])
    case "tools/call":
      guard let tool = arguments?["name" as StaticString]?.string else {
        throw RPCError.wrongType("name", expected: "the name of a tool")
      }
      guard let method = Self.toolTable[tool] else {
        throw Self.unknown(tool, among: Self.tools.map(\.name))
      }
      call.isTool = true
      return try method.run(call, arguments?["arguments" as StaticString])
    case "resources/list":
      return .value(["resources": .array([Self.currentGameResource])])
    case "resources/templates/list": return .value(["resourceTemplates": []])
    case "resources/read": return .value(try readResource(arguments))
    case "prompts/list": return .value(["prompts": []])
    case "logging/setLevel": return .value([:])
    case "notifications/cancelled":
      if let id = arguments?["requestId" as StaticString].flatMap({ RequestID($0) }) {
        _ = cancel(id)
      }
      return .value([:])
    default:
      if name.hasPrefix("notifications/") { return .value([:]) }
      throw Self.unknown(name, among: [])
    }
  }

  private func initialized(_ arguments: JSONNode?) -> JSONValue {
    let asked = arguments?["protocolVersion" as StaticString]?.string ?? ""
    let revision =
      Self.modelContextRevisions.contains(asked) ? asked : Self.modelContextRevisions[0]
    return [
      "capabilities": ["resources": [:], "tools": [:]],
      "instructions": """
      Solve, grade, generate and play Sudoku. Begin with game_new, play with game_place and \
      game_note, ask game_hint when stuck. Cells are r1c1 to r9c9; boards are 81 characters.
      """,
      "protocolVersion": .string(revision),
      "serverInfo": ["name": "sudoku", "version": .string(engineVersion)],
    ]
  }

  private static func tool(_ tool: (name: String, method: Method)) -> JSONValue {
    [
      "description": .string(tool.method.summary), "inputSchema": tool.method.parameters.value,
      "name": .string(tool.name), "outputSchema": tool.method.result.value,
    ]
  }

  /// The answer of a tool: its result as text and as structure, its error as text.
  static func toolResult(_ result: Result<JSONValue, RPCError>) -> Result<JSONValue, RPCError> {
    switch result {
    case .success(let value):
      .success([
        "content": [["text": .string(value.description), "type": "text"]], "isError": false,
        "structuredContent": value,
      ])
    case .failure(let error):
      .success([
        "content": [["text": .string(error.value.description), "type": "text"]], "isError": true,
      ])
    }
  }

  private static let currentGameResource: JSONValue = [
    "description": "The state of the game that is being played.",
    "mimeType": "application/json", "name": "current game", "uri": .string(currentGameURI),
  ]

  private func readResource(_ arguments: JSONNode?) throws(RPCError) -> JSONValue {
    guard let uri = arguments?["uri" as StaticString]?.string, uri == Self.currentGameURI else {
      throw RPCError(
        .invalidParams, "there is only the resource \(Self.currentGameURI)",
        ["expected": .string(Self.currentGameURI), "parameter": "uri"])
    }
    let state = try state(of: nil, at: nil)
    return [
      "contents": [
        ["mimeType": "application/json", "text": .string(state.description), "uri": .string(uri)]
      ]
    ]
  }
}

import JSONCoding
import SudokuCore
import SudokuPlayer
import SudokuSession

// The Model Context Protocol: methods are tools, the current game is a resource.
//
// Specification: modelcontextprotocol.io, revision 2026-07-28 (`StatelessRequest`) and those before it,
// which begin with `initialize`.
extension ProtocolServer {
  /// The supported revisions that begin with `initialize`, the newest first.
  static let modelContextRevisions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  private static let currentGameURI = "sudoku://game/current"

  /// Runs a request of an MCP client.
  func runModelContext(
    _ name: String, _ arguments: JSONNode?, _ call: inout Call
  ) throws(RPCError) -> Reply {
    call.stateless = try StatelessRequest(name, arguments)
    if name.hasSuffix("/list"), let cursor = arguments?["cursor" as StaticString], !cursor.isNull {
      // Every list is one page.
      throw .wrongType("cursor", expected: "absent: there are no further pages")
    }
    switch name {
    case "server/discover": return .value(discovered)
    case "initialize": return .value(initialized(arguments))
    case "ping": return .value([:])
    case "tools/list": return .value(["tools": tools.list])
    case "tools/call": return try callTool(arguments, &call)
    case "resources/list":
      return .value(["resources": .array([Self.currentGameResource])])
    case "resources/templates/list": return .value(["resourceTemplates": []])
    case "resources/read": return .value(try readResource(arguments))
    case "resources/subscribe", "resources/unsubscribe":
      _ = try resource(arguments)
      watchesCurrentGame = name == "resources/subscribe"
      return .value([:])
    case "prompts/list": return .value(["prompts": .array(Prompt.all.map(\.value))])
    case "prompts/get": return .value(try prompt(arguments))
    case "logging/setLevel": return .value([:])
    case "notifications/cancelled":
      if let id = arguments?["requestId" as StaticString].flatMap({ RequestID($0) }) {
        _ = cancel(id, silently: true)
      }
      return .value([:])
    default:
      if name.hasPrefix("notifications/") { return .value([:]) }
      throw Self.unknown(name, among: [])
    }
  }

  private func initialized(_ arguments: JSONNode?) -> JSONValue {
    // The client's revision if it is supported, else the newest; then the client decides.
    let asked = arguments?["protocolVersion" as StaticString]?.string ?? ""
    let revision =
      Self.modelContextRevisions.contains(asked) ? asked : Self.modelContextRevisions[0]
    return [
      "capabilities": Self.capabilities(inSession: true), "instructions": Self.instructions,
      "protocolVersion": .string(revision), "serverInfo": implementation,
    ]
  }

  private var discovered: JSONValue {
    [
      "capabilities": Self.capabilities(inSession: false), "instructions": Self.instructions,
      "supportedVersions": .array(StatelessRequest.revisions.map { .string($0) }),
    ]
  }

  /// The capabilities; a subscription lasts as long as a session, which `initialize` begins.
  private static func capabilities(inSession: Bool) -> JSONValue {
    ["prompts": [:], "resources": inSession ? ["subscribe": true] : [:], "tools": [:]]
  }

  private static let instructions: JSONValue = """
    Solve, grade, generate and play classic Sudoku, 9 x 9 only. Begin with game_new, play with \
    game_place and game_note, ask game_hint when stuck. A move is answered by what it changed; \
    game_state shows the board. Cells are r1c1 (top left) to r9c9. Boards are 81 characters row \
    by row, with a drawing as a grid.
    """

  /// The program's description in MCP's form.
  var implementation: JSONValue {
    ["name": "sudoku", "title": "Sudoku", "version": .string(engineVersion)]
  }

  private func callTool(_ arguments: JSONNode?, _ call: inout Call) throws(RPCError) -> Reply {
    guard let name = arguments?["name" as StaticString]?.string else {
      throw RPCError.wrongType("name", expected: "the name of a tool")
    }
    guard let input = tools.inputs[name], let method = ToolSet.methods[name] else {
      throw tools.unknown(name)
    }
    let given = arguments?["arguments" as StaticString]
    if let kind = given?.kind, kind != .object && kind != .null {
      throw .wrongType("arguments", expected: "an object")
    }
    call.tool = name
    noteCurrentGame()
    let read = try input.read(given)
    return try runInTurn(method, try withLastGame(read, input), &call)
  }

  /// Remembers the current game, which a tool without `game` is about even after its end.
  func noteCurrentGame() {
    if let current = library.current { lastGame = current }
  }

  /// The arguments with the game that has just ended, if the tool is about the current game and there is none.
  private func withLastGame(
    _ arguments: JSONNode?, _ input: ToolInput
  ) throws(RPCError) -> JSONNode? {
    guard let lastGame, library.current == nil, turns.isEmpty, !input.requires("game"),
      input.tool.hasPrefix("game_"), input.names.contains("game"),
      arguments?["game" as StaticString]?.isNull != false
    else { return arguments }
    var members = arguments?.value.object ?? [:]
    members["game"] = .string(lastGame.rawValue)
    return try ToolInput.node(.object(members))
  }

  private func prompt(_ arguments: JSONNode?) throws(RPCError) -> JSONValue {
    let name = arguments?["name" as StaticString]?.string ?? ""
    guard let prompt = Prompt.all.first(where: { $0.name == name }) else {
      throw .unknownChoice(name, of: "name", among: Prompt.all.map(\.name))
    }
    return try prompt.message(arguments?["arguments" as StaticString])
  }

  // MARK: Resources

  private static let currentGameResource: JSONValue = [
    "description": "The state of the current game.",
    "mimeType": "application/json", "name": "current game", "uri": .string(currentGameURI),
  ]

  /// The notification that the current game has changed, for a client that subscribed to it.
  func resourceUpdate(after event: LibraryEvent) -> JSONValue? {
    guard watchesCurrentGame else { return nil }
    switch event {
    case .changed, .merged, .listChanged: break
    default: return nil
    }
    return [
      "jsonrpc": "2.0", "method": "notifications/resources/updated",
      "params": ["uri": .string(Self.currentGameURI)],
    ]
  }

  private func resource(_ arguments: JSONNode?) throws(RPCError) -> String {
    guard let uri = arguments?["uri" as StaticString]?.string, uri == Self.currentGameURI else {
      throw RPCError.invalid(
        "uri", expected: Self.currentGameURI, "the only resource is \(Self.currentGameURI)")
    }
    return uri
  }

  private func readResource(_ arguments: JSONNode?) throws(RPCError) -> JSONValue {
    let uri = try resource(arguments)
    let state = try state(of: nil, at: nil)
    return [
      "contents": [
        ["mimeType": "application/json", "text": .string(state.description), "uri": .string(uri)]
      ]
    ]
  }
}

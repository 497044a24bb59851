import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuRating

extension Method {
  /// The topics that can be subscribed to.
  static let topics = [
    "game.changed", "game.completed", "game.completedElsewhere", "progress", "sync.conflict",
    "sync.merged", "sync.status",
  ]

  /// The group `engine`.
  static let engineMethods: [Method] = [
    Method(
      "hello", "Tells versions, capabilities and limits.",
      .optional("client", ValueType<JSONValue>.any, "Who asks; nothing depends on it."),
      result: .object(
        "Versions travel as data.",
        [
          "capabilities": .array(of: .string()), "device": .string("This device's identity."),
          "engine": .object("", ["name": .string(), "version": .string()]),
          "limits": .map(of: .integer()), "protocol": .string("Version of this protocol."),
          "versions": .map("Rule sets, generator, ID scheme, records.", of: .string()),
        ], required: ["capabilities", "device", "engine", "limits", "protocol", "versions"])
    ) { (call, _) throws(RPCError) in .value(call.server.hello) },

    Method(
      "ping", "Answers after everything that came before it.", result: .object()
    ) { (call) throws(RPCError) in call.server.answerAfterJobs(call, [:]) },

    Method(
      "methods", "Lists every method with the JSON Schemas of its parameters and its result.",
      result: .object(
        "", ["methods": .array(of: .object()), "topics": .array(of: .string())],
        required: ["methods", "topics"])
    ) { (_) throws(RPCError) in
      .value([
        "methods": .array(all.map(\.value)), "topics": .array(topics.map { .string($0) }),
      ])
    },

    Method(
      "cancel", "Asks a request in flight to stop; it answers with what it has so far.",
      .required("id", .requestID, "The ID of the request."),
      result: .object(
        "", ["cancelled": .boolean("Whether there was such a request.")], required: ["cancelled"])
    ) { (call, id) throws(RPCError) in .value(["cancelled": .bool(call.server.cancel(id))]) },

    Method(
      "subscribe", "Chooses the notifications to be sent; an empty list stops them.",
      .required("topics", .list(of: .string), "Names of topics, or `*` for all."),
      result: .object("", ["topics": .array(of: .string())], required: ["topics"])
    ) { (call, names) throws(RPCError) in
      var chosen: Set<String> = []
      for name in names {
        guard name == "*" || topics.contains(name) else {
          throw .wrongType("topics", expected: "names of " + topics.joined(separator: ", "))
        }
        chosen.formUnion(name == "*" ? topics : [name])
      }
      call.server.topics = chosen
      return .value(["topics": .array(chosen.sorted().map { .string($0) })])
    },

    Method(
      "shutdown", "Ends the session as the end of input does.", result: .object()
    ) { (call) throws(RPCError) in
      call.server.shutDown()
      return call.server.answerAfterJobs(call, [:])
    },
  ]
}

extension ProtocolServer {
  var hello: JSONValue {
    [
      "capabilities": .array(
        ["batch", "cancel", "opId", "ifRev", "at", "seed", "progress"]
          + (library.engine == nil ? [] : ["store"])),
      "device": .string(library.device.description),
      "engine": ["name": "sudoku", "version": .string(engineVersion)],
      "limits": limits.value,
      "protocol": .string(Self.protocolVersion),
      "versions": Self.versions,
    ]
  }
}

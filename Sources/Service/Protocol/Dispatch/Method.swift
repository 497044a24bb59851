import JSONCoding
import SudokuSession

/// One method of the protocol: name, parameters, result and behaviour, in one declaration.
///
/// ```swift
/// Method("game.clear", "Clears a cell.", game, .required("cell", .cell, "The cell."),
///        result: OutcomeRecord.schema) { (call, game, cell) throws(RPCError) in ... }
/// ```
///
/// The declaration decodes the arguments and gives the schemas that `methods` and MCP list, so the
/// two can't differ.
struct Method: Sendable {
  let name: String
  let summary: String
  let parameters: Schema
  let result: Schema
  /// The names of the parameters, in the order of their declaration; empty where another type
  /// declares them.
  let names: [String]
  /// True if it takes a time in place of the clock.
  let takesTime: Bool
  /// True if requests with it keep their turn among those about the same game.
  let isAboutGame: Bool
  /// Decodes the arguments of a request; the returned action carries the request out.
  let decode: @Sendable (JSONNode?) throws(RPCError) -> Action

  typealias Action = (Call) throws(RPCError) -> Reply

  init(
    name: String, summary: String, parameters: Schema, result: Schema, names: [String] = [],
    decode: @escaping @Sendable (JSONNode?) throws(RPCError) -> Action
  ) {
    (self.name, self.summary, self.names, self.decode) = (name, summary, names, decode)
    (self.parameters, self.result) = (parameters, result)
    takesTime = names.contains("at")
    isAboutGame =
      name.hasPrefix("game.") || name.hasPrefix("sync.") && names.contains("game")
  }

  /// All methods, in the order of the list that `methods` returns.
  static let all: [Method] =
    engineMethods + puzzleMethods + gameMethods + syncMethods + profileMethods + saveMethods
    + playerMethods

  static let table: [String: Method] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The part of the name before the point.
  var group: String {
    name.split(separator: ".").count > 1 ? String(name.prefix { $0 != "." }) : "engine"
  }
}

extension Method {
  /// Declares a method whose parameters are decoded before `body` runs.
  init<each Value>(
    _ name: String, _ summary: String, _ parameters: repeat Parameter<each Value>,
    result: Schema,
    body: @escaping @Sendable (Call, repeat each Value) throws(RPCError) -> Reply
  ) {
    var list = ParameterSchemas()
    repeat list.add(each parameters)
    let schemas = list
    self.init(
      name: name, summary: summary, parameters: schemas.object(), result: result,
      names: schemas.names
    ) {
      (arguments) throws(RPCError) in
      try schemas.refuseOthers(arguments)
      let values = (repeat try (each parameters).read(arguments))
      return { (call) throws(RPCError) in try body(call, repeat each values) }
    }
  }

  /// Carries out a request; one whose arguments can't be decoded changes nothing.
  func run(_ call: Call, _ arguments: JSONNode?) throws(RPCError) -> Reply {
    try decode(arguments)(call)
  }
}

enum Reply {
  case value(JSONValue)
  /// A record, written without a tree of values between: for frequent requests.
  case record(any Record)
  /// The answer comes when a job is done, or when a barrier is passed.
  case later
}

/// One request on its way through the server.
struct Call {
  let server: ProtocolServer
  /// The request's ID, `nil` for a notification.
  var id: RequestID?
  let sink: Sink
  /// The name of the MCP tool whose result the answer is; `nil` for any other answer.
  var tool: String?
  /// The form of the answer for an MCP client of the stateless revision; `nil` for any other client.
  var stateless: StatelessRequest?
  /// True if nobody waits for the answer any more, because an MCP client has cancelled the request.
  var isSilenced = false
  /// Method and parameters of a request that keeps its turn among those about a game.
  var turn: (method: String, arguments: JSONNode?)?
  /// The job that the request has been since it waited for its turn.
  var job: Job?

  /// A hash of the method and its parameters except `opId`, `at` and `game`; `nil` for a request without a turn.
  var content: Int? {
    guard let turn else { return nil }
    var members = turn.arguments?.value.object ?? [:]
    // A request that is sent again may name the current game.
    for name in ["opId", "at", "game"] { members[name] = nil }
    return OpaqueValue(.array([.string(turn.method), .object(members)]))?.fingerprint
  }

  enum Sink {
    case line
    case batch(Batch, Int)
  }
}

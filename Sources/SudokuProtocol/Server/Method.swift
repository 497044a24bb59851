import JSONCoding

/// One method of the protocol: name, parameters, result and what it does, in one declaration.
///
/// ```swift
/// Method("game.clear", "Takes a digit away.", .game, .required("cell", .cell, "The cell."),
///        result: Results.change) { (call, game, cell) throws(RPCError) in ... }
/// ```
struct Method: Sendable {
  let name: String
  let summary: String
  let parameters: Schema
  let result: Schema
  let run: @Sendable (Call, JSONNode?) throws(RPCError) -> Reply

  /// Declares a method that decodes its parameters itself.
  init(
    name: String, summary: String, parameters: Schema, result: Schema,
    run: @escaping @Sendable (Call, JSONNode?) throws(RPCError) -> Reply
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.result = result
    self.run = run
  }

  /// Declares a method whose parameters are decoded before `body` sees them.
  init<each Value>(
    _ name: String, _ summary: String, _ parameters: repeat Parameter<each Value>,
    result: Schema,
    body: @escaping @Sendable (Call, repeat each Value) throws(RPCError) -> Reply
  ) {
    self.name = name
    self.summary = summary
    self.result = result
    var list = ParameterSchemas()
    repeat list.add(each parameters)
    let schemas = list
    self.parameters = schemas.object()
    run = { (call, arguments) throws(RPCError) in
      try schemas.refuseOthers(arguments)
      return try body(call, repeat try (each parameters).read(arguments))
    }
  }

  /// The group: what stands before the point.
  var group: String {
    name.split(separator: ".").count > 1 ? String(name.prefix { $0 != "." }) : "engine"
  }

  /// The entry of `methods`.
  var value: JSONValue {
    [
      "group": .string(group), "name": .string(name), "params": parameters.selfContained,
      "result": result.selfContained, "summary": .string(summary),
    ]
  }
}

/// What a method answers.
enum Reply {
  /// The result.
  case value(JSONValue)
  /// The result as a record, written without a tree of values between: for what is asked often.
  case record(any Record)
  /// The answer comes when a job is done, or when a barrier is passed.
  case later
}

/// One request on its way through the server.
struct Call {
  /// The server that runs it.
  let server: ProtocolServer
  /// The request's ID, `nil` for a notification.
  var id: RequestID?
  /// Where the answer goes.
  let sink: Sink
  /// Whether the answer is the result of an MCP tool.
  var isTool = false

  /// Where an answer goes.
  enum Sink {
    case line
    case batch(Batch, Int)
  }
}

/// A batch whose answers are collected until all are there.
final class Batch {
  struct Answer {
    let id: RequestID
    var response: JSONValue
    var dependsOnCommit: Bool
  }

  private var answers: [Answer?]
  private var missing: Int
  /// Whether all requests were started.
  var isComplete: Bool { missing == 0 }

  /// Creates a batch of a number of requests, notifications among them.
  init(count: Int) {
    answers = Array(repeating: nil, count: count)
    missing = count
  }

  /// Whether an answer waits for a commit.
  var dependsOnCommit: Bool { answers.contains { $0?.dependsOnCommit == true } }

  /// The answers in the order of the requests; `nil` where all were notifications.
  var line: JSONValue? {
    let present = answers.compactMap { $0?.response }
    return present.isEmpty ? nil : .array(present)
  }

  /// Sets the answer to a request; `nil` for a notification.
  func set(_ answer: Answer?, at index: Int) {
    answers[index] = answer
    missing -= 1
  }

  /// Replaces what depended on a commit that failed, or notes that it succeeded.
  func resolve(_ error: RPCError?) {
    for index in answers.indices {
      guard let answer = answers[index], answer.dependsOnCommit else { continue }
      answers[index]?.dependsOnCommit = false
      if let error { answers[index]?.response = AnswerQueue.response(answer.id, error) }
    }
  }
}

import JSONCoding

extension Method {
  static let topics = Notifications.all.map { $0.topic }

  /// The group `engine`.
  static let engineMethods: [Method] = [
    Method(
      "hello", "Returns versions, capabilities and limits.",
      .optional(
        "client", ValueType<JSONValue>.any, "The name of the client; it has no effect."),
      result: HelloRecord.schema
    ) { (call, _) throws(RPCError) in .value(call.server.hello.json) },

    Method(
      "ping", "Answers once every earlier request is answered.", result: DoneRecord.schema
    ) { (call) throws(RPCError) in call.server.answerAfterJobs(call, [:]) },

    Method(
      "methods", "Lists every method with the JSON Schemas of its parameters and its result.",
      result: MethodListRecord.schema
    ) { (_) throws(RPCError) in .value(MethodListRecord().json) },

    Method(
      "cancel", "Cancels a request in flight; its error contains the partial result, if any.",
      .required("id", .requestID, "The ID of the request."),
      result: CancelRecord.schema
    ) { (call, id) throws(RPCError) in
      .value(CancelRecord(isCancelled: call.server.cancel(id)).json)
    },

    Method(
      "subscribe", "Chooses which notifications are sent; an empty list stops them.",
      .required("topics", .list(of: .string), "Names of topics, or `*` for all."),
      result: TopicsRecord.schema
    ) { (call, names) throws(RPCError) in
      var chosen: Set<String> = []
      for name in names {
        guard name == "*" || topics.contains(name) else {
          throw .wrongType("topics", expected: "names of " + topics.joined(separator: ", "))
        }
        chosen.formUnion(name == "*" ? topics : [name])
      }
      call.server.topics = chosen
      return .value(TopicsRecord(topics: chosen.sorted()).json)
    },

    Method(
      "shutdown", "Ends the session, like the end of the input.", result: DoneRecord.schema
    ) { (call) throws(RPCError) in
      call.server.isShuttingDown = true
      return call.server.answerAfterJobs(call, [:])
    },
  ]
}

extension ProtocolServer {
  var hello: HelloRecord {
    HelloRecord(
      capabilities: ["batch", "cancel", "opId", "ifRev", "at", "seed", "progress"]
        + (library.engine == nil ? [] : ["store"]),
      device: library.replica.device.description,
      engine: HelloRecord.Engine(version: engineVersion), limits: limits)
  }
}

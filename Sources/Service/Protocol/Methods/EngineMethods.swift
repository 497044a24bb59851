import JSONCoding
import SudokuPlayer
import SudokuRating
import SudokuTechniques

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
      "methods",
      "Lists every method with the JSON Schemas of its parameters and its result: 300 kB, or one method.",
      .optional("name", .text(atMost: 64), "The method to list; default all."),
      result: MethodListRecord.schema
    ) { (_, name) throws(RPCError) in
      guard let name else { return .value(MethodListRecord().json) }
      guard let method = Method.table[name] else { throw ProtocolServer.unknown(name) }
      return .value(MethodListRecord(methods: [method]).json)
    },

    Method(
      "rpc.discover",
      "Returns the protocol as an OpenRPC document, as this host speaks it: 400 kB.",
      result: .object("An OpenRPC document, version 1.3.2.")
    ) { (call) throws(RPCError) in
      let server = call.server
      return .value(
        OpenRPCDocument.document(
          version: server.engineVersion, hasPlayers: !server.takesBatches,
          commands: server.commandLines()))
    },

    Method(
      "engine.levels", "Lists the levels of a scale, easiest first.",
      .optional(
        "scale", ValueType<any Scale>.scale, "The scale; default the scale of new puzzles."),
      result: LevelListRecord.schema
    ) { (_, scale) throws(RPCError) in
      let scale = scale ?? GenerateRequest().options.scale
      return .value(
        LevelListRecord(levels: scale.levels.map { LevelRecord($0, of: scale) }).json)
    },

    Method(
      "engine.techniques", "Lists the techniques with names, families and ratings on a scale.",
      .optional("names", .techniques, "Only these: ids, names, other names or families."),
      .optional(
        "scale", ValueType<any Scale>.scale, "The scale; default the scale of new puzzles."),
      result: TechniqueListRecord.schema
    ) { (_, names, scale) throws(RPCError) in
      let scale = scale ?? GenerateRequest().options.scale
      let entries = TechniqueCatalogue.all.filter { names?.contains($0.technique) ?? true }
      let records = entries.map { entry in
        var record = TechniqueRecord(entry, on: scale)
        if names != nil { record.lesson = Lesson(entry.technique)?.text }
        return record
      }
      return .value(TechniqueListRecord(techniques: records).json)
    },

    Method(
      "device.name", "Names this device, for conflicts and notifications on all devices.",
      .optional("name", .text(atMost: 64), "The name; without one nothing changes."),
      result: DeviceRecord.schema
    ) { (call, name) throws(RPCError) in
      let device = call.server.library.replica.device
      if let name {
        _ = try call.server.played { (library) throws(PlayerError) in
          try library.nameDevice(name)
        }
      }
      return .value(
        DeviceRecord(device: device, name: call.server.library.deviceNames[device]).json)
    },

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
      .optional(
        "since", .int(0...Int.max),
        "The last `seq` that the client has seen: later notifications are sent again, at least the last "
          + "\(NotificationLog.limit.counted("notification")), or else the states of the open games are returned."
      ),
      result: TopicsRecord.schema
    ) { (call, names, since) throws(RPCError) in
      var chosen: Set<String> = []
      for name in names {
        guard name == "*" || topics.contains(name) else {
          throw .wrongType("topics", expected: "names of " + topics.joined(separator: ", "))
        }
        chosen.formUnion(name == "*" ? topics : [name])
      }
      call.server.topics = chosen
      if let current = call.server.library.current { call.server.notifyConflicts(of: current) }
      call.server.isKeepingNotifications = true
      let log = call.server.log
      var record = TopicsRecord(topics: chosen.sorted(), seq: log.last, since: log.first)
      if let since, !call.server.resend(after: since) {
        record.states = call.server.openStates
        let library = call.server.library
        (record.ended, record.newer) = library.takeNews(instead: library.current)
      }
      return .value(record.json)
    },

    Method(
      "shutdown", "Cancels running requests and ends the session.", result: DoneRecord.schema
    ) { (call) throws(RPCError) in call.server.shutDown(call) },
  ]
}

extension ProtocolServer {
  /// The states of the games in memory, the current one among them.
  var openStates: [GameStateRecord] {
    if let current = library.current { _ = try? library.game(current) }
    return library.openGameIDs.compactMap { try? stateRecord(of: $0, at: nil) }
  }

  var hello: HelloRecord {
    HelloRecord(
      capabilities: (takesBatches ? ["batch"] : [])
        + ["cancel", "opId", "ifRev", "seed", "progress"]
        + (clientTimeLimit == nil ? [] : ["at"])
        + (library.engine == nil ? [] : ["store"]),
      device: library.replica.device.description,
      engine: HelloRecord.Engine(version: engineVersion), limits: limits)
  }
}

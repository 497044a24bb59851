import JSONCoding
import SudokuPlayer
import SudokuSession
import SudokuSync

extension Method {
  /// The group `sync`.
  static let syncMethods: [Method] = [
    Method(
      "sync.now", "Syncs with the store: the current game, or the newest game of all devices.",
      .optional(
        "goal",
        ValueType<SyncGoal>.choice(
          Dictionary(uniqueKeysWithValues: SyncGoal.allCases.map { ($0.rawValue, $0) })),
        "What for; `now`, one request, if it is left out."),
      result: reportSchema
    ) { (call, goal) throws(RPCError) in try call.server.sync(call, goal ?? .now) },

    Method(
      "sync.restore", "Brings everything from the store to this device; nothing is overwritten.",
      result: reportSchema
    ) { (call) throws(RPCError) in try call.server.sync(call, .everything) },

    Method(
      "sync.status", "Tells how the syncs go.",
      result: .object(
        "",
        [
          "clockOffsetMilliseconds": Schema.integer().nullable, "current": Schema.string().nullable,
          "lastError": Schema.string().nullable, "lastSync": Schema.string().nullable,
          "online": .boolean(), "pending": .integer("Operations the store has not acknowledged."),
          "restore": .object(
            "What the store holds, where it can be restored.",
            [
              "completed": .integer(), "games": .integer(),
              "lastSaved": Schema.string().nullable,
            ], required: ["completed", "games", "lastSaved"]),
          "restoreAvailable": .boolean("This device has no games but the store may have some."),
          "store": .boolean("Whether there is a store."),
        ], required: ["lastError", "lastSync", "online", "pending", "store"])
    ) { (call) throws(RPCError) in try call.server.syncStatus(call) },

    Method(
      "sync.conflicts", "Lists what the player has to decide.",
      game, result: .object("", ["conflicts": .array(of: .object())], required: ["conflicts"])
    ) { (call, id) throws(RPCError) in
      var conflicts: [JSONValue] = []
      if id != nil || call.server.library.current != nil {
        let game = try call.server.played { (library) throws(PlayerError) in try library.game(id) }
        for conflict in game.session.document.state.conflicts {
          var members = Shape.encoded(conflict).object ?? [:]
          members["game"] = .string(game.id.rawValue)
          conflicts.append(.object(members))
        }
      }
      if id == nil {
        conflicts += try call.server.profileState().conflicts.map { Shape.encoded($0) }
      }
      return .value(["conflicts": .array(conflicts)])
    },

    Method(
      "sync.resolve", "Picks a version of a conflict; picking is itself an operation.",
      game, opID, at,
      .required("conflict", ValueType<String>.text(atMost: 256), "The conflict's ID."),
      .required(
        "choice", ValueType<String>.text(atMost: 256), "The `operation` of the version picked."),
      result: .object("", Shape.outcomeProperties)
    ) { (call, id, opID, at, conflict, choice) throws(RPCError) in
      guard let key = OperationKey(choice) else {
        throw .wrongType("choice", expected: "the operation of a version")
      }
      if id == nil, try call.server.profileState().conflicts.contains(where: { $0.id == conflict })
      {
        _ = try call.server.played { (library) throws(PlayerError) in
          try library.perform(.resolve(conflict: conflict, choice: key), opID: opID, at: at)
        }
        return .value([:])
      }
      let options = PlayRequest(game: id, opID: opID, at: at)
      let (outcome, game) = try call.server.perform(
        .resolve(conflict: conflict, choice: key), options)
      return .value(.object(Shape.outcome(outcome, game: game)))
    },
  ]

  private static let reportSchema = Schema.object(
    "What a sync did.",
    [
      "completedElsewhere": .array("Games completed on other devices.", of: .string()),
      "current": .string("The current game.").nullable, "error": .string(),
      "log": .array("What was decided, a line each.", of: .string()),
      "pulled": .integer("Operations that were new here."),
      "pushed": .integer("Operations the store took over."),
      "requests": .integer("How often the store was asked."),
      "summary": .object("What this device has now."),
    ], required: ["completedElsewhere", "current", "pulled", "pushed", "requests"])
}

extension ProtocolServer {
  /// Syncs beside the games.
  func sync(_ call: Call, _ goal: SyncGoal) throws(RPCError) -> Reply {
    guard let engine = library.engine else { throw RPCError(PlayerError.noStore) }
    commit()
    return start(call) { (_) throws(RPCError) in
      let report = await engine.sync(goal)
      return .finish { (call) throws(RPCError) in
        call.server.library.take(report)
        if let error = report.error {
          var fault = RPCError(error)
          fault.details["requests"] = JSONValue(report.requests)
          throw fault
        }
        return try call.server.value(of: report)
      }
    }
  }

  private func value(of report: SyncReport) throws(RPCError) -> JSONValue {
    var members: JSONObject = [
      "completedElsewhere": .array(report.completedElsewhere.map { .string($0.rawValue) }),
      "current": library.current.map { .string($0.rawValue) } ?? .null,
      "log": .array(report.events.map { .string($0.description) }),
      "pulled": JSONValue(report.pulled), "pushed": JSONValue(report.pushed),
      "requests": JSONValue(report.requests),
    ]
    if report.goal == .everything {
      let state = try profileState()
      let counts: ReplicaCounts
      do throws(SyncError) { counts = try library.replica.counts() } catch { throw RPCError(error) }
      members["summary"] = [
        "completed": JSONValue(counts.completedGames), "games": JSONValue(counts.games),
        "level": JSONValue(state.level), "unlocked": JSONValue(state.unlocked.count),
      ]
    }
    return .object(members)
  }

  /// Tells how the syncs go.
  func syncStatus(_ call: Call) throws(RPCError) -> Reply {
    commit()
    let counts: ReplicaCounts
    do throws(SyncError) { counts = try library.replica.counts() } catch { throw RPCError(error) }
    guard let engine = library.engine else {
      return .value([
        "lastError": .null, "lastSync": .null, "online": false,
        "pending": JSONValue(counts.pendingOperations), "store": false,
      ])
    }
    let hasRead = ((try? library.replica.value(for: .cursor)) ?? nil) != nil
    return start(call) { (_) throws(RPCError) in
      let status: SyncStatus
      do { status = try await engine.status() } catch { throw RPCError(.internalError, "\(error)") }
      let held = hasRead ? nil : try? await engine.contents()
      var members: JSONObject = [
        "clockOffsetMilliseconds": status.clockOffsetMilliseconds.map { .int($0) } ?? .null,
        "current": status.current.map { .string($0.rawValue) } ?? .null,
        "lastError": status.lastError.map { .string($0.description) } ?? .null,
        "lastSync": status.lastSyncMilliseconds
          .map { .string(UTCTime(milliseconds: $0).description) } ?? .null,
        "online": .bool(status.isOnline), "pending": JSONValue(status.pendingOperations),
        "restoreAvailable": .bool((held?.games ?? 0) > 0), "store": true,
      ]
      if let held, held.games > 0 {
        members["restore"] = [
          "completed": JSONValue(held.completedGames), "games": JSONValue(held.games),
          "lastSaved": held.lastSavedMilliseconds
            .map { .string(UTCTime(milliseconds: $0).description) } ?? .null,
        ]
      }
      return .value(.object(members))
    }
  }
}

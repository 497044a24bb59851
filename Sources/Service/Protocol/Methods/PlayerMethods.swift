import JSONCoding
import Synchronization

/// The players of a process with many, for the methods of the group `player`.
package protocol PlayerDirectory: Sendable {
  /// Takes work on a player; requests of this player that come later wait for it.
  func begin(_ work: PlayerWork) -> PlayerTicket
}

/// The work of a method of the group `player`.
package enum PlayerWork: Sendable {
  case list(after: String?, limit: Int)
  case close(String)
  case delete(String)
  case rename(String, to: String)
  case results(ResultQuery)
  case load

  /// The player whose games must be closed for it.
  package var player: String? {
    switch self {
    case .list, .results, .load: nil
    case .close(let name), .delete(let name), .rename(let name, _): name
    }
  }
}

/// Work on a player, and its outcome as soon as it is done.
package final class PlayerTicket: Sendable {
  package enum Outcome: Sendable {
    case players([PlayerEntryRecord])
    /// The places where something of a player still exists.
    case remains([String])
    case results(ResultPageRecord)
    case load(PlayerLoadRecord)
  }

  private struct State {
    var result: Result<Outcome, RPCError>?
    var waiter: CheckedContinuation<Result<Outcome, RPCError>, Never>?
  }

  package let work: PlayerWork
  private let state = Mutex(State())

  package init(_ work: PlayerWork) { self.work = work }

  /// Ends the work.
  package func end(_ result: Result<Outcome, RPCError>) {
    let waiter = state.withLock { state in
      state.result = result
      return state.waiter
    }
    waiter?.resume(returning: result)
  }

  /// The outcome; one caller may wait for it.
  func outcome() async throws(RPCError) -> Outcome {
    try await withCheckedContinuation { waiter in
      let result = state.withLock { state in
        if state.result == nil { state.waiter = waiter }
        return state.result
      }
      if let result { waiter.resume(returning: result) }
    }.get()
  }
}

extension Method {
  /// The group `player`: only a process with many players has them.
  static let playerMethods: [Method] = [
    Method(
      "player.list", "Lists the players, in the order of their names.",
      .optional("limit", .int(1...1000), "The maximum number of players; default 100."),
      .optional("page", ValueType<String>.player, "The `nextPage` of the previous page."),
      result: PlayerListRecord.schema
    ) { (call, limit, page) throws(RPCError) in
      let limit = limit ?? 100
      return try call.begin(.list(after: page, limit: limit + 1)) { outcome in
        guard case .players(let found) = outcome else { return [:] }
        let players = Array(found.prefix(limit))
        return PlayerListRecord(
          players: players, nextPage: found.count > limit ? players.last?.name : nil
        ).json
      }
    },

    Method(
      "player.close", "Stores and closes a player's games; the next request opens them again.",
      player, result: DoneRecord.schema
    ) { (call, name) throws(RPCError) in
      try call.begin(.close(name)) { _ in [:] }
    },

    Method(
      "player.delete",
      "Deletes a player's games, profile and backups, here and in the store; the name is free again.",
      player, result: PlayerDeletionRecord.schema
    ) { (call, name) throws(RPCError) in
      try call.begin(.delete(name)) { outcome in
        guard case .remains(let places) = outcome else { return [:] }
        return PlayerDeletionRecord(remains: places).json
      }
    },

    Method(
      "player.rename", "Gives a player another name, which no player may have yet.",
      player, .required("to", ValueType<String>.player, "The new name."), result: DoneRecord.schema
    ) { (call, name, other) throws(RPCError) in
      try call.begin(.rename(name, to: other)) { _ in [:] }
    },

    results,

    Method(
      "player.load", "Returns the load of the process, for its health and metrics.",
      result: PlayerLoadRecord.schema
    ) { (call) throws(RPCError) in
      try call.begin(.load) { outcome in
        guard case .load(let load) = outcome else { return [:] }
        return load.json
      }
    },
  ]

  private static let player = Parameter<String>.required(
    "player", .player, "The player's name.")
}

extension Call {
  /// Begins work on players; answers when it is done.
  func begin(
    _ work: PlayerWork, _ answer: @escaping @Sendable (PlayerTicket.Outcome) -> JSONValue
  ) throws(RPCError) -> Reply {
    guard let directory = server.players else {
      throw RPCError(
        .invalidRequest, "only a process with many players has this method: serve --players")
    }
    let ticket = directory.begin(work)
    return server.start(self, isSearch: false) { (_) throws(RPCError) in
      .value(answer(try await ticket.outcome()))
    }
  }
}

extension ValueType where Value == String {
  fileprivate static let player = ValueType(PlayerName.schema) {
    (node, name) throws(RPCError) in
    guard let text = node.string, PlayerName.isValid(text) else {
      throw .wrongType(name, expected: "1 to 64 letters, digits, '-' and '_', as in anna-2")
    }
    return text
  }
}

/// A player of a process with many.
package struct PlayerEntryRecord: Record {
  package let name: String
  package let isOpen: Bool

  package init(name: String, isOpen: Bool) { (self.name, self.isOpen) = (name, isOpen) }

  package static let shape = RecordShape<Self>(
    "PlayerEntry", "A player of a process with many.",
    [
      .required("name", "The player's name.") { $0.name },
      .required("open", "True if the games are open now.") { $0.isOpen },
    ])
}

/// The result of `player.list`.
struct PlayerListRecord: Record {
  let players: [PlayerEntryRecord]
  let nextPage: String?

  static let shape = RecordShape<Self>(
    "PlayerList", "A page of players.",
    [
      .optional("nextPage", "The `page` of the next page; missing on the last one.") {
        $0.nextPage
      },
      .required("players") { $0.players },
    ])
}

/// The result of `player.delete`.
struct PlayerDeletionRecord: Record {
  let remains: [String]

  static let shape = RecordShape<Self>(
    "PlayerDeletion", "The end of a player.",
    [
      .required("remains", "What still exists of the player, and where; empty if nothing.") {
        $0.remains
      }
    ])
}

/// The result of `player.load`.
package struct PlayerLoadRecord: Record {
  package var open = 0
  package var openLimit = 0
  package var closing = 0
  package var waiting = 0
  package var unsent = 0
  package var requests = 0
  package var openings = 0
  package var failedOpenings = 0
  package var longestTurnMilliseconds = 0

  package init() {}

  /// Notes that the process was busy from a moment on.
  package mutating func noteTurn(since begin: ContinuousClock.Instant) {
    let milliseconds = Int(begin.duration(to: .now) / .milliseconds(1))
    longestTurnMilliseconds = max(longestTurnMilliseconds, milliseconds)
  }

  package static let shape = RecordShape<Self>(
    "PlayerLoad", "The load of a process with many players.",
    [
      .required("closing", "Players whose games are being stored and closed.") { $0.closing },
      .required("failedOpenings", "Openings since the start that failed: see the log.") {
        $0.failedOpenings
      },
      .required(
        "longestTurnMilliseconds",
        "The longest time since the last `player.load` for which the process read no request."
      ) { $0.longestTurnMilliseconds },
      .required("open", "Players whose games are open.") { $0.open },
      .required("openLimit", "Its limit: `--open-players`.") { $0.openLimit },
      .required("openings", "Openings of players since the start.") { $0.openings },
      .required("requests", "Requests of players since the start.") { $0.requests },
      .required("unsent", "Closed players with operations that the store has not acknowledged.") {
        $0.unsent
      },
      .required("waiting", "Requests that wait for a player to be opened or closed, or for room.") {
        $0.waiting
      },
    ])
}

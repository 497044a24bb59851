import JSONCoding

/// The players of a process with many, for the methods of the group `player`.
package protocol PlayerDirectory: Sendable {
  /// The players' names in order, after one of them, and whether each is open.
  func players(after name: String?, limit: Int) async throws(RPCError) -> [PlayerEntryRecord]
  /// Stores and closes a player's games; without effect where they are closed.
  func close(_ name: String) async throws(RPCError)
  /// Deletes a player here and in the store; returns what remains, and where.
  func delete(_ name: String) async throws(RPCError) -> [String]
  func rename(_ name: String, to other: String) async throws(RPCError)
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
      try call.ofPlayers { (directory) throws(RPCError) in
        let limit = limit ?? 100
        let found = try await directory.players(after: page, limit: limit + 1)
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
      try call.ofPlayers { (directory) throws(RPCError) in
        try await directory.close(name)
        return [:]
      }
    },

    Method(
      "player.delete",
      "Deletes a player's games, profile and backups, here and in the store; the name is free again.",
      player, result: PlayerDeletionRecord.schema
    ) { (call, name) throws(RPCError) in
      try call.ofPlayers { (directory) throws(RPCError) in
        PlayerDeletionRecord(remains: try await directory.delete(name)).json
      }
    },

    Method(
      "player.rename", "Gives a player another name, which no player may have yet.",
      player, .required("to", ValueType<String>.player, "The new name."), result: DoneRecord.schema
    ) { (call, name, other) throws(RPCError) in
      try call.ofPlayers { (directory) throws(RPCError) in
        try await directory.rename(name, to: other)
        return [:]
      }
    },
  ]

  private static let player = Parameter<String>.required(
    "player", .player, "The player's name.")
}

extension Call {
  /// Answers when the directory of the players has done its work.
  fileprivate func ofPlayers(
    _ body: @escaping @Sendable (any PlayerDirectory) async throws(RPCError) -> JSONValue
  ) throws(RPCError) -> Reply {
    guard let directory = server.players else {
      throw RPCError(
        .invalidRequest, "only a process with many players has this method: serve --players")
    }
    return server.start(self, isSearch: false) { (_) throws(RPCError) in
      .value(try await body(directory))
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

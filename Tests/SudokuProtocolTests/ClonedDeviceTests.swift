import JSONCoding
import SudokuCore
import SudokuProtocol
import SudokuSession
import SudokuSync
import Testing

/// Two servers on copies of one data folder: two devices under one identity.
@Suite struct ClonedDeviceTests {
  private func new(_ server: TestServer, second: Int) throws -> String {
    let date = UTCTime(milliseconds: 1_795_176_000_000 + Int64(second) * 1000).description
    let state = try server.result(
      "game.new", ["puzzle": .string(Samples.puzzle), "startDate": .string(date)])
    return try #require(state["game"]?.string)
  }

  private func play(_ cell: String, _ digit: Int, in game: String, on server: TestServer) throws {
    _ = try server.result(
      "game.note", ["game": .string(game), "cell": .string(cell), "digit": JSONValue(digit)])
  }

  /// The operations of a game, without their places in the order.
  private func operations(_ game: String, on server: TestServer) throws -> [JSONObject] {
    let history = try server.result("game.history", ["game": .string(game)])
    return try #require(history["operations"]?.array).map { operation in
      var members = operation.object ?? [:]
      members["rev"] = nil
      return members
    }
  }

  /// Another player's store accepts a device only when it asks to merge.
  @Test func anotherPlayersStoreIsMergedByOneRequest() throws {
    let store = MemoryStore(clock: { TestServer.startMilliseconds })
    let servers = try (1...2).map { number in
      let replica = MemoryReplica(device: DeviceID(rawValue: UInt64(number)))
      try replica.setValue("p-\(number)", for: .player)
      let server = try TestServer(replica: replica)
      try server.connect(store)
      return server
    }
    let games = [try new(servers[0], second: 0), try new(servers[1], second: 1)]
    _ = try servers[0].result("sync.now", ["goal": "everything"])
    for parameters: JSONObject in [[:], ["goal": "everything"]] {
      let refused = try servers[1].call("sync.now", parameters)
      #expect(refused["error"]?["data"]?["kind"] == "anotherPlayer")
    }
    #expect(try servers[1].result("sync.status")["mergeNeeded"] == true)
    _ = try servers[1].result("sync.now", ["merge": true])
    #expect(try servers[1].result("sync.status")["mergeNeeded"] == false)
    _ = try servers[0].result("sync.now", ["goal": "everything"])
    for (number, server) in servers.enumerated() {
      let listed = try server.result("game.list")["games"]?.array ?? []
      let log = try server.result("sync.log")
      #expect(
        Set(listed.compactMap { $0["game"]?.string }) == Set(games), "device \(number): \(log)")
    }
  }

  /// The clone is noticed in one game; the other games that are open go on under the new identity.
  @Test func allOpenGamesGoOnUnderTheNewIdentity() throws {
    let store = MemoryStore(clock: { TestServer.startMilliseconds })
    let original = MemoryReplica(device: DeviceID(rawValue: 1))
    let a = try TestServer(replica: original)
    try a.connect(store)
    let games = [try new(a, second: 0), try new(a, second: 1)]
    for game in games { try play("r1c3", 1, in: game, on: a) }
    _ = try a.result("sync.now", ["goal": "everything"])

    let b = try TestServer(replica: MemoryReplica(copying: original))
    try b.connect(store)
    for game in games { _ = try b.result("game.open", ["game": .string(game)]) }
    try play("r1c3", 2, in: games[0], on: a)
    _ = try a.result("sync.now", ["goal": "everything"])
    try play("r1c3", 3, in: games[0], on: b)
    _ = try b.result("sync.now", ["goal": "everything"])
    #expect(a.replica.device != b.replica.device)

    // The game that was not concerned is still open in both, under two names now.
    try play("r1c3", 4, in: games[1], on: a)
    try play("r1c3", 5, in: games[1], on: b)
    #expect(try operations(games[1], on: b).last?["device"] == .string("\(b.replica.device)"))
    #expect(try operations(games[1], on: a).last?["device"] == .string("\(a.replica.device)"))
    for server in [a, b, a] { _ = try server.result("sync.now", ["goal": "everything"]) }
    for game in games {
      let both = [try operations(game, on: a), try operations(game, on: b)]
      #expect(both[0] == both[1])
      let digits = both[0].compactMap { $0["digit"]?.int }.sorted()
      #expect(digits == (game == games[0] ? [1, 2, 3] : [1, 4, 5]))
    }
  }
}

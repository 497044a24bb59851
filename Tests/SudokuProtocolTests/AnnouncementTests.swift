import JSONCoding
import SudokuProtocol
import SudokuSession
import SudokuSync
import Testing

/// What a device reports of the player's other devices.
@Suite struct AnnouncementTests {
  private let store = MemoryStore(clock: { TestServer.startMilliseconds })

  /// Two devices of one player, named Phone and Tablet, that subscribe to everything.
  private func devices() throws -> [TestServer] {
    try ["Phone", "Tablet"].enumerated().map { index, name in
      let server = try TestServer(
        replica: MemoryReplica(device: DeviceID(rawValue: UInt64(index + 1))))
      try server.connect(store)
      _ = try server.result("device.name", ["name": .string(name)])
      _ = try server.result("subscribe", ["topics": ["*"]])
      return server
    }
  }

  private func sync(_ servers: [TestServer]) throws {
    for server in servers { _ = try server.result("sync.now", ["goal": "everything"]) }
  }

  /// The parameters of the notifications of a topic that a request leads to.
  private func notes(
    _ topic: String, on server: TestServer, _ method: String, _ parameters: JSONObject = [:]
  ) throws -> [JSONValue] {
    let request: JSONValue = [
      "id": "n", "jsonrpc": "2.0", "method": .string(method), "params": .object(parameters),
    ]
    return try server.send(request.description).map { try JSONValue(parsing: $0) }
      .filter { $0["method"]?.string == topic }.compactMap { $0["params"] }
  }

  @Test func aBalanceThatBothSpentIsAConflictOnBothDevices() throws {
    let servers = try devices()
    _ = try servers[0].result("profile.grant", ["kind": "earn", "item": "coins", "amount": 50])
    try sync(servers + servers)
    for server in servers {
      _ = try server.result("profile.grant", ["kind": "spend", "item": "coins", "amount": 40])
    }
    var found: [[JSONValue]] = [[], []]
    for _ in 0..<3 {
      for (index, server) in servers.enumerated() {
        found[index] += try notes(
          "sync.conflict", on: server, "sync.now", ["goal": "everything"])
      }
    }
    for (server, found) in zip(servers, found) {
      #expect(found.count == 1, "each is notified once: \(found)")
      #expect(found.first?["conflict"]?["kind"] == "balance", "\(found)")
      #expect(found.first?["conflict"]?["item"] == "coins", "\(found)")
      #expect(try server.result("sync.conflicts")["syncConflicts"]?.array?.count == 1)
    }
  }

  @Test func aProfileThatAnotherDeviceChangedIsNotified() throws {
    let servers = try devices()
    try sync(servers + servers)
    _ = try servers[0].result("profile.set", ["key": "theme", "value": "dark"])
    _ = try servers[0].result("sync.now")
    let found = try notes("profile.changed", on: servers[1], "sync.now")
    #expect(found.last?["origin"] == "sync" && found.last?["settings"]?["theme"] == "dark")
    _ = try servers[0].result("profile.grant", ["kind": "unlock", "item": "night"])
    _ = try servers[0].result("sync.now")
    let unlocked = try notes("profile.changed", on: servers[1], "sync.now")
    #expect(unlocked.count == 1 && unlocked[0]["origin"] == "sync", "\(unlocked)")
  }

  @Test(arguments: [false, true])
  func aGameThatAnotherDevicePlaysIsNotifiedAndMayPause(_ pauses: Bool) throws {
    let servers = try devices()
    let game =
      try servers[0].result("game.new", ["puzzle": .string(Samples.puzzle)])["game"] ?? .null
    if pauses {
      _ = try servers[1].result(
        "profile.set", ["key": "pauseWhenActiveElsewhere", "value": true])
    }
    try sync(servers + servers)
    _ = try servers[1].result("game.open", ["game": game])
    // Time alone, and moves in other games, are no activity.
    for server in servers { server.advance(2_000) }
    _ = try servers[0].result("game.suspend", ["game": game])
    _ = try servers[0].result("sync.now")
    #expect(try notes("game.activeElsewhere", on: servers[1], "sync.now").isEmpty)

    _ = try servers[0].result("game.place", ["game": game, "cell": "r1c3", "digit": 4])
    _ = try servers[0].result("sync.now")
    let found = try notes("game.activeElsewhere", on: servers[1], "sync.now")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?["device"] == "Phone" && found.first?["game"] == game, "\(found)")

    let before = try servers[1].result("game.state", ["game": game])["elapsedMilliseconds"]?.int
    for server in servers { server.advance(5_000) }
    let after = try servers[1].result("game.state", ["game": game])["elapsedMilliseconds"]?.int
    #expect((after ?? 0) - (before ?? 0) == (pauses ? 0 : 5_000))
  }

  /// A store whose errors name a folder of the machine.
  private struct BrokenStore: SyncStore {
    func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
      throw SyncError(.fileFailed, "/secret/place/anna: it can't be created")
    }
  }

  @Test func noAnswerNamesAFolderOfTheMachine() throws {
    let server = try TestServer()
    try server.connect(BrokenStore())
    _ = try server.result("subscribe", ["topics": ["*"]])
    _ = try server.result("game.new", ["puzzle": .string(Samples.puzzle)])
    let lines = ["sync.now", "sync.status", "sync.log"].flatMap { method in
      server.send(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"#)
    }
    #expect(lines.count { $0.contains("anna: it can't be created") } >= 3, "\(lines)")
    #expect(!lines.contains { $0.contains("secret") }, "\(lines)")
  }
}

import JSONCoding
import SudokuPlayer
import SudokuProtocol
import SudokuSession
import SudokuSync
import Testing

/// What the server does by itself while nothing comes in, on a clock that the test moves.
@Suite struct TaskTests {
  @Test func whatWasStoredIsSentATenthOfASecondLater() async throws {
    let server = try TestServer()
    let store = MemoryStore()
    try server.connect(store)
    _ = try server.result("subscribe", ["topics": ["sync.status"]])
    let state = try server.result("game.new", ["puzzle": .string(Samples.puzzle)])
    let name = try #require(state["game"]?.string)
    let game = try #require(DocumentID(name))
    _ = try server.result("game.place", ["cell": "r1c3", "digit": 4])
    #expect(server.server.millisecondsToNextTask == 100)

    server.advance(99)
    #expect(server.runDueTasks().isEmpty)
    #expect(server.server.millisecondsToNextTask == 1)
    #expect(try await store.document(game, after: [:]) == nil)

    server.advance(1)
    let news = server.runDueTasks()
    #expect(news.count == 1, "\(news)")
    let stored = try #require(try await store.document(game, after: [:]))
    #expect(stored.chunks.reduce(0) { $0 + $1.count } == 3)
    #expect(try server.replica.counts().pendingOperations == 0)
  }

  /// A game that nobody plays makes no operations, however long it is open.
  @Test func nothingIsWrittenWhileNobodyPlays() throws {
    let server = try TestServer()
    _ = try server.result("game.new", ["puzzle": .string(Samples.puzzle)])
    let rev = try server.result("game.place", ["cell": "r1c3", "digit": 4])["rev"]
    for _ in 0..<100 {
      server.advance(30_000)
      server.server.runDueTasks()
    }
    let state = try server.result("game.state")
    #expect(state["rev"] == rev)
    #expect(state["elapsedMilliseconds"] == 3_000_000)
  }

  /// Finding 12: a process that is killed loses no more than five seconds of thinking.
  @Test func thinkingSurvivesTheEndOfTheProcess() throws {
    let replica = TestServer.memory()
    let server = try TestServer(replica: replica)
    _ = try server.result("game.new", ["puzzle": .string(Samples.puzzle)])
    for _ in 0..<600 {
      server.advance(100)
      server.server.runDueTasks()
    }
    // Nothing is closed or saved: another server begins where this one was.
    let again = try TestServer(replica: replica)
    let kept = try again.result("game.state")["elapsedMilliseconds"]?.int ?? 0
    #expect(55_000...60_000 ~= kept, "\(kept)")
  }

  /// Finding 12: what two devices play at the same time counts once.
  @Test func theSameSecondsCountOnce() throws {
    let store = MemoryStore(clock: { TestServer.startMilliseconds })
    let servers = try (1...2).map { number in
      let server = try TestServer(
        replica: MemoryReplica(device: DeviceID(rawValue: UInt64(number))))
      try server.connect(store)
      return server
    }
    let game =
      try servers[0].result("game.new", ["puzzle": .string(Samples.puzzle)])["game"] ?? .null
    for server in servers { _ = try server.result("sync.now", ["goal": "everything"]) }
    for server in servers { _ = try server.result("game.open", ["game": game]) }
    for server in servers {
      server.advance(4_000)
      _ = try server.result("game.suspend", ["game": game])
    }
    for server in servers + servers { _ = try server.result("sync.now", ["goal": "everything"]) }
    for server in servers {
      let elapsed = try server.result("game.state", ["game": game])["elapsedMilliseconds"]
      #expect(elapsed == 4_000)
    }
  }

  @Test func onlyTheGameBeingPlayedRunsItsClock() throws {
    let server = try TestServer()
    let elapsed = { (game: JSONValue) throws -> Int in
      try server.result("game.state", ["game": game])["elapsedMilliseconds"]?.int.map { Int($0) }
        ?? -1
    }
    let new = { (date: String) throws -> JSONValue in
      try server.result(
        "game.new", ["puzzle": .string(Samples.puzzle), "startDate": .string(date)])[
          "game"] ?? .null
    }
    let a = try new("2026-11-20T12:00:00Z")
    server.advance(1_000)
    let b = try new("2026-11-20T12:00:01Z")
    server.advance(2_000)
    #expect(try elapsed(a) == 1_000)
    #expect(try elapsed(b) == 2_000)
    _ = try server.result("game.open", ["game": a])
    server.advance(4_000)
    #expect(try elapsed(a) == 5_000)
    #expect(try elapsed(b) == 2_000)
    // A move elsewhere takes the clock along.
    _ = try server.result("game.place", ["game": b, "cell": "r1c3", "digit": 4])
    server.advance(8_000)
    #expect(try elapsed(a) == 5_000)
    #expect(try elapsed(b) == 10_000)
  }

  @Test func aRequestSentAgainBeginsNoSecondGame() throws {
    let replica = TestServer.memory()
    var server = try TestServer(replica: replica)
    let parameters: JSONObject = ["puzzle": .string(Samples.puzzle), "opId": "new 1"]
    let first = try server.result("game.new", parameters)
    #expect(first["duplicate"] == nil)
    server.advance(5_000)
    let again = try server.result("game.new", parameters)
    #expect(again["game"] == first["game"])
    #expect(again["duplicate"] == true)
    let restarted = try server.result("game.restart", ["opId": "restart 1"])
    #expect(restarted["game"] != first["game"])
    server.advance(5_000)
    // Also after the server has ended.
    server = try TestServer(replica: replica)
    let twice = try server.result(
      "game.restart", ["game": first["game"] ?? .null, "opId": "restart 1"])
    #expect(twice["game"] == restarted["game"])
    #expect(twice["duplicate"] == true)
    #expect(try server.result("game.list")["games"]?.array?.count == 2)
  }

  /// An identity that is renewed while moves wait to be stored makes no game unreadable.
  @Test func movesThatWaitForTheirCommitSurviveANewIdentity() throws {
    let replica = TestServer.memory()
    let server = try TestServer(replica: replica)
    let old = try server.result("game.new", ["puzzle": .string(Samples.puzzle)])["game"] ?? .null
    _ = try server.result("game.place", ["cell": "r1c3", "digit": 4])
    let lines = [
      """
      {"jsonrpc":"2.0","id":"a","method":"game.place","params":{"cell":"r1c4","digit":6}}
      """,
      """
      {"jsonrpc":"2.0","id":"b","method":"game.new","params":{"puzzle":"\(Samples.puzzle)",\
      "startDate":"2026-11-20T13:00:00Z"}}
      """,
      """
      {"jsonrpc":"2.0","id":"c","method":"game.place","params":{"cell":"r1c3","digit":4}}
      """,
    ]
    for line in lines { server.server.receive(line) }
    try replica.renewDevice(DeviceID(rawValue: 2))
    server.server.commit()
    let answers = server.output()
    #expect(answers.count == 3)
    #expect(answers.allSatisfy { $0.contains("\"result\"") }, "\(answers)")

    let again = try TestServer(replica: replica)
    #expect(try again.result("game.state")["board"]?.string?.prefix(3) == "534")
    let board = try again.result("game.state", ["game": old])["board"]?.string
    #expect(board?.prefix(4) == "5346")
    let history = try again.result("game.history")["operations"]?.array ?? []
    #expect(history.count == 2 || history.count == 3, "\(history)")
    #expect(history.allSatisfy { $0["device"] == .string("\(DeviceID(rawValue: 2))") })
    // And the next moves go on under it.
    _ = try server.result("game.place", ["cell": "r1c4", "digit": 6])
    _ = try server.result("game.place", ["cell": "r1c6", "digit": 8, "game": old])
  }

  @Test func aGameThatEndedIsNotCurrentAnyMore() throws {
    let server = try TestServer()
    _ = try server.result(
      "game.new", ["puzzle": .string(Samples.puzzle), "options": ["mistakeLimit": 1]])
    #expect(try server.result("game.place", ["cell": "r1c3", "digit": 1])["status"] == "gameOver")
    #expect(try server.result("game.list")["current"] == nil)
    server.advance(5_000)
    _ = try server.result("game.new", ["puzzle": .string(Samples.puzzle)])
    _ = try server.result("game.abandon")
    #expect(try server.result("game.list")["current"] == nil)
    let refused = try server.call("game.place", ["cell": "r1c3", "digit": 4])
    #expect(refused["error"]?["data"]?["kind"] == "unknownGame")
  }
}

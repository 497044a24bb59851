import JSONCoding
import SudokuCore
import SudokuPlayer
import SudokuProtocol
import SudokuSession
import SudokuSync
import Testing

/// The order in which requests about games are carried out and answered.
@Suite struct GameTurnsTests {
  private func line(_ id: Int, _ method: String, _ parameters: JSONObject = [:]) -> String {
    let request: JSONValue = [
      "id": JSONValue(id), "jsonrpc": "2.0", "method": .string(method),
      "params": .object(parameters),
    ]
    return request.description
  }

  private func ids(_ answers: [String]) throws -> [Int] {
    try answers.map { try JSONValue(parsing: $0)["id"]?.integer ?? -1 }
  }

  private let generate: JSONObject = ["generate": ["level": "easy", "seed": 7]]

  @Test func movesFollowTheGameThatIsBeingGenerated() throws {
    let server = try TestServer()
    let old = try server.result("game.new", ["puzzle": .string(Samples.puzzle)])
    let answers = server.send([
      line(1, "game.new", generate), line(2, "game.autoNotes"),
      line(3, "puzzle.check", ["puzzle": .string(Samples.puzzle)]),
      line(4, "game.state"), line(5, "game.state", ["game": old["game"] ?? .null]),
    ])
    // What names another game, or none, waits for nobody.
    #expect(try ids(answers).filter { [1, 2, 4].contains($0) } == [1, 2, 4], "\(answers)")
    #expect(try ids(answers).first == 3)
    let new = try JSONValue(parsing: try #require(answers.first { $0.contains("\"id\":1,") }))
    let state = try JSONValue(parsing: try #require(answers.first { $0.contains("\"id\":4,") }))
    #expect(new["result"]?["game"] != old["game"])
    #expect(state["result"]?["game"] == new["result"]?["game"])
    #expect(state["result"]?["notes"]?.object?.count ?? 0 > 20)
  }

  @Test func aMoveFollowsTheHintAskedForBefore() throws {
    let server = try TestServer()
    let game = try server.result("game.new", ["puzzle": .string(Samples.puzzle)])["game"] ?? .null
    let answers = server.send([
      line(1, "game.hint", ["depth": 5]), line(2, "game.place", ["cell": "r1c3", "digit": 4]),
      line(3, "game.undo", ["game": game]), line(4, "ping"),
    ])
    #expect(try ids(answers) == [1, 2, 3, 4], "\(answers)")
    let revs = try answers.prefix(3).map {
      try JSONValue(parsing: $0)["result"]?["rev"]?.integer ?? 0
    }
    #expect(revs == revs.sorted() && Set(revs).count == 3, "\(revs)")
  }

  @Test func twoGamesBeginInTheOrderOfTheirRequests() throws {
    let server = try TestServer()
    let slow: JSONObject = ["generate": ["level": "hard", "seed": 3]]
    let answers = server.send([
      line(1, "game.new", slow), line(2, "game.new", generate), line(3, "game.state"),
    ])
    #expect(try ids(answers) == [1, 2, 3], "\(answers)")
    let games = try answers.map { try JSONValue(parsing: $0)["result"]?["game"] }
    #expect(games[1] == games[2] && games[0] != games[1])
  }

  @Test func whatWaitsCanBeCancelled() throws {
    let server = try TestServer()
    for line in [
      line(1, "game.new", generate), line(2, "game.autoNotes"),
      line(3, "cancel", ["id": 2]), line(4, "cancel", ["id": 1]), line(5, "game.list"),
    ] { server.server.receive(line) }
    server.finishJobs()
    let answers = server.output()
    #expect(try Set(ids(answers)) == [1, 2, 3, 4, 5], "\(answers)")
    #expect(answers.count == 5 && answers.count { $0.contains("-32800") } == 2, "\(answers)")
    #expect(answers.contains { $0.contains("\"games\":[]") }, "\(answers)")
  }

  @Test func aBatchKeepsTheOrderToo() throws {
    let server = try TestServer()
    let answers = server.send(
      "[" + [line(1, "game.new", generate), line(2, "game.autoNotes")].joined(separator: ",") + "]")
    let list = try JSONValue(parsing: try #require(answers.first)).array ?? []
    #expect(list.count == 2 && list.allSatisfy { $0["result"] != nil }, "\(answers)")
  }

  @Test func shutdownCancelsWhatRunsAndWaits() throws {
    let server = try TestServer()
    for line in [
      line(1, "game.new", generate), line(2, "game.autoNotes"), line(3, "shutdown"),
    ] { server.server.receive(line) }
    // The job has not even begun: it is given up all the same.
    server.advance(1_000)
    server.server.runDueTasks()
    let answers = server.output()
    #expect(answers.count == 3 && answers.last?.contains("\"id\":3") == true, "\(answers)")
    #expect(!server.server.hasJobs)
    server.finishJobs()
    #expect(server.output().isEmpty)
  }

  /// The specification of MCP: no answer to a cancelled request.
  @Test func aCancelledToolGetsNoAnswer() throws {
    let server = try TestServer(dialect: .modelContext)
    let call = line(
      1, "tools/call", ["name": "game_new", "arguments": ["level": "easy"]])
    let cancel =
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
    server.server.receive(call)
    server.server.receive(cancel)
    server.finishJobs()
    #expect(server.output().isEmpty)
    #expect(server.server.library.current == nil)
    // A request whose work is done, though not its answer.
    server.server.receive(call)
    server.server.receive(cancel)
    #expect(server.send(line(2, "ping")).count == 1)
  }

  @Test func blankLinesAreIgnored() throws {
    let server = try TestServer()
    #expect(server.send(["", "   ", "\t", "\r"]).isEmpty)
  }

  @Test func aWrongTechniqueCostsLittle() throws {
    let server = try TestServer()
    let answer = try server.call(
      "puzzle.steps", ["puzzle": .string(Samples.puzzle), "techniques": ["x-wingg"]])
    #expect(answer["error"]?["data"]?["suggestion"] == "x-wing", "\(answer)")
    #expect("\(answer)".utf8.count < 500)
  }

  @Test func aStoredSettingIsNoWrongParameter() throws {
    let server = try TestServer()
    _ = try server.result(
      "profile.set", ["key": "knownTechniques", "value": ["hidden-single"]])
    let answer = try server.call("game.new", ["generate": ["level": "extreme", "scale": "se"]])
    #expect(answer["error"]?["data"]?["kind"] == "excludedBySetting", "\(answer)")
    #expect(!"\(answer)".contains("1000000"), "\(answer)")
  }

  @Test func aLevelOfAnotherScaleNamesTheScale() throws {
    let server = try TestServer()
    let answer = try server.call("puzzle.generate", ["level": "unfair", "scale": "se"])
    #expect("\(answer)".contains("another: hodoku"), "\(answer)")
  }

  /// Conflicts that came while nobody had subscribed are notified, once.
  @Test func oldConflictsAreNotifiedOnce() throws {
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
    for (server, digit) in zip(servers, [1, 2]) {
      _ = try server.result("game.open", ["game": game])
      _ = try server.result(
        "game.place", ["game": game, "cell": "r1c3", "digit": JSONValue(digit)])
    }
    for server in servers + servers { _ = try server.result("sync.now", ["goal": "everything"]) }
    let again = try TestServer(replica: servers[0].replica)
    let subscribe = line(1, "subscribe", ["topics": ["sync.conflict"]])
    let open = line(2, "game.open", ["game": game])
    let lines = again.send([subscribe, open, open, subscribe])
    #expect(
      lines.count { $0.contains("\"sync.conflict\"") && $0.contains("params") } == 1, "\(lines)")
  }
}

import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuPlayer
import SudokuSession
import SudokuSync
import Testing

/// A client can't spoil the time of a game, and a game that was spoiled shows a possible one.
@Suite struct ClientTimeTests {
  private static let day: Int64 = 86_400_000
  private static let year = 365 * day

  private func play(_ server: TestServer, at: Int64?) throws -> JSONValue {
    var move: JSONObject = ["cell": "r1c3", "digit": 4]
    if let at { move["at"] = JSONValue(at) }
    return try server.call("game.place", move)
  }

  private func kind(_ answer: JSONValue) -> JSONValue? { answer["error"]?["data"]?["kind"] }

  @Test func aServerKeepsToItsOwnClock() throws {
    let server = try TestServer(clientTimeLimit: nil)
    _ = try server.result("game.new", ["puzzle": .string(Samples.puzzle)])
    let refused = try play(server, at: TestServer.startMilliseconds)
    #expect(kind(refused) == "timeNotTrusted", "\(refused)")
    #expect(try play(server, at: nil)["result"]?["elapsedMilliseconds"] == 0)
    let hello = try server.result("hello")["capabilities"]?.array ?? []
    #expect(!hello.contains("at"))
  }

  @Test func aTrustedTimeLiesWithinADay() throws {
    let server = try TestServer(clientTimeLimit: Self.day)
    let now = TestServer.startMilliseconds
    _ = try server.result(
      "game.new", ["puzzle": .string(Samples.puzzle), "at": JSONValue(now)])
    for wrong in [0, 1_795_176_000, now - Self.day - 1, now + Self.day + 1, now + Self.year] {
      let answer = try play(server, at: wrong)
      #expect(kind(answer) == "timeNotTrusted", "\(wrong): \(answer)")
      #expect(answer["error"]?["data"]?["serverTime"] == "2026-11-20T12:00:00Z")
    }
    #expect(try play(server, at: now + 1_000)["result"]?["elapsedMilliseconds"] == 1_000)
  }

  @Test func timeDoesNotGoBackInAGame() throws {
    let server = try TestServer(clientTimeLimit: Self.day)
    let now = TestServer.startMilliseconds
    _ = try server.result("game.new", ["puzzle": .string(Samples.puzzle), "at": JSONValue(now)])
    let move: JSONObject = [
      "cell": "r1c3", "digit": 4, "at": JSONValue(now + 5_000), "opId": "one",
    ]
    _ = try server.result("game.place", move)
    _ = try server.result("game.place", ["cell": "r1c4", "digit": 6, "at": JSONValue(now + 9_000)])
    let back = try play(server, at: now + 1_000)
    #expect(kind(back) == "timeNotTrusted", "\(back)")
    // A repetition is answered again, whatever was played since.
    #expect(try server.result("game.place", move)["duplicate"] == true)
  }

  @Test func toolsTakeNoTime() throws {
    let server = try TestServer(dialect: .modelContext)
    for name in ["at", "opId", "ifRev"] {
      let answer = try server.call(
        "tools/call",
        ["name": "game_new", "arguments": ["puzzle": .string(Samples.puzzle), name: 1]])
      let text = "\(answer)"
      #expect(text.contains("unknown parameter '\(name)'"), "\(text)")
    }
    #expect(try !"\(server.call("tools/list"))".contains("\"at\""))
  }

  /// A game as an earlier version stored it, with a move of a clock one year ahead.
  private func spoiled(completed: Bool) throws -> (GameDocument, [DocumentOperation]) {
    let clues = try #require(Board(Samples.puzzle))
    let start = Stamp(milliseconds: TestServer.startMilliseconds)
    let late = Stamp(milliseconds: TestServer.startMilliseconds + Self.year)
    let document = try GameDocument(
      clues: clues, startDate: UnixTime(milliseconds: TestServer.startMilliseconds))
    var operations: [DocumentOperation] = []
    func add(_ action: DocumentAction, _ stamp: Stamp, _ elapsed: Int?) {
      operations.append(
        DocumentOperation(
          key: OperationKey(device: DeviceID(rawValue: 1), seq: operations.count + 1),
          stamp: stamp, action: action, elapsedMilliseconds: elapsed))
    }
    add(.create(GameHeader(clues: clues)), start, nil)
    add(.resume(SegmentStart(wallMilliseconds: TestServer.startMilliseconds)), start, nil)
    let cell = try #require(Cell(parsing: "r1c3"))
    let digit = try #require(Digit(4))
    add(.place(Placement(cell: cell, digit: digit)), late, Int(Self.year))
    if completed {
      let claim = Completion(
        board: document.solution, elapsedMilliseconds: Int(Self.year), mistakes: 0, hintsUsed: 0)
      add(.complete(claim), late, Int(Self.year) + 5)
    }
    return (document, operations)
  }

  @Test(arguments: [false, true])
  func aSpoiledGameShowsAPossibleTime(completed: Bool) throws {
    let (empty, operations) = try spoiled(completed: completed)
    var shown: Set<Int> = []
    for order in [operations, operations.reversed(), operations + operations] {
      var document = empty
      document.merge(order)
      shown.insert(document.elapsedMilliseconds)
    }
    let time = try #require(shown.first)
    #expect(shown.count == 1 && Int(Self.day)...Int(Self.day) + 5 ~= time, "\(shown)")

    // What the earlier version wrote into the summary is no better.
    let replica = TestServer.memory()
    var document = empty
    document.merge(operations)
    var summary = document.summary
    summary.elapsedMilliseconds = Int(Self.year)
    try replica.append([
      try ReplicaEntry(operations, in: document.documentID, summary: DocumentSummary(summary))
    ])
    let server = try TestServer(replica: replica)
    let game = JSONValue.string(document.documentID.rawValue)
    #expect(try server.result("game.state", ["game": game])["elapsedMilliseconds"]?.integer == time)
    let listed = try server.result("game.list")["games"]?.array?.first
    #expect(listed?["elapsedMilliseconds"]?.integer == time, "\(String(describing: listed))")
    if completed {
      let best = try server.result("stats.get")["total"]?["bestMilliseconds"]
      #expect(best?.integer == time, "\(String(describing: best))")
    }
  }
}

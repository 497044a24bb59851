import JSONCoding
import SudokuSession
import Testing

@testable import SudokuProtocol

/// No line of the server is unbounded, and no request makes it wait for memory.
@Suite("Limits of answers") struct AnswerLimitTests {
  private static let empty = String(repeating: ".", count: 81)

  private static let hello = #"{"id":1,"jsonrpc":"2.0","method":"hello"}"#

  private static func solve(_ id: Int, _ limit: Int) -> String {
    #"{"id":\#(id),"jsonrpc":"2.0","method":"puzzle.solve","params":{"all":true,"limit":\#(limit),"puzzle":"\#(empty)"}}"#
  }

  private func kinds(_ line: String) throws -> [String] {
    try #require(JSONValue(parsing: line).array).map {
      $0["error"]?["data"]?["kind"]?.string ?? "result"
    }
  }

  /// The batch that once took gigabytes: within every other limit.
  @Test func theAnswersOfABatchEndAtTheLimit() throws {
    var limits = ProtocolLimits()
    limits.answerBytes = 100_000
    let server = try TestServer(limits: limits)
    let requests = (1...100).map { Self.solve($0, 500) }.joined(separator: ",")
    let lines = server.send("[\(requests)]")
    #expect(lines.count == 1)
    let found = try kinds(lines[0])
    // One answer has some 42,000 bytes: the third goes beyond the limit, and all after it are refused.
    #expect(found.count == 100 && found.prefix(3).allSatisfy { $0 == "result" })
    #expect(found.dropFirst(3).allSatisfy { $0 == "limitExceeded" })
    #expect(lines[0].utf8.count < 200_000)
    #expect(lines[0].contains(#""limit":"answerBytes","maximum":100000"#))
    // What was refused can be asked again.
    #expect(server.send(Self.solve(1, 500))[0].contains(#""result""#))
  }

  @Test func anAnswerAtTheLimitIsGivenAndALongerOneIsAnError() throws {
    let whole = try TestServer().send(Self.solve(1, 500))[0]
    for (limit, isGiven) in [(whole.utf8.count, true), (whole.utf8.count - 1, false)] {
      var limits = ProtocolLimits()
      limits.answerBytes = limit
      let line = try TestServer(limits: limits).send(Self.solve(1, 500))[0]
      #expect((line == whole) == isGiven)
      #expect(line.contains("limitExceeded") != isGiven)
    }
  }

  @Test func aRequestOfAFullBatchChangesNothing() throws {
    var limits = ProtocolLimits()
    limits.answerBytes = 30_000
    let server = try TestServer(limits: limits)
    _ = try server.result("game.new", ["puzzle": .string(Samples.puzzle)])
    let before = try server.result("game.state")["rev"]
    let move = #"{"cell":"r1c3","digit":4}"#
    let place = #"{"id":2,"jsonrpc":"2.0","method":"game.place","params":\#(move)}"#
    let filler = (0..<100).map { _ in Self.hello }.joined(separator: ",")
    let line = server.send("[\(filler),\(place)]")[0]
    #expect(try kinds(line).last == "limitExceeded")
    #expect(try server.result("game.state")["rev"] == before)
  }

  @Test func whatWaitsInBatchesCountsForThePlayerAndTheProcess() throws {
    let (player, process) = (AnswerBudget("player", 60_000), AnswerBudget("process", 90_000))
    var servers: [TestServer] = []
    for _ in 0..<3 {
      let server = try TestServer()
      server.server.countAnswers(in: [player, process])
      servers.append(server)
    }
    // A batch that waits for a job that has not begun holds what was answered already.
    let ping = #"{"id":0,"jsonrpc":"2.0","method":"ping"}"#
    let hello = Self.hello
    let filler = (0..<200).map { _ in hello }.joined(separator: ",")
    servers[0].server.receive("[\(Self.solve(9, 2)),\(filler),\(ping)]")
    #expect(player.isFull)
    let refused = try kinds(servers[1].send("[\(hello)]")[0])
    #expect(refused == ["limitExceeded"])
    #expect(servers[1].send(hello)[0].contains(#""result""#), "a request alone is answered")
    servers[0].finishJobs()
    #expect(servers[0].output().count == 1)
    #expect(!player.isFull && !process.isFull)
    #expect(try kinds(servers[1].send("[\(hello)]")[0]) == ["result"])
    servers = []
    #expect(!player.isFull)
  }

  @Test func requestsThatWaitForTheirTurnCountByBytes() throws {
    var limits = ProtocolLimits()
    limits.waitingBytes = 10_000
    let server = try TestServer(limits: limits)
    _ = try server.result("game.new", ["puzzle": .string(Samples.puzzle)])
    server.server.receive(
      #"{"id":1,"jsonrpc":"2.0","method":"game.new","params":{"level":"easy"}}"#)
    let long = #"{"x":"\#(String(repeating: "x", count: 6_000))"}"#
    let note = #"{"id":2,"jsonrpc":"2.0","method":"game.state","params":\#(long)}"#
    server.server.receive(note)
    #expect(!server.server.isFull)
    server.server.receive(note)
    #expect(server.server.isFull)
    server.finishJobs()
    #expect(!server.server.isFull && server.output().count == 3)
  }

  @Test func theOperationsInMemoryAreLimited() throws {
    var limits = ProtocolLimits()
    limits.openOperations = 40
    let server = try TestServer(limits: limits)
    func new(_ date: String) throws -> JSONValue {
      try #require(
        try server.result(
          "game.new", ["puzzle": .string(Samples.puzzle), "startDate": .string(date)])["game"])
    }
    let (first, second) = (try new("2026-01-01T00:00:00Z"), try new("2026-01-02T00:00:00Z"))
    func note(_ game: JSONValue, _ digit: Int) throws -> JSONValue {
      try server.call("game.note", ["cell": 2, "digit": JSONValue(digit % 9 + 1), "game": game])
    }
    for digit in 0..<18 { #expect(try note(first, digit)["result"] != nil) }
    _ = try server.result("game.close", ["game": first])
    for digit in 0..<30 { #expect(try note(second, digit)["result"] != nil) }
    // The first game is read again to be shown, and leaves memory again.
    for _ in 0..<3 {
      #expect(try server.result("game.state", ["game": first])["rev"] != nil)
      #expect(try note(second, 1)["error"] == nil)
    }
    var refusals = 0
    for digit in 0..<20 where try note(second, digit)["error"] != nil { refusals += 1 }
    #expect(refusals > 0)
    let refused = try note(second, 3)["error"]?["data"]
    #expect(refused?["kind"] == "limitExceeded" && refused?["limit"] == "openOperations")
    _ = try server.result("game.close", ["game": second])
    #expect(try note(first, 3)["error"] == nil, "a game that is put away makes room")
  }
}

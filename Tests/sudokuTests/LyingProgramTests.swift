import Foundation
import JSONCoding
import TestSupport
import Testing

/// A store program that lies harms nothing, and every session ends; a lost log is reported at once.
@Suite("Stores and logs that can't be trusted", .serialized) struct LyingProgramTests {
  /// A program in Python whose store has one page of changes for ever, or a clock far away.
  private static func program(_ folder: TemporaryFolder, pages: Bool, clock: String) throws
    -> String
  {
    let script = folder / "liar.py"
    try """
    import json, sys
    number = 0
    for line in sys.stdin:
        request = json.loads(line)
        number += 1
        kind = request["query"]["kind"]
        answer = {"kind": kind}
        if kind == "changes":
            answer["page"] = {"documents": [], "next": f"1:{number}", "hasMore": \(pages ? "True" : "False")}
        elif kind == "inProgress":
            answer["page"] = {"summaries": []}
        elif kind == "digests":
            answer["page"] = {"digests": {}}
        elif kind == "holdings":
            answer["page"] = {"holdings": [], "hasMore": False}
        elif kind == "contents":
            answer["contents"] = {"games": 0, "completedGames": 0}
        elif kind == "append":
            answer["receipt"] = {"outcomes": [
                {"id": delta["id"], "heads": {}, "diverged": []} for delta in request["query"]["batch"]["documents"]]}
        print(json.dumps({"id": request["id"], "version": 1, "answer": answer, "status": {
            "identity": "a", "epoch": "b", "milliseconds": \(clock), "digest": "0000000000000001"}}), flush=True)
    """.write(to: script, atomically: true, encoding: .utf8)
    return "exec:python3 \(script.path)"
  }

  private static func server(_ folder: TemporaryFolder, _ store: String?) throws -> ServerProcess {
    let arguments = ["serve", "--data", (folder / "data").path, "--log-level", "critical"]
    return try ServerProcess(arguments + (store.map { ["--store", $0] } ?? []))
  }

  private static func ask(_ server: ServerProcess, _ id: Int, _ rest: String) throws -> JSONValue {
    server.send(#"{"jsonrpc":"2.0","id":\#(id),\#(rest)}"#)
    while let line = server.nextLine() {
      let value = try JSONValue(parsing: line)
      if value["id"]?.int == id { return value }
    }
    return .null
  }

  @Test(
    .enabled(if: PythonTests.python != nil, "python3 is not installed"),
    arguments: ["input", "SIGTERM", "shutdown"])
  func pagesThatNeverEndKeepNoSessionAlive(_ end: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let store = try Self.program(folder, pages: true, clock: "1795176000000")
    let server = try Self.server(folder, store)
    let answer = try Self.ask(server, 1, #""method":"sync.now","params":{"goal":"everything"}"#)
    #expect(answer["error"]?["data"]?["reason"] == "storeFailed", "\(answer)")
    server.send(#"{"jsonrpc":"2.0","id":3,"method":"sync.now","params":{"goal":"everything"}}"#)
    let clock = UnstalledClock()
    switch end {
    case "SIGTERM": server.terminate()
    case "shutdown": server.send(#"{"jsonrpc":"2.0","id":4,"method":"shutdown"}"#)
    default: server.endInput()
    }
    #expect(server.wait() == 0)
    #expect(clock.elapsed < .seconds(30))
    let run = try Binary.run(["sync", "--data", (folder / "data").path, "--store", store])
    #expect(run.status == 69, "\(run)")
  }

  @Test(
    .enabled(if: PythonTests.python != nil, "python3 is not installed"),
    arguments: ["-9223372036854775808", "-9223372036854775807", "9223372036854775807", "-1"])
  func aClockThatIsFarAwayEndsNothing(_ clock: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let store = try Self.program(folder, pages: false, clock: clock)
    let server = try Self.server(folder, store)
    _ = try Self.ask(server, 1, #""method":"sync.now""#)
    let status = try Self.ask(server, 2, #""method":"sync.status""#)
    #expect(status["result"]?["clockOffsetMilliseconds"]?.int != nil, "\(status)")
    server.endInput()
    #expect(server.wait() == 0)
    let run = try Binary.run(["sync", "--data", (folder / "data").path, "--store", store])
    #expect(run.status >= 0, "ended by a signal: \(run)")
  }

  #if os(Linux)
    @Test(arguments: [200_000, 500_000]) func tooLittleMemoryIsSaid(_ kilobytes: Int) throws {
      let folder = try TemporaryFolder()
      defer { folder.remove() }
      let run = try Binary.run(
        shell:
          "ulimit -v \(kilobytes); '\(Binary.url.path)' serve --data '\(folder.url.path)' < /dev/null"
      )
      #expect(run.status == 69 && run.error.contains("ulimit -v"), "\(run)")
    }
  #endif

  @Test func aLogThatIsDeletedIsToldAndNothingAnsweredIsLost() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let server = try Self.server(folder, nil)
    let puzzle = SyncDevice.puzzle
    let game = try Self.ask(server, 1, #""method":"game.new","params":{"puzzle":"\#(puzzle)"}"#)
    let id = try #require(game["result"]?["game"]?.string)
    func note(_ number: Int, _ server: ServerProcess) throws -> JSONValue {
      try Self.ask(
        server, number,
        #""method":"game.note","params":{"game":"\#(id)","cell":"r1c3","digit":\#(number % 9 + 1)}"#
      )
    }
    for number in 2...30 { #expect(try note(number, server)["result"] != nil) }
    func count(_ server: ServerProcess) throws -> Int? {
      let history = try Self.ask(
        server, 99, #""method":"game.history","params":{"game":"\#(id)","limit":1000}"#)
      return history["result"]?["operations"]?.array?.count
    }
    let before = try #require(try count(server))
    try FileManager.default.removeItem(at: folder / "data/games.sqlite-wal")
    let refused = try note(31, server)
    #expect(refused["error"]?["data"]?["kind"] == "fileFailed", "\(refused)")
    server.kill()
    let again = try Self.server(folder, nil)
    #expect(try count(again) == before)
    #expect(try note(32, again)["result"] != nil)
    again.endInput()
    #expect(again.wait() == 0)
  }
}

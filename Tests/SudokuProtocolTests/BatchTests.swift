import JSONCoding
import SudokuProtocol
import Testing

/// Batches are answered, whatever the requests in them store themselves.
@Suite struct BatchTests {
  private func request(_ id: Int, _ method: String, _ parameters: JSONObject = [:]) -> JSONValue {
    [
      "id": JSONValue(id), "jsonrpc": "2.0", "method": .string(method),
      "params": .object(parameters),
    ]
  }

  @Test func aBatchThatImportsIsAnsweredWhileAGameIsPlayed() throws {
    let server = try TestServer()
    _ = try server.result("game.new", ["puzzle": .string(Samples.puzzle)])
    let save = try #require(try server.result("save.export")["save"])
    _ = try server.result("backup.create")
    let name = try server.result("backup.list")["backups"]?[0]?["backup"] ?? .null
    let requests = [
      request(10, "save.import", ["save": save]),
      request(11, "backup.restore", ["backup": name]), request(12, "save.export"),
    ]
    for batch in [requests, [request(9, "game.note", ["cell": "r1c3", "digit": 4])] + requests] {
      server.advance(1_500)
      let lines = server.send(JSONValue.array(batch).description)
      #expect(lines.count == 1, "\(lines)")
      let answers = try JSONValue(parsing: lines.first ?? "").array ?? []
      #expect(answers.count == batch.count && answers.allSatisfy { $0["result"] != nil })
    }
  }
}

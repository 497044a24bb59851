import JSONCoding
import Testing

@testable import SudokuProtocol

struct DailyAndDiscoveryTests {
  @Test func aDayHasThePuzzleThatItsGameHas() throws {
    let server = try TestServer()
    let puzzle = try server.result("puzzle.daily", ["date": "2026-11-20", "level": "easy"])
    #expect(try server.result("game.list")["games"]?.array?.isEmpty == true, "no game is begun")
    let game = try server.result("game.daily", ["date": "2026-11-20", "level": "easy"])
    #expect(puzzle["game"] == game["game"])
    #expect(puzzle["puzzle"] == game["givens"] && puzzle["puzzle"] != nil)
    #expect(puzzle["level"] == "easy" && puzzle["date"] == "2026-11-20")
    let other = try server.result(
      "puzzle.daily", ["date": "2026-11-20", "level": "easy", "series": "guild"])
    #expect(other["puzzle"] != puzzle["puzzle"])
  }

  @Test func aGameKnowsItsSeriesByATag() throws {
    let server = try TestServer()
    let day: JSONObject = ["date": "2026-11-20", "level": "easy", "series": "guild"]
    let puzzle = try server.result("puzzle.daily", day)
    let game = try server.result("game.daily", day)
    _ = try server.result("game.daily", ["date": "2026-11-20", "level": "easy", "series": "club"])
    _ = try server.result("game.daily", ["date": "2026-11-20", "level": "easy"])
    #expect(puzzle["series"]?.string?.utf8.count == 16, "a hash, not the name")
    func games(_ parameters: JSONObject) throws -> [JSONValue] {
      try server.result("game.list", parameters)["games"]?.array ?? []
    }
    #expect(Set(try games([:]).map { $0["daily"]?["series"] }).count == 3)
    let ofGuild = try games(["series": "guild"])
    #expect(ofGuild.map { $0["game"] } == [game["game"]])
    #expect(ofGuild.first?["daily"] == ["date": "2026-11-20", "series": puzzle["series"] ?? .null])
    #expect(try games(["series": "nobody's"]).isEmpty)
    let refused = try server.call("game.list", ["series": ""])
    #expect(refused["error"]?["data"]?["parameter"] == "series")
  }

  @Test func withoutADateItIsToday() throws {
    let server = try TestServer()
    let (puzzle, game) = (try server.result("puzzle.daily"), try server.result("game.daily"))
    #expect(puzzle["game"] == game["game"] && puzzle["date"] == "2026-11-20")
  }

  @Test func aHostDescribesItself() throws {
    let server = try TestServer()
    let found = try server.result("rpc.discover")
    #expect(found == OpenRPCDocument.document(version: server.server.engineVersion))
    func parameters(_ method: String, _ document: JSONValue) -> [JSONValue] {
      let methods = document["methods"]?.array ?? []
      return methods.first { $0["name"]?.string == method }?["params"]?.array ?? []
    }
    func player(_ method: String, _ document: JSONValue) -> JSONValue? {
      parameters(method, document).first { $0["name"] == "player" }
    }
    #expect(player("game.place", found) == nil)
    let many = OpenRPCDocument.document(version: "1", hasPlayers: true)
    #expect(player("game.place", many)?["required"] == true)
    #expect(player("puzzle.solve", many)?["required"] == false)
    #expect(player("shutdown", many) == nil)
    let notifications = many["x-notifications"]?.array ?? []
    #expect(!notifications.isEmpty)
    for notification in notifications {
      #expect(
        notification["params"]?["properties"]?["player"] != nil, "\(notification["name"] ?? "")")
    }
  }
}

import Foundation
import JSONCoding
import TestSupport
import Testing

/// `player.results` and `player.load`: what a leaderboard and an operator ask of many players.
@Suite struct PlayerResultTests {
  /// One cell is empty; it takes a 9.
  private static let last: JSONValue =
    "53467891267219534819834256785976142342685379171392485696153728428741963534528617."

  private final class Asker {
    let server: ServerProcess
    private var id = 0

    init(_ folder: TemporaryFolder, openPlayers: Int) throws {
      server = try ServerProcess([
        "serve", "--players", folder.url.path, "--open-players", "\(openPlayers)", "--log-level",
        "error",
      ])
    }

    func ask(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONValue {
      id += 1
      let request: JSONValue = [
        "id": JSONValue(id), "jsonrpc": "2.0", "method": .string(method),
        "params": .object(parameters),
      ]
      server.send(request.description)
      let answer = try JSONValue(parsing: try #require(server.nextLine()))
      return try #require(answer["result"], "\(answer)")
    }

    func play(_ player: String, _ method: String, _ more: JSONObject = [:]) throws -> JSONValue {
      var parameters = more
      parameters["player"] = .string(player)
      return try ask(method, parameters)
    }

    func end() {
      server.endInput()
      #expect(server.wait() == 0)
    }
  }

  /// Players a to f complete the same game of a day; b makes a mistake, c pauses, d only begins.
  private static func fill(_ asker: Asker) throws -> JSONValue {
    var game: JSONValue = .null
    for name in ["a", "b", "c", "d", "e", "f"] {
      game = try #require(
        try asker.play(
          name, "game.new",
          ["puzzle": last, "startDate": "2026-11-20T00:00:00Z", "options": ["locked": true]])[
            "game"])
      let place = { (digit: Int) in
        try asker.play(name, "game.place", ["cell": "r9c9", "digit": JSONValue(digit)])
      }
      if name == "b" { _ = try place(5) }
      if name == "c" { _ = try asker.play(name, "game.pause") }
      if name == "d" { continue }
      #expect(try place(9)["completed"] == true)
    }
    return game
  }

  @Test func resultsOfOpenAndClosedPlayersComeInPages() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let asker = try Asker(folder, openPlayers: 2)
    let game = try Self.fill(asker)
    var (rows, page, pages): ([JSONValue], JSONValue?, Int) = ([], nil, 0)
    repeat {
      var query: JSONObject = ["game": game, "limit": 2]
      query["page"] = page
      let answer = try asker.ask("player.results", query)
      #expect(answer["unread"] == nil, "\(answer)")
      rows += answer["results"]?.array ?? []
      page = answer["nextPage"]
      pages += 1
    } while page != nil && pages < 9
    #expect(rows.compactMap { $0["player"]?.string } == ["a", "b", "c", "e", "f"])
    #expect(pages >= 3 && rows.allSatisfy { $0["game"] == game })
    #expect(rows.compactMap { $0["mistakes"]?.int } == [0, 1, 0, 0, 0])
    #expect(rows.compactMap { $0["pauses"]?.int } == [0, 0, 1, 0, 0])
    for row in rows {
      #expect(row["daily"] == ["date": "2026-11-20"] && row["options"]?["locked"] == true)
      #expect(row["device"] != nil && row["status"] == "completed")
      // The clock, not the start of the day.
      #expect(row["firstOpened"] != nil && row["firstOpened"] != row["startDate"], "\(row)")
    }
    let begun = try asker.ask("player.results", ["status": "inProgress"])["results"]?.array
    #expect(begun?.count == 1 && begun?.first?["player"] == "d")
    #expect(
      try asker.ask("player.results", ["completed": ["to": "2026-01-01"]])["results"] == [])
    #expect(try asker.ask("player.results", ["level": "hard"])["results"] == [])
    // Reading leaves no file behind, and opens nobody's games.
    let load = try asker.ask("player.load")
    #expect(load["open"] == 2 && load["openLimit"] == 2 && load["failedOpenings"] == 0)
    #expect(load["requests"]?.int == 13, "\(load)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/a")
    #expect(!files.contains { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") }, "\(files)")
    asker.end()
  }

  /// A deleted player has no results; one whose file is damaged is named; the others are listed.
  @Test func damagedAndDeletedPlayers() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let asker = try Asker(folder, openPlayers: 1)
    let game = try Self.fill(asker)
    _ = try asker.play("a", "player.close")
    _ = try asker.play("b", "player.delete")
    try Data("no database at all".utf8).write(to: folder / "a/games.sqlite")
    let answer = try asker.ask("player.results", ["game": game])
    #expect(answer["unread"] == ["a"], "\(answer)")
    #expect(answer["results"]?.array?.compactMap { $0["player"]?.string } == ["c", "e", "f"])
    asker.end()
  }

  /// All games of one player come, a page at a time, each once.
  @Test func theGamesOfAPlayerContinueOnTheNextPage() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let asker = try Asker(folder, openPlayers: 4)
    for day in 1...25 {
      _ = try asker.play(
        "anna", "game.new",
        [
          "puzzle": Self.last,
          "startDate": .string("2026-10-\(day < 10 ? "0" : "")\(day)T00:00:00Z"),
        ])
      _ = try asker.play("anna", "game.place", ["cell": "r9c9", "digit": 9])
    }
    var (games, page, pages): ([String], JSONValue?, Int) = ([], nil, 0)
    repeat {
      var query: JSONObject = ["limit": 7]
      query["page"] = page
      let answer = try asker.ask("player.results", query)
      games += (answer["results"]?.array ?? []).compactMap { $0["game"]?.string }
      page = answer["nextPage"]
      pages += 1
    } while page != nil && pages < 9
    #expect(games.count == 25 && Set(games).count == 25, "\(games.count) in \(pages) pages")
    asker.end()
  }
}

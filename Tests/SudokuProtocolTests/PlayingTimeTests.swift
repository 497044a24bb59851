import JSONCoding
import SudokuSession
import Testing

/// Whose time runs: that of the game being played, and of no other.
@Suite struct PlayingTimeTests {
  private func new(_ server: TestServer, limit: Int? = nil, second: Int) throws -> String {
    let date = UTCTime(milliseconds: TestServer.startMilliseconds + Int64(second) * 1000)
    var parameters: JSONObject = [
      "puzzle": .string(Samples.puzzle), "startDate": .string(date.description),
    ]
    if let limit { parameters["options"] = ["mistakeLimit": JSONValue(limit)] }
    return try #require(try server.result("game.new", parameters)["game"]?.string)
  }

  private func time(_ game: String, _ server: TestServer) throws -> Int? {
    try server.result("game.state", ["game": .string(game)])["elapsedMilliseconds"]?.integer
  }

  /// A game that its mistake limit has ended.
  private func lost(_ server: TestServer) throws -> String {
    let game = try new(server, limit: 1, second: 0)
    server.advance(2_000)
    let answer = try server.result("game.place", ["game": .string(game), "cell": 2, "digit": 9])
    #expect(answer["status"] == "gameOver", "\(answer)")
    return game
  }

  private func goOn(with game: String, _ server: TestServer) throws {
    _ = try server.result(
      "game.setOption", ["game": .string(game), "name": "mistakeLimit", "value": 3])
  }

  @Test func timeRunsInAGameThatOptionsLetGoOn() throws {
    let server = try TestServer()
    let game = try lost(server)
    let before = try #require(try time(game, server))
    server.advance(5_000)
    #expect(try time(game, server) == before)
    try goOn(with: game, server)
    server.advance(7_000)
    #expect(try time(game, server) == before + 7_000)
  }

  @Test func optionsOfAnotherGameLeaveTheTimeToTheOneBeingPlayed() throws {
    let server = try TestServer()
    let first = try lost(server)
    let before = try #require(try time(first, server))
    let second = try new(server, second: 1)
    server.advance(3_000)
    try goOn(with: first, server)
    server.advance(4_000)
    #expect(try time(first, server) == before)
    #expect(try time(second, server) == 7_000)
  }
}

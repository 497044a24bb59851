import JSONCoding
import SudokuSync
import Testing

/// A request that is sent again without naming its game, as its answer was lost.
@Suite struct RepeatedRequestTests {
  private static let puzzle: JSONValue = .string(Samples.puzzle)
  private static let other: JSONValue =
    "..7...4....8.1..765....2.8.1....48..8.......3..26....5.7.3....841..9.7....3...6.."
  /// One cell is empty; it takes a 9.
  private static let last: JSONValue =
    "53467891267219534819834256785976142342685379171392485696153728428741963534528617."

  @Test func aMoveIsKnownAfterAnotherGameWasBegun() throws {
    let server = try TestServer()
    let move: JSONObject = ["cell": "r1c4", "digit": 6, "opId": "q"]
    let first = try server.result("game.new", ["puzzle": Self.puzzle])
    let answer = try server.result("game.place", move)
    #expect(answer["duplicate"] == nil)
    let second = try server.result("game.new", ["puzzle": Self.other])
    let again = try server.result("game.place", move)
    #expect(again["duplicate"] == true)
    #expect(again["rev"] == answer["rev"])
    let state = try server.result("game.state")
    #expect(state["game"] == second["game"] && state["game"] != first["game"])
    #expect(state["board"] == Self.other, "nothing was placed in it")
    // A new request goes to the current game; a known ID with another wish is refused.
    _ = try server.result("game.place", ["cell": "r1c4", "digit": 6, "opId": "r"])
    let refused = try server.call("game.place", ["cell": "r1c4", "digit": 7, "opId": "q"])
    #expect(refused["error"]?["data"]?["kind"] == "opIdReused")
  }

  @Test func theLastMoveOfAGameIsKnownAlsoAfterARestart() throws {
    let replica = TestServer.memory()
    var server = try TestServer(replica: replica)
    let move: JSONObject = ["cell": "r9c9", "digit": 9, "opId": "q"]
    _ = try server.result("game.new", ["puzzle": Self.other])
    server.advance(2_000)
    _ = try server.result("game.new", ["puzzle": Self.last])
    #expect(try server.result("game.place", move)["status"] == "completed")
    #expect(try server.result("game.place", move)["duplicate"] == true)
    server = try TestServer(replica: replica)
    let again = try server.result("game.place", move)
    #expect(again["duplicate"] == true)
    #expect(again["status"] == "completed")
  }

  @Test func aGameThatIsBegunAgainIsTheCurrentOne() throws {
    let server = try TestServer()
    let new: JSONObject = ["puzzle": Self.puzzle, "opId": "n"]
    let first = try server.result("game.new", new)
    _ = try server.result("game.new", ["puzzle": Self.other])
    server.advance(3_000)
    let again = try server.result("game.new", new)
    #expect(again["duplicate"] == true)
    #expect(again["game"] == first["game"])
    let answer = try server.result("game.place", ["cell": "r1c3", "digit": 4])
    #expect(answer["game"] == first["game"])
    server.advance(5_000)
    #expect(try server.result("game.state")["elapsedMilliseconds"]?.int == 5_000)
  }

  @Test func aGameThatHasEndedIsNotBegunAgain() throws {
    let server = try TestServer()
    let first = try server.result("game.new", ["puzzle": Self.puzzle])
    _ = try server.result("game.abandon")
    let second = try server.result(
      "game.new", ["puzzle": Self.puzzle, "options": ["mistakeLimit": 1]])
    #expect(second["existing"] == nil)
    #expect(second["game"] != first["game"])
    #expect(second["options"]?["mistakeLimit"] == 1)
    #expect(try server.result("game.state")["game"] == second["game"])
    // In progress, it is the same game still.
    let third = try server.result(
      "game.new", ["puzzle": Self.puzzle, "startDate": second["startDate"] ?? .null])
    #expect(third["existing"] == true)
  }

  private static let mistakes: [(method: String, parameters: JSONObject, place: String)] = [
    ("puzzle.grade", ["puzzles": .array([puzzle, puzzle, "12345"])], "puzzles[2]"),
    (
      "game.apply",
      ["operations": .array([["op": "place", "cell": "r1c3", "digit": 4], ["op": "x"]])],
      "operations[1].op"
    ),
    ("game.new", ["puzzle": puzzle, "options": ["mistakeLimit": "a"]], "options.mistakeLimit"),
    ("game.list", ["started": ["from": "yesterday"]], "started.from"),
  ]

  @Test(arguments: mistakes.indices)
  func anErrorHasTheWholeWayToItsCause(index: Int) throws {
    let (method, parameters, place) = Self.mistakes[index]
    let server = try TestServer()
    _ = try server.result("game.new", ["puzzle": Self.puzzle])
    let error = try server.call(method, parameters)["error"]
    #expect(error?["data"]?["parameter"] == .string(place), "\(String(describing: error))")
    #expect(error?["message"]?.string?.contains(place) == true, "\(String(describing: error))")
  }

  @Test func aFullBoardWithMistakesIsNoSolution() throws {
    let server = try TestServer()
    let board = JSONValue.string(String(repeating: "1", count: 81))
    let error = try server.call("game.new", ["puzzle": board])["error"]
    #expect(error?["data"]?["kind"] == "conflictingClues")
  }
}

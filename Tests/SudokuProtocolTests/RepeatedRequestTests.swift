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

  /// An ID is that of a whole request: another one under it is refused, not taken for a repetition.
  @Test func anotherRequestUnderAKnownIDIsRefused() throws {
    func place(_ cell: String, _ digit: Int) -> JSONValue {
      ["op": "place", "cell": .string(cell), "digit": JSONValue(digit)]
    }
    func apply(_ operations: JSONValue...) -> JSONObject { ["operations": .array(operations)] }
    func placeAll(_ cells: String...) -> JSONObject {
      ["placements": .array(cells.map { ["cell": .string($0), "digit": 4] })]
    }
    let requests: [(String, JSONObject, other: [(String, JSONObject)])] = [
      (
        "game.apply", apply(place("r1c3", 4), place("r1c4", 6)),
        [
          ("game.apply", apply(place("r1c3", 4), place("r1c6", 8))),
          ("game.apply", apply(place("r1c3", 4))),
          ("game.place", ["cell": "r1c3", "digit": 4]),
        ]
      ),
      ("game.placeAll", placeAll("r2c2", "r3c4"), [("game.placeAll", placeAll("r2c2", "r7c7"))]),
      // What is there already, and so changes nothing.
      (
        "game.place", ["cell": "r1c3", "digit": 4],
        [("game.place", ["cell": "r1c6", "digit": 8]), ("game.check", [:])]
      ),
      (
        "game.note", ["cell": "r9c1", "digit": 3],
        [("game.note", ["cell": "r9c1", "digit": 3, "on": true]), ("game.undo", [:])]
      ),
      ("game.undo", [:], [("game.undoToMistake", [:]), ("game.redo", [:])]),
      ("game.autoNotes", [:], [("game.clear", ["cell": "r9c1"])]),
      ("game.setOption", ["name": "timer", "value": true], [("game.pause", [:])]),
      ("game.bookmark", ["name": "a"], [("game.bookmark", ["name": "b"])]),
      ("game.revert", ["bookmark": "a"], [("game.revert", ["bookmark": "b"])]),
      ("game.resume", [:], [("game.suspend", [:])]),
      ("profile.set", ["key": "k", "value": 1], [("profile.set", ["key": "k", "value": 2])]),
      ("profile.set", ["key": "k", "value": 1], [("profile.set", ["key": "l", "value": 1])]),
      (
        "profile.set", ["key": "f", "value": 1, "flag": true],
        [("profile.set", ["key": "f", "value": 2, "flag": true])]
      ),
      (
        "game.new", ["puzzle": Self.other, "options": ["mistakeLimit": 3]],
        [
          ("game.new", ["puzzle": Self.other, "options": ["mistakeLimit": 4]]),
          ("game.restart", [:]),
          ("game.new", ["level": "easy"]),
        ]
      ),
      ("game.restart", [:], [("game.new", ["puzzle": Self.other])]),
    ]
    let server = try TestServer()
    _ = try server.result("game.new", ["puzzle": Self.puzzle])
    for (number, (method, parameters, others)) in requests.enumerated() {
      var named = parameters
      named["opId"] = .string("request \(number)")
      var first = try server.result(method, named)
      let rev = try server.result("game.state")["rev"]
      server.advance(500)
      for _ in 0..<2 {
        var again = try server.result(method, named)
        for name in ["duplicate", "elapsedMilliseconds", "resumed", "startDate"] {
          if case .object(var members) = first {
            members[name] = nil
            first = .object(members)
          }
          if case .object(var members) = again {
            members[name] = nil
            again = .object(members)
          }
        }
        #expect(again == first, "\(method) \(parameters)")
      }
      for (method, var parameters) in others {
        parameters["opId"] = named["opId"]
        let kind = try server.call(method, parameters)["error"]?["data"]?["kind"]
        #expect(kind == "opIdReused", "\(number): \(method)")
      }
      #expect(try server.result("game.state")["rev"] == rev, "\(method) changed nothing more")
    }
    // An ID that a move has used begins no game.
    let refused = try server.call("game.new", ["puzzle": Self.puzzle, "opId": "request 0"])
    #expect(refused["error"]?["data"]?["kind"] == "opIdReused")
  }

  /// A game that is stored is answered, also where the note that it is the current one finds no room.
  @Test func aStoredGameIsAnsweredWithoutItsNote() throws {
    let replica = BrokenReplica(canWrite: true)
    let server = try TestServer(replica: replica)
    _ = try server.result("game.new", ["puzzle": Self.puzzle])
    replica.isFull = true
    let second = try server.result("game.new", ["puzzle": Self.other])
    #expect(try server.result("game.state")["game"] == second["game"])
    replica.isFull = false
    _ = try server.result("game.place", ["cell": "r1c1", "digit": 3])
    let again = try TestServer(replica: replica)
    #expect(try again.result("game.state")["game"] == second["game"])
  }

  @Test func aGameIsRestartedTwiceInOneSecond() throws {
    let server = try TestServer()
    let first = try server.result("game.new", ["puzzle": Self.puzzle])
    let game = try #require(first["game"])
    let games = try (0..<3).map { _ in try server.result("game.restart", ["game": game])["game"] }
    #expect(Set(games.compactMap(\.?.string)).count == 3)
    #expect(try server.result("game.list")["games"]?.array?.count == 4)
  }

  /// Numbers come back as they were sent.
  @Test(arguments: [
    "9007199254740993.0", "1795815600000.1234", "1.7976931348623157e308", "5e-324", "0.1", "1e15",
    "123456789012345680.0", "9223372036854775807",
  ])
  func anIDComesBack(number: String) throws {
    let server = try TestServer()
    let line =
      #"{"id":\#(number),"jsonrpc":"2.0","method":"profile.set","params":{"key":"x","value":\#(number)}}"#
    let answer = try JSONValue(parsing: #require(server.send(line).first))
    let sent = try JSONValue(parsing: number)
    #expect(answer["id"] == sent && answer["result"] != nil)
    #expect(try server.result("profile.set", ["key": "y", "value": 1])["changed"] == true)
    #expect(try server.result("profile.get")["settings"]?["x"] == sent)
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

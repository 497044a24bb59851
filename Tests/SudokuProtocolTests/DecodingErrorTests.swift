import JSONCoding
import Testing

@testable import SudokuProtocol

/// Arguments that can't be decoded: the error names the parameter and the place in it.
@Suite struct DecodingErrorTests {
  private static let rows = Array(repeating: JSONValue.string("........."), count: 9)

  /// A board of nine rows of which one is replaced.
  private static func board(row: Int, _ value: JSONValue) -> JSONValue {
    var rows = rows
    rows[row] = value
    return .array(rows)
  }

  static let cases: [(method: String, arguments: JSONObject, parameter: String)] = [
    ("puzzle.check", [:], "puzzle"),
    ("puzzle.check", ["puzzle": 5], "puzzle"),
    ("puzzle.check", ["puzzle": board(row: 2, "....w....")], "puzzle[2][4]"),
    ("puzzle.check", ["puzzle": board(row: 8, [0, 0, 0, 0, 0, 0, 0, 0, 10])], "puzzle[8][8]"),
    ("puzzle.check", ["puzzle": board(row: 0, [1])], "puzzle[0]"),
    ("puzzle.solve", ["puzzle": .string(Samples.puzzle), "limit": 0], "limit"),
    ("puzzle.grade", ["puzzles": [.string(Samples.puzzle), true]], "puzzles[1]"),
    ("puzzle.grade", ["puzzle": .string(Samples.puzzle), "scale": "sx"], "scale"),
    (
      "puzzle.hint", ["puzzle": .string(Samples.puzzle), "techniques": ["x-wing", 3]],
      "techniques[1]"
    ),
    ("puzzle.generate", ["minRating": 4.55], "minRating"),
    ("puzzle.generate", ["needs": ["no-such-technique"]], "needs[0]"),
    ("game.new", ["generate": ["cluse": 30]], "generate.cluse"),
    (
      "game.new", ["puzzle": .string(Samples.puzzle), "options": ["autoNots": true]],
      "options.autoNots"
    ),
    ("game.place", ["cell": "r0c1", "digit": 1], "cell"),
    ("profile.set", ["key": "a"], "value"),
  ]

  @Test(arguments: cases)
  func theParameterIsNamed(method: String, arguments: JSONObject, parameter: String) throws {
    let error = try #require(try TestServer().call(method, arguments)["error"])
    #expect(error["data"]?["kind"] == "invalidParams", "\(error)")
    #expect(error["data"]?["parameter"] == .string(parameter), "\(error)")
    let faults = SchemaCheck.faults(
      of: error, in: RPCError.Kind.invalidParams.schema.selfContained, at: "error")
    #expect(faults.isEmpty, "\(faults)")
  }

  @Test func aBoardGivesLineAndColumn() throws {
    let text = "53..7....\n6..195q..\n" + String(repeating: ".........\n", count: 7)
    let error = try #require(
      try TestServer().call("puzzle.check", ["puzzle": .string(text)])["error"])
    #expect(error["data"]?["kind"] == "malformedPuzzle")
    #expect(error["data"]?["line"] == 2 && error["data"]?["column"] == 7, "\(error)")
  }

  @Test func aLineThatIsNotJSONGivesByteAndColumn() throws {
    let answer = try #require(
      TestServer().send(#"{"jsonrpc":"2.0","id":7,"method":"ping",}"#).first)
    let error = try #require(try JSONValue(parsing: answer)["error"])
    #expect(error["data"]?["kind"] == "parseError")
    #expect(error["data"]?["byteOffset"] == 41 && error["data"]?["column"] == 41, "\(error)")
  }

  @Test func aScaleKeepsItsName() throws {
    let error = try TestServer().call("game.new", ["generate": ["level": "unfair"]])["error"]
    #expect(error?["data"]?["parameter"] == "generate.level", "\(error ?? .null)")
    let message = error?["message"]?.string ?? ""
    #expect(message.hasPrefix("the scale 'level' has no level 'unfair'"), "\(message)")
  }

  @Test func typingErrorsGetASuggestion() throws {
    let server = try TestServer()
    let parameter = try server.call("puzzle.solve", ["bord": .string(Samples.puzzle)])
    #expect(parameter["error"]?["data"]?["valid"] == ["all", "limit", "puzzle"])
    let method = try server.call("puzzle.slove")
    #expect(method["error"]?["data"]?["suggestion"] == "puzzle.solve")
    let choice = try server.call(
      "puzzle.identify", ["puzzle": .string(Samples.puzzle), "form": "minlax"])
    #expect(choice["error"]?["data"]?["suggestion"] == "minlex")
  }
}

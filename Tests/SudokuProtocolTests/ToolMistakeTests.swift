import JSONCoding
import SudokuCore
import Testing

@testable import SudokuProtocol

/// A model's mistakes with the tools: each answer lets it go on without the documents.
@Suite struct ToolMistakeTests {
  enum Before {
    case nothing, game, completed, lost
  }

  struct Mistake: CustomTestStringConvertible {
    let before: Before
    let tool: String
    let arguments: JSONObject
    /// Parts of the answer.
    let expected: [String]

    init(
      _ tool: String, _ arguments: JSONObject, after before: Before = .nothing,
      _ expected: String...
    ) {
      (self.tool, self.arguments, self.before, self.expected) = (tool, arguments, before, expected)
    }

    var testDescription: String { "\(tool) \(JSONValue.object(arguments))" }
  }

  private static let puzzle = Samples.puzzle.replacing(".", with: "0")
  private static let rows = (0..<9).map { row in
    String(puzzle.dropFirst(9 * row).prefix(9))
  }
  private static func board(_ text: some StringProtocol) -> JSONObject {
    ["puzzle": .string(String(text))]
  }
  private static func lines(_ rows: [String]) -> JSONObject { board(rows.joined(separator: "\n")) }
  private static func place(_ cell: JSONValue, _ digit: JSONValue = 4) -> JSONObject {
    ["cell": cell, "digit": digit]
  }

  static let names: [Mistake] = [
    Mistake("game_move", [:], "did you mean 'game_place'?"),
    Mistake("solve_sudoku", [:], "did you mean 'puzzle_solve'?"),
    Mistake("place_digit", [:], "did you mean 'game_place'?"),
    Mistake("mcp__sudoku__game_state", [:], "did you mean 'game_state'?"),
    Mistake("fly", [:], "unknown tool 'fly' (the tools: puzzle_solve, "),
    Mistake("game_abandon", [:], "not offered here", "--tools all", "game_new begins another"),
    Mistake(
      "game_redo", [:], "not offered here",
      #"game_apply does the same: {"operations":[{"op":"redo"}]}"#),
    Mistake("game_autoNotes", [:], #"{"op":"autoNotes"}"#),
    Mistake("engine_techniques", [:], "not offered here", "naked pair"),
    Mistake("puzzle_identify", [:], "not offered here", "--tools all"),
  ]

  static let parameters: [Mistake] = [
    Mistake("game_place", ["row": 1, "col": 3, "digit": 4], "give 'cell', as in r1c3"),
    Mistake(
      "game_place", ["at": "r1c3", "digit": 4], "'at' (valid parameters: cell, digit, game)"),
    Mistake("game_new", ["level": "hard", "variant": "killer"], "only classic Sudoku, 9 x 9"),
    Mistake("game_new", ["level": "hard", "size": 16], "only classic Sudoku, 9 x 9"),
    Mistake("puzzle_solve", ["row": 1], "(valid parameters: all, limit, puzzle)"),
    Mistake("game_new", ["generate": [:]], "unknown parameter 'generate'"),
    Mistake("game_new", [:], "give either 'puzzle' or 'level'"),
    Mistake(
      "game_hint", ["cell": "r1c3"], after: .game, "valid parameters: depth, game, notes",
      "game_why explains a digit in a cell"),
    Mistake("game_undo", ["count": 3], after: .game, "one call undoes one change"),
    Mistake("puzzle_why", ["cell": "r1c3", "digit": 9], "game_why is about the current game"),
    Mistake("puzzle_generate", ["solution": false], "leave it out"),
    Mistake(
      "puzzle_generate", ["minEp": 2], "maxRating, minClues, minRating, needs, only, pattern"),
    Mistake(
      "game_note", ["cell": "r1c3", "digits": [1, 2]], "one digit a call", #"{"op":"note","#),
    Mistake("game_open", [:], "'game' is missing; game_list lists the IDs"),
  ]

  static let values: [Mistake] = [
    Mistake("game_place", place("r1c3", 0), after: .game, "game_clear empties a cell"),
    Mistake("game_place", place("r1c3", [4]), after: .game, "1 to 9, not a list; one a call"),
    Mistake("game_note", place(["r1c3", "r1c4"]), after: .game, "r1c1 to r9c9, not a list"),
    Mistake("game_place", place(3), after: .game, "must be a cell: r1c1 to r9c9"),
    Mistake("game_place", place("2"), after: .game, "must be a cell: r1c1 to r9c9"),
    Mistake("game_apply", ["operations": ["place r1c3 4"]], after: .game, #"as in {"op":"place""#),
    Mistake(
      "game_apply", ["operations": [["op": "place", "cell": 2, "digit": 4]]], after: .game,
      "'operations[0].cell' must be a cell: r1c1 to r9c9"),
    Mistake(
      "game_apply", ["operations": [["op": "undo"], ["op": "redo"]]], after: .game,
      "operations[0]: there is nothing to undo; none of the operations was carried out"),
    Mistake("puzzle_generate", ["levels": ["easy"]], #"as in {"level":"easy","count":1}"#),
    Mistake("puzzle_generate", ["count": 1000], "from 1 to 40"),
    Mistake("puzzle_generate", ["count": "many"], "from 1 to 40"),
    Mistake("puzzle_solve", ["puzzle": "1", "limit": -1], "from 1 to 200"),
    Mistake("puzzle_generate", ["levels": [["level": "easy", "count": 1e9]]], "from 1 to 40"),
    Mistake("puzzle_generate", ["needs": ["Nackter Zwilling"]], "naked pair or x-wing"),
    Mistake("puzzle_hint", ["puzzle": .string(puzzle), "techniques": ["luck"]], "naked pair"),
    Mistake("game_daily", ["date": "today"], "leave it out for today"),
    Mistake("game_hint", ["depth": "nudge"], after: .game, "an integer from 1 to 5"),
    Mistake("game_list", ["level": "brutal"], after: .game, "must be one of easy, medium, hard"),
    Mistake("game_list", ["completed": true], #"as in {"from":"#, #"status "completed" lists"#),
    Mistake("game_list", ["page": 2], "must be the 'nextPage' of an earlier answer"),
    Mistake("game_state", ["game": "x"], after: .game, "game_list lists the IDs; leave out 'game'"),
    Mistake("game_open", ["game": "x"], "unknown game 'x'; game_list lists the IDs"),
    Mistake(
      "game_open", ["game": "p1-07ap9x8qtst53aww4qy12t8wfr"],
      "is the ID of a puzzle, not of a game; game_list lists the IDs"),
    Mistake("game_place", place("r1c3"), "there is no current game; game_new begins one"),
    Mistake(
      "game_place", place("r1c3"), after: .completed, "completed; game_restart plays it again"),
    Mistake("game_place", place("r1c3"), after: .lost, "gameOver; game_restart plays it again"),
  ]

  static let boards: [Mistake] = [
    Mistake("puzzle_solve", board(puzzle.dropLast()), "only 80 of 81 cells: count them"),
    Mistake("puzzle_solve", board(puzzle + "0"), "has 82 cells, not 81"),
    Mistake("puzzle_solve", lines(rows + ["000000000"]), "10 rows; a board has 9"),
    Mistake("puzzle_solve", lines(rows.dropLast()), "8 rows; a board has 9"),
    Mistake("puzzle_solve", lines(["53007000"] + rows.dropFirst()), "row 1 has 8 cells"),
    Mistake("puzzle_solve", board(puzzle.dropLast() + "l"), "r9c9: unexpected character 'l'"),
    Mistake("puzzle_solve", board("p1-07ap9x8qtst53aww4qy12t8wfr"), "give its 81 characters"),
    Mistake(
      "game_new", board(".." + Samples.puzzle.dropFirst(2)),
      "more than one solution; compare the clues"),
  ]

  @Test(arguments: names + parameters + values + boards)
  func theRefusalNamesTheNextCall(mistake: Mistake) throws {
    let answer = try Self.answer(to: mistake)
    let text =
      answer["error"]?["message"]?.string ?? answer["result"]?["content"]?[0]?["text"]?.string ?? ""
    #expect(answer["error"] != nil || answer["result"]?["isError"] == true, "\(answer)")
    for part in mistake.expected { #expect(text.contains(part), "\(text)") }
    // No word that only the protocol has.
    #expect(!text.contains(/[a-z]\.[a-z]/) && !text.contains("0 to 80"), "\(text)")
    for name in ["at", "ifRev", "opId"] { #expect(!text.contains(" \(name),"), "\(text)") }
  }

  /// Unusual, yet clear: the answer is what the model meant, with a word about the puzzle.
  static let accepted: [Mistake] = [
    Mistake(
      "game_apply", ["operations": #"[{"op":"place","cell":"r1c3","digit":"4"}]"#], after: .game,
      #""changes":[{"cell":"r1c3","digit":4"#),
    Mistake("game_new", ["level": "easy", "options": #"{"timer":false}"#], #""timer":false"#),
    Mistake("puzzle_generate", ["level": "easy", "count": "2"], #""index":1"#),
    Mistake("puzzle_solve", ["puzzle": .string(puzzle), "all": "true"], #""solutions":["#),
    Mistake("game_state", [:], after: .completed, #""status":"completed""#),
    Mistake("game_restart", [:], after: .completed, #""status":"inProgress""#),
    Mistake(
      "puzzle_check", board(puzzle.prefix(8) + "5" + puzzle.dropFirst(9)),
      #""conflicts":["r1c1","r1c9","r8c9"]"#, "no solution: 5 is in r1c1, r1c9, r8c9"),
    Mistake(
      "puzzle_solve", board(puzzle.prefix(8) + "5" + puzzle.dropFirst(9)), "no solution: 5 is in"),
    Mistake("puzzle_check", board("531" + puzzle.dropFirst(3)), "no solution: compare the clues"),
    Mistake("puzzle_solve", board("00" + puzzle.dropFirst(2)), "one of them is shown"),
    Mistake("puzzle_check", board("00" + puzzle.dropFirst(2)), "not a proper puzzle"),
  ]

  @Test(arguments: accepted)
  func theAnswerSaysWhatWasMeant(mistake: Mistake) throws {
    let answer = try Self.answer(to: mistake)
    #expect(answer["result"]?["isError"] == false, "\(answer)")
    let text = answer["result"]?["content"]?[0]?["text"]?.string ?? ""
    for part in mistake.expected { #expect(text.contains(part), "\(text)") }
  }

  private static func answer(to mistake: Mistake) throws -> JSONValue {
    let server = try TestServer(dialect: .modelContext)
    func call(_ tool: String, _ arguments: JSONObject) throws -> JSONValue {
      try server.call("tools/call", ["name": .string(tool), "arguments": .object(arguments)])
    }
    if mistake.before != .nothing {
      let limit: JSONValue = mistake.before == .lost ? 1 : 0
      _ = try call(
        "game_new", ["puzzle": .string(puzzle), "options": ["mistakeLimit": limit]])
    }
    if mistake.before == .lost { _ = try call("game_place", place("r1c3", 1)) }
    if mistake.before == .completed {
      let moves = Samples.moves.map { move -> JSONValue in
        ["op": "place", "cell": .string(move.cell), "digit": JSONValue(move.digit)]
      }
      _ = try call("game_apply", ["operations": .array(moves)])
    }
    return try call(mistake.tool, mistake.arguments)
  }

  /// A board without quotes is no JSON that anybody can read.
  @Test func aBoardAsANumberIsToBeQuoted() throws {
    let answers = try TestServer(dialect: .modelContext).send(
      #"{"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"arguments":{"puzzle":\#(Samples.solution)},"name":"puzzle_solve"}}"#
    )
    #expect(answers.first?.contains("the digits of a board are text, in quotes") == true)
  }

  /// The tools of a server that hides solutions suggest none that solves.
  @Test func aHiddenSolverIsNotReplacedByAnother() throws {
    let server = try TestServer(dialect: .modelContext)
    server.server.tools = ToolSet.standard.withoutSolutions
    let answer = try server.call("tools/call", ["name": "puzzle_solve"])
    let text = answer["error"]?["message"]?.string
    #expect(text == "the tool 'puzzle_solve' is not offered here: this server hides solutions")
  }

  /// The schemas list what a model may give and no more, in the tools' words.
  @Test(arguments: [ToolSet.standard, .all])
  func aSchemaIsTheTruthAboutItsTool(tools: ToolSet) throws {
    let server = try TestServer(dialect: .modelContext)
    server.server.tools = tools
    for tool in try server.result("tools/list")["tools"]?.array ?? [] {
      let text = tool["description"]?.string ?? "save.import"
      #expect(!text.contains(/[a-z]\.[a-z]/), "\(text)")
    }
    for name in tools.names {
      let (method, input) = (try #require(ToolSet.methods[name]), try #require(tools.inputs[name]))
      let text = input.schema.description
      #expect(!text.contains("0 to 80") && !text.contains(/[a-z]\.[a-z]/), "\(text)")
      let all = method.parameters.value["properties"]?.object?.map(\.key) ?? []
      for hidden in all where !input.names.contains(hidden) {
        let answer = try server.call(
          "tools/call", ["name": .string(name), "arguments": [hidden: 1]])
        #expect("\(answer)".contains("unknown parameter '\(hidden)'"), "\(name) \(answer)")
      }
    }
  }

  /// Drawings count: the texts of an answer have at most 24,000 bytes.
  @Test func anAnswerWithItsDrawingsFits() throws {
    let server = try TestServer(dialect: .modelContext)
    for limit in [195, 200] {
      let answer = try server.result(
        "tools/call",
        [
          "name": "puzzle_solve",
          "arguments": [
            "puzzle": .string(String(repeating: ".", count: 81)), "all": true,
            "limit": JSONValue(limit),
          ],
        ])
      let size = (answer["content"]?.array ?? []).reduce(0) {
        $0 + ($1["text"]?.string?.utf8.count ?? 0)
      }
      #expect(answer["isError"] == false && size <= ProtocolServer.toolBytes, "\(size)")
    }
  }

  /// What has ended is not what a request means that follows another which begins a game.
  @Test func aMoveBehindANewGameIsOfTheNewGame() throws {
    let server = try TestServer(dialect: .modelContext)
    func line(_ id: Int, _ tool: String, _ arguments: JSONValue) -> String {
      let request: JSONValue = [
        "id": JSONValue(id), "jsonrpc": "2.0", "method": "tools/call",
        "params": ["name": .string(tool), "arguments": arguments],
      ]
      return request.description
    }
    _ = server.send(
      line(1, "game_new", ["puzzle": .string(Self.puzzle), "options": ["mistakeLimit": 1]]))
    _ = server.send(line(2, "game_place", .object(Self.place("r1c3", 1))))
    let answers = server.send([
      line(3, "game_new", ["level": "easy"]), line(4, "game_state", [:]),
    ])
    #expect(answers.count == 2 && answers[1].contains(#""status":"inProgress""#), "\(answers)")
  }
}

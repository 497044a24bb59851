import JSONCoding
import SudokuCore
import SudokuRating
import SudokuSession

/// The tools' own words for what the protocol says in its words, and the next call after a mistake.
enum ToolWords {
  /// Words of descriptions and errors, and those that a model reads instead.
  private static let table = [
    (", or 0 to 80", ""), (" or 'generate' or 'level'", " or 'level'"),
    (": short for `generate` with `level`", ""), ("method, without `game.`", "operation"),
    (", or takes `game.abandon` back", ""), (", or your own as an object", ""),
    (
      " With `se` a level is accepted from older clients: the range of ER that it meant before 0.3.",
      ""
    ), (ValueType<Board>.summary, "81 characters, or 9 rows."),
  ]
  /// The longer names first, because others begin like them.
  private static let names = ToolSet.methods.map { (method: $0.value.name, tool: $0.key) }
    .filter { $0.method.contains(".") }.sorted { $0.method.count > $1.method.count }

  /// A text of the protocol in the tools' words.
  static func of(_ text: String, tool: String = "") -> String {
    // The levels are explained where a puzzle is chosen by them.
    let text = briefly.contains(tool) ? text.replacing(" " + Level.meaning, with: "") : text
    let own = table.reduce(text) { $0.replacing($1.0, with: $1.1) }
    // Few texts name a method.
    guard own.contains(/[a-z]\.[a-z]/) else { return own }
    return names.reduce(own) { $0.replacing($1.method, with: $1.tool) }
  }

  private static let briefly: Set = ["game_daily", "puzzle_daily"]

  private static let several = several("place")
  private static let cell = "give 'cell', as in r1c3"
  private static let classic = "there is only classic Sudoku, 9 x 9"

  /// The next step where a parameter is unknown or has a wrong value, by tool and name, or by name.
  private static let afterParameter = [
    "col": cell, "column": cell, "row": cell, "x": cell, "y": cell,
    "game_note.digits": "one digit a call; " + several("note"),
    "game_hint.cell": "a hint chooses its cell; game_why explains a digit in a cell",
    "game_list.completed": #"status "completed" lists the completed games"#,
    "game_open.game": "game_list lists the IDs",
    "game_undo.count": "one call undoes one change; game_apply undoes several",
    "puzzle_generate.solution": "leave it out: only a server with --no-solutions hides solutions",
    "puzzle_hint.cell": "a hint chooses its cell; puzzle_why explains a digit in a cell",
    "puzzle_hint.puzzle": "game_hint is about the current game",
    "puzzle_why.puzzle": "game_why is about the current game",
    "size": classic, "type": classic, "variant": classic,
  ]

  /// The next step where a tool is not offered.
  private static let instead = [
    "engine_techniques": "techniques have English names, such as naked pair and x-wing",
    "game_abandon": "game_new begins another game", "game_placeAll": several,
    "puzzle_daily": "game_daily opens the game of the day",
    "puzzle_steps": "puzzle_hint lists several with 'count'",
  ]

  static let compare = "compare the clues with those of the source"

  private static func several(_ operation: String) -> String {
    #"game_apply carries out several: {"operations":[{"op":"\#(operation)","cell":"r1c3","digit":4}]}"#
  }

  /// The next step after an error; clauses end at `; `.
  static func next(after error: RPCError, _ input: ToolInput?) -> String? {
    let tool = input?.tool ?? ""
    switch error.kind {
    case .unknownGame where error.details["game"] == .null:
      return "game_new begins one; game_list lists earlier ones"
    case .unknownGame:
      return "game_list lists the IDs"
        + (input?.requires("game") == true ? "" : "; leave out 'game' for the current game")
    case .gameIsOver: return "game_restart plays it again; game_new begins another"
    case .notUnique, .noSolution: return compare
    case .illegalDigit where error.details["digit"] == 0 && tool.hasPrefix("game_"):
      return "game_clear empties a cell"
    case .invalidParams:
      let name = error.details["parameter"]?.string ?? ""
      if let step = afterParameter["\(tool).\(name)"] ?? afterParameter[name],
        step != cell || input?.names.contains("cell") == true
      {
        return step
      }
      let isList = error.details["expected"]?.string?.hasSuffix("not a list") == true
      return isList && tool.hasPrefix("game_")
        ? "one a call; " + several(tool == "game_note" ? "note" : "place") : nil
    default: return nil
    }
  }

  /// The next step where a tool is not offered.
  static func next(instead tool: String) -> String? {
    if let step = instead[tool] { return step }
    guard tool.hasPrefix("game_"), case let operation = tool.dropFirst(5),
      ValueType<Intent>.operationNames.contains(String(operation))
    else { return nil }
    return #"game_apply does the same: {"operations":[{"op":"\#(operation)"}]}"#
  }
}

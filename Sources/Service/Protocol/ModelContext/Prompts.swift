import JSONCoding
import SudokuGenerator
import SudokuRating

/// A prompt of the MCP server: a request that a player selects instead of typing it.
struct Prompt: Sendable {
  struct Argument: Sendable {
    let name: String
    let summary: String
  }

  let name: String
  let title: String
  let summary: String
  let arguments: [Argument]
  /// The text of the request, with the arguments filled in.
  let text: @Sendable ([String: String]) -> String

  static let all: [Prompt] = [
    Prompt(
      name: "explain_my_next_step", title: "Explain my next step",
      summary: "Explains the next step of the current game without giving the rest away.",
      arguments: [Argument(name: "game", summary: "The game's ID; default: the current game.")]
    ) { given in
      let game = given["game"].map { " of the game \($0)" } ?? ""
      return """
        Look at my Sudoku\(game) with game_state and show me the board. If it has repeatedCells or \
        wrongCells, say so first. Then ask game_hint with depth 5 and explain the step in your own \
        words: which cells to look at, why the technique works there, and what follows. Name the \
        technique. Do not place the digit for me, and do not mention any later step.
        """
    },
    Prompt(
      name: "make_me_a_puzzle", title: "Make me a puzzle",
      summary: "Generates a puzzle of your choice and starts a game with it.",
      arguments: [
        Argument(name: "level", summary: Level.meaning),
        Argument(
          name: "symmetry",
          summary: "One of " + Symmetry.allCases.map(\.rawValue).joined(separator: ", ") + "."),
      ]
    ) { given in
      let level = given["level"] ?? "medium"
      let symmetry = given["symmetry"] ?? "rotational180"
      return """
        Make me a Sudoku of the level \(level) with puzzle_generate (symmetry \(symmetry)), begin \
        a game with it (game_new), and show me the board as a grid. Give me its rating and in a \
        sentence what kind of steps to expect, but not the solution.
        """
    },
  ]

  /// The entry of `prompts/list`.
  var value: JSONValue {
    [
      "arguments": .array(
        arguments.map {
          ["description": .string($0.summary), "name": .string($0.name), "required": false]
        }),
      "description": .string(summary), "name": .string(name), "title": .string(title),
    ]
  }

  /// The result of `prompts/get`; throws `invalidParams` for an unknown argument.
  ///
  /// An empty argument counts as omitted: forms of clients send those that the user left blank.
  func message(_ given: JSONNode?) throws(RPCError) -> JSONValue {
    if let kind = given?.kind, kind != .object && kind != .null {
      throw .wrongType("arguments", expected: "an object")
    }
    var values: [String: String] = [:]
    var fault: RPCError?
    given?.forEachMember { name, node in
      if !arguments.contains(where: { $0.name == name }) {
        fault = fault ?? .unknownParameter(name, valid: arguments.map(\.name))
      } else if let text = node.string, text.utf8.count <= 256 {
        values[name] = text.isEmpty ? nil : text
      } else {
        fault = fault ?? .wrongType(name, expected: "a string of at most 256 bytes")
      }
    }
    if let fault { throw fault }
    return [
      "description": .string(summary),
      "messages": [
        ["content": ["text": .string(text(values)), "type": "text"], "role": "user"]
      ],
    ]
  }
}

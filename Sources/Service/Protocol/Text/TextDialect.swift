import JSONCoding
import SudokuCore
import SudokuSync

/// The protocol for people at a terminal: short commands in, boards and sentences out.
///
/// ```text
/// new easy
/// place r4c2 5
/// hint
/// ```
///
/// A command becomes a request, and its answer becomes text. Any other method works too, with its
/// parameters as JSON: `game.list {"limit":5}`.
package struct TextDialect {
  private var lastID = 0
  /// The depth of the last hint; 0 after another command.
  private var hintDepth = 0

  package init() {}

  /// The result of reading a line.
  package enum Input {
    /// A request to be sent.
    case request(String)
    /// A text to be shown.
    case reply(String)
  }

  package static let help = """
    new [LEVEL | PUZZLE]   begin a game        list             list the games
    CELL DIGIT             place a digit       open GAME        open a game
    clear CELL             clear a cell        show             show the board
    note CELL DIGIT        set or clear        notes            set all notes
    undo, redo             undo, redo          check            find mistakes
    hint [1-5]             a hint; again: more pause, resume    stop or start the clock
    quit                   store and end       METHOD {...}     any method of the protocol
    """

  // MARK: Commands

  /// Reads a line; `nil` for a blank one.
  package mutating func read(_ line: String) -> Input? {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let command = words.first else { return nil }
    let rest = Array(words.dropFirst())
    if command.first == "{" || command.first == "[" { return .request(line) }
    if command != "hint" { hintDepth = 0 }
    if rest.count == 1, command.first?.isLetter == true, Cell(parsing: command) != nil {
      return move("place", words)
    }
    switch command {
    case "help", "?": return .reply(Self.help)
    case "new": return new(rest)
    case "place", "note": return move(command, rest)
    case "clear":
      guard rest.count == 1 else { return .reply("error: clear needs a cell, as in clear r4c2") }
      return mutation("game.clear", ["cell": .string(rest[0])])
    case "hint": return hint(rest)
    case "open":
      guard rest.count == 1 else { return .reply("error: open needs a game, as 'list' shows them") }
      return request("game.open", ["game": .string(rest[0])])
    default: return plain(command, rest) ?? other(command, line)
    }
  }

  /// A command without parameters; `nil` for another one.
  private mutating func plain(_ command: String, _ rest: [String]) -> Input? {
    let names = [
      "undo", "redo", "check", "pause", "resume", "notes", "show", "board", "list", "quit", "exit",
    ]
    guard names.contains(command) else { return nil }
    guard rest.isEmpty else { return .reply("error: \(command) takes no parameters") }
    switch command {
    case "notes": return mutation("game.autoNotes")
    case "show", "board": return request("game.state")
    case "list": return request("game.list", ["limit": 20])
    case "quit", "exit": return request("shutdown")
    default: return mutation("game." + command)
    }
  }

  private mutating func new(_ rest: [String]) -> Input {
    let word = rest.first ?? "easy"
    // A board may be cut into rows.
    let isPuzzle = word.contains { $0.isNumber || $0 == "." }
    if isPuzzle { return request("game.new", ["puzzle": .string(rest.joined())]) }
    guard rest.count <= 1 else { return .reply("error: new takes one level or one puzzle") }
    return request("game.new", ["level": .string(word)])
  }

  private mutating func move(_ command: String, _ rest: [String]) -> Input {
    guard rest.count == 2 else {
      return .reply("error: \(command) needs a cell and a digit, as in \(command) r4c2 5")
    }
    return mutation(
      "game." + command, ["cell": .string(rest[0]), "digit": .string(rest[1])])
  }

  private mutating func hint(_ rest: [String]) -> Input {
    guard rest.count <= 1, let depth = rest.isEmpty ? max(2, hintDepth + 1) : Int(rest[0]) else {
      return .reply("error: a hint has a depth from 1 to 5")
    }
    hintDepth = min(depth, 4)
    return request("game.hint", ["depth": JSONValue(depth)])
  }

  private mutating func other(_ command: String, _ line: String) -> Input {
    guard Method.table[command] != nil else {
      let names = [
        "new", "place", "clear", "note", "notes", "undo", "redo", "check", "hint", "show", "list",
        "open", "pause", "resume", "quit", "help",
      ]
      let meant = Suggestion.nearest(to: command, among: names)
      return .reply(
        "error: unknown command '\(command.escapingControls(limit: 40))'"
          + (meant.map { "; did you mean '\($0)'?" } ?? "; 'help' lists all"))
    }
    let text = line.drop { $0.isWhitespace }.dropFirst(command.count).drop { $0.isWhitespace }
    if text.isEmpty { return request(command) }
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: text) } catch {
      let fault = RPCError(error, limits: ProtocolLimits())
      // The column is one of the parameters, which follow the command.
      let place = Self.place(of: fault.value)
      return .reply("error: \(command): \(fault.message.escapingControls())\(place)")
    }
    guard let members = value.object else {
      return .reply("error: the parameters of \(command) are a JSON object")
    }
    return request(command, members)
  }

  private mutating func mutation(_ method: String, _ parameters: JSONObject = [:]) -> Input {
    var parameters = parameters
    parameters["return"] = "state"
    return request(method, parameters)
  }

  private mutating func request(_ method: String, _ parameters: JSONObject = [:]) -> Input {
    lastID += 1
    let request: JSONValue = [
      "id": JSONValue(lastID), "jsonrpc": "2.0", "method": .string(method),
      "params": .object(parameters),
    ]
    return .request(request.description)
  }

  // MARK: Answers

  /// An answer or notification as text, without control characters in foreign names.
  package static func text(of line: some StringProtocol) -> String {
    plainText(of: line).split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).escapingControls() }.joined(separator: "\n")
  }

  private static func plainText(of line: some StringProtocol) -> String {
    guard let answer = try? JSONValue(parsing: String(line)) else { return String(line) }
    if let error = answer["error"] {
      return "error: \(error["message"]?.string ?? error.description)\(place(of: error))"
    }
    guard let result = answer["result"] else { return "* \(answer.description)" }
    if let hint = result["hint"]?["text"]?.string { return hint }
    if result["notes"] != nil, let board = result["board"]?.string.flatMap({ Board($0) }) {
      return BoardDrawing.grid(of: board) + "\n" + status(of: result)
    }
    if let games = result["games"]?.array {
      let lines = games.isEmpty ? ["no games"] : games.map(summary)
      guard let page = result["nextPage"] else { return lines.joined(separator: "\n") }
      return (lines + ["more: game.list with \"page\":\(page)"]).joined(separator: "\n")
    }
    return result == [:] ? "ok" : result.description
  }

  /// The place in a text that is not JSON or not a board; empty for other errors.
  private static func place(of error: JSONValue) -> String {
    guard let column = error["data"]?["column"]?.integer else { return "" }
    let line = error["data"]?["line"]?.integer ?? 1
    return line > 1 ? " (line \(line), column \(column))" : " (column \(column))"
  }

  private static func status(of state: JSONValue) -> String {
    var parts = [state["status"]?.string ?? ""]
    if let level = state["level"]?.string { parts.append(level) }
    parts.append("\((state["elapsedMilliseconds"]?.integer ?? 0) / 1_000) s")
    for (name, label) in [("mistakes", "mistakes"), ("hintsUsed", "hints")] {
      if let count = state[name]?.integer, count > 0 { parts.append("\(label) \(count)") }
    }
    for (name, label) in [("wrongCells", "wrong"), ("repeatedCells", "repeated")] {
      let cells = (state[name]?.array ?? []).compactMap(\.string)
      if !cells.isEmpty { parts.append("\(label): " + cells.joined(separator: " ")) }
    }
    return parts.joined(separator: ", ")
  }

  private static func summary(_ game: JSONValue) -> String {
    [
      game["game"]?.string ?? "", status(of: game), game["lastSaved"]?.string ?? "",
      "\(game["filledCells"]?.integer.map { String($0) } ?? "?")/81",
    ].joined(separator: "  ")
  }
}

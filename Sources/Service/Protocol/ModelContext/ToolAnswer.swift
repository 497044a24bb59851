import JSONCoding
import SudokuCore
import SudokuPlayer
import SudokuSession

extension ProtocolServer {
  /// The most bytes of a tool's texts: about 8,000 tokens.
  static let toolBytes = 24_000

  /// The answer of a tool: result as structure and text, with boards drawn; or the error as text.
  func toolResult(
    _ result: Result<JSONValue, RPCError>, of tool: String
  ) -> Result<JSONValue, RPCError> {
    noteCurrentGame()
    switch result {
    case .success(let value):
      let shown = tools.hidesSolutions ? ToolAnswer.withoutSolutions(value) : value
      let short = ToolAnswer.shortened(shown, current: library.current)
      let text = short.description
      guard text.utf8.count <= Self.toolBytes else {
        return .success(
          ToolAnswer.refusal(
            "the answer has \(text.utf8.count) bytes, more than a conversation can use "
              + "(\(Self.toolBytes)): ask for less, by count, limit or depth, or for one puzzle"))
      }
      var content: [JSONValue] = [["text": .string(text), "type": "text"]]
      if let drawing = BoardDrawing.text(for: short),
        text.utf8.count + drawing.utf8.count <= Self.toolBytes
      {
        content.append(["text": .string(drawing), "type": "text"])
      }
      return .success([
        "content": .array(content), "isError": false, "structuredContent": short,
      ])
    case .failure(var error):
      if tools.hidesSolutions { error.details["partial"] = nil }
      return .success(ToolAnswer.refusal(tools.message(of: error, tool)))
    }
  }
}

/// The results of methods as a model reads them.
enum ToolAnswer {
  static func refusal(_ text: String) -> JSONValue {
    ["content": [["text": .string(text), "type": "text"]], "isError": true]
  }

  /// A result without what a model has no use for: of a move, what it changed.
  static func shortened(_ value: JSONValue, current: DocumentID?) -> JSONValue {
    guard case .object(let all) = value else { return value }
    var members = shortened(all)
    members["message"] = verdict(on: members).map { .string($0) }
    guard let changes = members["changes"]?.array else { return .object(members) }
    for name in ["completed", "repeatedCells", "wrongCells"] where isNothing(members[name]) {
      members[name] = nil
    }
    if members["game"]?.string == current?.description { members["game"] = nil }
    members["changes"] = .array(
      changes.map { change in
        guard case .object(var cell) = change else { return change }
        if isNothing(cell["notes"]) { cell["notes"] = nil }
        return .object(cell)
      })
    if case .object(var hint)? = members["hint"], hint["text"] != nil {
      // The text says it all.
      for name in ["steps", "cells", "digits", "house", "houses", "regions"] { hint[name] = nil }
      members["hint"] = .object(hint)
    }
    return .object(members)
  }

  /// The members of a result, or their schemas, without those that no tool returns.
  static func shortened(_ all: JSONObject) -> JSONObject {
    var members = all
    // `conflicts` is the old name of `repeatedCells` beside it, and a member of its own elsewhere.
    if members["repeatedCells"] != nil { members["conflicts"] = nil }
    guard members["changes"] != nil else { return members }
    for name in ["canRedo", "canUndo", "elapsedMilliseconds", "rev"] { members[name] = nil }
    return members
  }

  /// The methods whose results get a verdict.
  static let judged: Set = ["puzzle.check", "puzzle.count", "puzzle.solve"]

  /// The verdict on a puzzle that does not have one solution, in a sentence.
  private static func verdict(on result: JSONObject) -> String? {
    guard let board = result["puzzle"]?.string.flatMap({ Board($0) }) else { return nil }
    let (count, status) = (result["solutionCount"]?.int, result["status"]?.string)
    if count == 0 || ["none", "conflicting"].contains(status) {
      guard let digit = board.conflict?.digit else {
        return "no solution: " + ToolWords.compare
      }
      let cells = board.repeatedCells.filter { board[$0] == digit }.map(\.description)
      return "no solution: \(digit) is in \(cells.joined(separator: ", "))"
    }
    guard count ?? 0 > 1 || status == "multiple" else { return nil }
    let isOneShown = result["solution"] != nil && result["solutions"] == nil
    return "not a proper puzzle: it has more than one solution"
      + (isOneShown ? ", one of them is shown" : "")
  }

  /// A result without solutions, at any depth.
  static func withoutSolutions(_ value: JSONValue) -> JSONValue {
    if let list = value.array { return .array(list.map(withoutSolutions)) }
    guard let members = value.object else { return value }
    return .object(
      JSONObject(
        members.filter { !["solution", "solutions"].contains($0.key) }
          .map { (key: $0.key, value: withoutSolutions($0.value)) }))
  }

  private static func isNothing(_ value: JSONValue?) -> Bool { value == [] || value == false }
}

/// Boards drawn as grids, for readers of the text answers.
enum BoardDrawing {
  /// A board with numbered rows and columns; `.` is empty.
  static func grid(of board: Board) -> String {
    var lines = ["     1 2 3   4 5 6   7 8 9"]
    for row in 0..<9 {
      if row.isMultiple(of: 3), row > 0 { lines.append("    -------+-------+-------") }
      var line = "r\(row + 1) |"
      for column in 0..<9 {
        if column.isMultiple(of: 3), column > 0 { line += " |" }
        line += " " + (board[Cell(row: row, column: column)]?.description ?? ".")
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  /// The boards of a result, drawn; `nil` if it has none.
  static func text(for result: JSONValue) -> String? {
    if let list = result["puzzles"]?.array {
      let drawings = list.prefix(10).compactMap { drawing(of: $0["puzzle"], "Puzzle") }
      return drawings.isEmpty ? nil : drawings.joined(separator: "\n\n")
    }
    let parts = [
      drawing(of: result["board"], "Board"),
      result["solution"] == nil ? drawing(of: result["puzzle"], "Puzzle") : nil,
      drawing(of: result["solution"], result["message"] == nil ? "Solution" : "One solution"),
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  /// A board under a heading.
  static func drawing(of value: JSONValue?, _ heading: String) -> String? {
    value?.string.flatMap { Board($0) }.map { "\(heading):\n\(grid(of: $0))" }
  }
}

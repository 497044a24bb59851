import JSONCoding
import SudokuCore

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

  /// The boards of a result, drawn; `nil` where it has none.
  static func text(for result: JSONValue) -> String? {
    if let list = result["puzzles"]?.array {
      let drawings = list.prefix(10).compactMap { drawing(of: $0["puzzle"], "Puzzle") }
      return drawings.isEmpty ? nil : drawings.joined(separator: "\n\n")
    }
    let parts = [
      drawing(of: result["board"], "Board"),
      result["solution"] == nil ? drawing(of: result["puzzle"], "Puzzle") : nil,
      drawing(of: result["solution"], "Solution"),
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  /// A board under a heading.
  static func drawing(of value: JSONValue?, _ heading: String) -> String? {
    value?.string.flatMap { Board($0) }.map { "\(heading):\n\(grid(of: $0))" }
  }
}

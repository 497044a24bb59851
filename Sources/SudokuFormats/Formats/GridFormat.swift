import SudokuCore

extension PuzzleFormat {
  /// Nine rows of nine cells, with or without rulings; puzzles are apart by blank lines.
  public static let grid = PuzzleFormat(
    GridFormat(name: "grid", summary: "nine rows, drawn in any common style") { board in
      board.grid + "\n\n"
    })
  /// A grid drawn with Unicode's lines.
  public static let unicode = PuzzleFormat(
    GridFormat(name: "unicode", summary: "a grid drawn with Unicode's lines") { board in
      board.unicodeGrid + "\n\n"
    })
  /// Simple Sudoku's `.ss`: nine rows in a frame.
  public static let ss = PuzzleFormat(
    GridFormat(name: "ss", summary: "Simple Sudoku's frame", fileExtension: "ss") { board in
      board.framed + "\n\n"
    })
}

/// A grid that shows clues only: one kind of drawing, all are read alike.
struct GridFormat: FormatDefinition {
  let name: String
  let summary: String
  var fileExtension = "txt"
  let draw: @Sendable (Board) -> String
  var holds: RecordParts { [] }

  func recognizes(_ opening: Opening) -> Bool { GridReader.begins(opening.line) }
  func makeReader(limit: Int) -> FormatReader { .blocks(GridReader()) }
  func makeWriter(columns: [String]) -> any FormatWriter { GridWriter(draw: draw) }
}

private struct GridWriter: FormatWriter {
  let draw: @Sendable (Board) -> String

  func append(_ record: PuzzleRecord, to text: inout [UInt8]) { text.append(draw(record.puzzle)) }
  func losses(of record: PuzzleRecord) -> RecordParts { record.parts }
}

extension Board {
  /// The board as a grid of 19 lines drawn with Unicode's lines, for people.
  public var unicodeGrid: String {
    func ruling(_ left: String, _ cross: String, _ right: String, _ line: String) -> String {
      let stack = [String](repeating: String(repeating: line, count: 7), count: 3)
      return left + stack.joined(separator: cross) + right
    }
    var lines = [ruling("┌", "┬", "┐", "─")]
    for row in 0..<9 {
      if row == 3 || row == 6 { lines.append(ruling("├", "┼", "┤", "─")) }
      let stacks = (0..<3).map { stack in
        (0..<3).map { self[Cell(row: row, column: stack * 3 + $0)]?.description ?? "·" }
          .joined(separator: " ")
      }
      lines.append("│ " + stacks.joined(separator: " │ ") + " │")
    }
    return (lines + [ruling("└", "┴", "┘", "─")]).joined(separator: "\n")
  }

  /// The nine rows, `.` for empty cells.
  var rows: [String] {
    let line = line.utf8
    return (0..<9).map { String(decoding: line.dropFirst($0 * 9).prefix(9), as: UTF8.self) }
  }

  /// Simple Sudoku's frame: `|...|...|...|` between rulings.
  fileprivate var framed: String {
    var lines = ["*-----------*"]
    for (index, row) in rows.enumerated() {
      if index == 3 || index == 6 { lines.append("|---+---+---|") }
      lines.append("|\(row.prefix(3))|\(row.dropFirst(3).prefix(3))|\(row.dropFirst(6))|")
    }
    return (lines + ["*-----------*"]).joined(separator: "\n")
  }
}

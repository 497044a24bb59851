import SudokuCore

/// Writes puzzles in one of the formats, one after the other.
///
/// ```swift
/// let writer = PuzzleWriter(.sdm)
/// print(writer.header + writer.text(of: record) + writer.footer, terminator: "")
/// ```
///
/// JSON lines have more to say than a record knows; whoever writes them has an encoder.
public struct PuzzleWriter: Sendable {
  /// The format.
  public let format: PuzzleFormat

  /// Creates a writer; `nil` for `jsonl`.
  public init?(_ format: PuzzleFormat) {
    guard format != .jsonl else { return nil }
    self.format = format
  }

  /// What stands before the first puzzle.
  public var header: String {
    switch format {
    case .csv: "puzzle,solution\n"
    case .opensudoku: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n"
    default: ""
    }
  }

  /// What stands after the last puzzle.
  public var footer: String { format == .opensudoku ? "</opensudoku>\n" : "" }

  /// A puzzle, with its line end; grids end with a blank line, so that several follow each other.
  public func text(of record: PuzzleRecord) -> String {
    let puzzle = record.puzzle
    return switch format {
    case .line, .jsonl: puzzle.line + "\n"
    case .sdm: puzzle.line(empty: "0") + "\n"
    case .grid: puzzle.grid + "\n\n"
    case .sdk: "[Puzzle]\n" + rows(of: puzzle).joined(separator: "\n") + "\n\n"
    case .ss: framed(puzzle) + "\n\n"
    case .opensudoku: "  <game data=\"" + puzzle.line(empty: "0") + "\" />\n"
    case .hodoku: ":0000:x:" + puzzle.line + ":::\n"
    case .csv: puzzle.line + "," + (record.solution?.line ?? "") + "\n"
    }
  }

  /// What stands in place of a record that can't be read, so that records keep their places; empty
  /// in formats that have no such thing.
  public var placeholder: String {
    switch format {
    case .line, .sdm, .hodoku: "-\n"
    case .csv: ",\n"
    default: ""
    }
  }

  private func rows(of board: Board) -> [String] {
    let line = board.line.utf8
    return (0..<9).map { row in
      String(decoding: line.dropFirst(row * 9).prefix(9), as: UTF8.self)
    }
  }

  /// Simple Sudoku's frame: `|...|...|...|` between rulings.
  private func framed(_ board: Board) -> String {
    var lines = ["*-----------*"]
    for (index, row) in rows(of: board).enumerated() {
      if index == 3 || index == 6 { lines.append("|---+---+---|") }
      lines.append("|\(row.prefix(3))|\(row.dropFirst(3).prefix(3))|\(row.dropFirst(6))|")
    }
    return (lines + ["*-----------*"]).joined(separator: "\n")
  }
}

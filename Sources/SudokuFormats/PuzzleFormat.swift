/// The formats of puzzle files, by the names that users give them.
///
/// Most say by their content which they are: see `BoardReader`.
public enum PuzzleFormat: String, CaseIterable, Hashable, Sendable {
  /// One puzzle a line: 81 characters, anything after a separator.
  case line
  /// Nine rows of nine cells, with or without rulings; puzzles are separated by blank lines.
  case grid
  /// SadMan Software's and SudoCue's `.sdk`: sections `[Puzzle]` and `[State]` of nine rows.
  case sdk
  /// SadMan Software's `.sdm`: one puzzle a line with `0` for empty cells.
  case sdm
  /// Simple Sudoku's `.ss`: nine rows in a frame.
  case ss
  /// OpenSudoku's `.opensudoku`: XML with a `game` element for each puzzle.
  case opensudoku
  /// HoDoKu's library: lines of fields between colons, the fourth is the puzzle.
  case hodoku
  /// Comma-separated values (RFC 4180) with a header that names the columns.
  case csv
  /// One JSON object a line with the puzzle in `puzzle`.
  case jsonl

  /// The usual ending of file names, without the dot.
  public var fileExtension: String {
    switch self {
    case .line, .grid, .hodoku: "txt"
    default: rawValue
    }
  }
}

import SudokuCore
import SudokuRecords

/// A puzzle made from another one: alone on a line, with its source elsewhere.
struct DerivedPuzzleRow: RecordRow {
  static let columns = ["puzzle", "source"]
  static let lineFieldCount = 1
  static let memberNames = ["clues", "puzzle", "source"]
  let record: DerivedPuzzleRecord

  init(_ puzzle: Board, source: Board) {
    record = DerivedPuzzleRecord(puzzle, source: source)
  }

  var fields: [String] { [record.puzzle.line] }
  var columnFields: [String] { [record.puzzle.line, record.source.line] }
  var text: String { record.puzzle.grid + "\n" }
}

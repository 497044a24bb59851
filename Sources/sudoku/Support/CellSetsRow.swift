import SudokuCore
import SudokuProtocol

/// Sets of cells found for a puzzle: their number and the sets.
struct CellSetsRow: RecordRow {
  static let columns = ["puzzle", "count", "sets"]
  static let memberNames = ["puzzle", "sets"]
  let record: CellSetsRecord

  init(_ puzzle: Board, sets: [CellSet]?) { record = CellSetsRecord(puzzle, sets: sets) }

  var fields: [String] {
    guard let sets = record.sets else { return [record.puzzle.line, "-", "-"] }
    return [
      record.puzzle.line, String(sets.count), sets.map(\.description).joined(separator: "; "),
    ]
  }
}

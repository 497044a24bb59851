import SudokuCore
import SudokuProtocol
import SudokuRating

/// A puzzle made from another one: alone on a line, with its source in other formats.
struct DerivedPuzzleRow: OutputRow {
  static let layout = RowLayout(
    ["puzzle", "source"], ["clues", "puzzle", "source"], sourceFacts: facts, lineFieldCount: 1)
  /// All facts that commands write about a puzzle.
  private static let facts: Set<String> = {
    let records =
      GeneratedPuzzleRecord.shape.fieldNames + GradeRecord.shape.fieldNames
      + GradesRecord.shape.fieldNames
      + ScaleRegistry.standard.scales.flatMap { type(of: $0).columns }
      + RatingRecord.shape.fieldNames + CheckRecord.shape.fieldNames
      + IdentityRecord.shape.fieldNames
    let rows =
      ScaleRegistry.standard.scales.flatMap { PuzzleRow.columns(on: $0) }
      + SolveRow.layout(countsOnly: false).memberNames + ["status", "dailyLevel"]
    return Set(records + rows + ["solution", "placed", "candidates"])
  }()
  let record: DerivedPuzzleRecord

  init(_ puzzle: Board, source: Board) {
    record = DerivedPuzzleRecord(puzzle, source: source)
  }

  var fields: [String] { [record.puzzle.line] }
  var columnFields: [String] { [record.puzzle.line, record.source.line] }
  var text: String { record.puzzle.grid + "\n" }
}

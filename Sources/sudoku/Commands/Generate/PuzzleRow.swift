import SudokuCore
import SudokuExplainer
import SudokuGenerator
import SudokuRating
import SudokuRecords

/// A generated puzzle with everything that is known about it.
struct PuzzleRow: RecordRow {
  static let columns = [
    "puzzle", "solution", "puzzleId", "classId", "clues", "level", "er", "ep", "ed", "seed",
  ]
  let record: GeneratedPuzzleRecord

  /// Creates a row; grades the puzzle.
  init(_ generated: GeneratedPuzzle, scale: any Scale) {
    var options = GradeOptions.withoutSteps
    options.assumesUniqueSolution = true
    let grade = scale.grade(generated.board, options: options)
    record = GeneratedPuzzleRecord(generated, grade: grade)
  }

  var columnFields: [String] {
    let grade = record.grade
    let figures = [grade?.scoreTenths, grade?.figure("ep"), grade?.figure("ed")]
    let generated = record.generated
    return [
      generated.board.line, generated.solution.line, record.puzzleID?.description ?? "",
      record.classID?.description ?? "", String(generated.board.clueCount),
      grade?.level?.name ?? "",
    ] + figures.map { $0.map(decimal) ?? "" } + [String(generated.seed)]
  }
  var fields: [String] { [record.generated.board.line] }
}

/// A generated puzzle alone, for the formats that show nothing else.
struct BarePuzzleRow: OutputRow {
  static let columns = ["puzzle"]
  private let board: Board

  init(_ generated: GeneratedPuzzle) { board = generated.board }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(board.line)
  }

  var fields: [String] { [board.line] }
  var text: String { board.grid + "\n" }
}

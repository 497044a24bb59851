import SudokuCore
import SudokuGenerator
import SudokuProtocol
import SudokuRating
import SudokuTechniques

/// A generated puzzle with everything that is known about it.
struct PuzzleRow: RecordRow {
  static let columns: [String] = columns(on: SudokuExplainerScale())
  let record: GeneratedPuzzleRecord
  private let scores: [String]

  /// The columns of puzzles that a scale grades.
  static func columns(on scale: any Scale) -> [String] {
    ["puzzle", "solution", "puzzleId", "classId", "clues", "level"] + scoreColumns(scale) + ["seed"]
  }

  private static func scoreColumns(_ scale: any Scale) -> [String] {
    [scale.scoreName] + (scale.name == SEScale.name ? ["ep", "ed"] : [])
  }

  /// Creates a row; grades the puzzle.
  init(_ generated: GeneratedPuzzle, scale: any Scale) {
    var options = GradeOptions.withoutSteps
    options.assumesUniqueSolution = true
    let grade = scale.grade(generated.board, options: options)
    record = GeneratedPuzzleRecord(generated, grade: grade)
    let score = grade.scoreTenths.map { grade.level?.score($0) ?? decimal(tenths: $0) }
    let figures = Self.scoreColumns(scale).dropFirst().map { grade.figure($0) }
    scores = [score ?? ""] + figures.map { $0.map(decimal) ?? "" }
  }

  var columnFields: [String] {
    let generated = record.generated
    return [
      generated.board.line, generated.solution.line, record.puzzleID?.description ?? "",
      record.classID?.description ?? "", String(generated.board.clueCount),
      record.grade?.level?.name ?? "",
    ] + scores + [String(generated.seed)]
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

import SudokuCore
import SudokuFormats
import SudokuGenerator
import SudokuProtocol
import SudokuRating

protocol PuzzleSource: Sendable {
  /// The numbers of the puzzles of each part, one part after the other from 0.
  var parts: [Range<Int>] { get }
  var columns: [String] { get }
  var attemptLimit: Int { get }
  var isSeeded: Bool { get }

  /// Makes a puzzle of a part; numbers beyond the parts are further puzzles of the part's kind.
  func puzzle(
    _ index: Int, ofPart part: Int, isCancelled: (@Sendable () -> Bool)?,
    onAttempt: (@Sendable (GenerationProgress) -> Void)?
  ) throws -> GenerationOutcome

  func name(of index: Int) -> String

  func append(_ puzzle: GeneratedPuzzle, as format: OutputFormat, to bytes: inout [UInt8])
}

/// Puzzles of one or several kinds, from one seed.
struct PlannedPuzzles: PuzzleSource {
  let plan: GenerationPlan
  let scale: any Scale
  let showsSolutions: Bool
  let attemptLimit: Int

  var parts: [Range<Int>] { plan.ranges }
  var columns: [String] { PuzzleRow.columns(on: scale) }
  var isSeeded: Bool { true }

  func puzzle(
    _ index: Int, ofPart part: Int, isCancelled: (@Sendable () -> Bool)?,
    onAttempt: (@Sendable (GenerationProgress) -> Void)?
  ) -> GenerationOutcome {
    plan.puzzle(at: index, ofPart: part, isCancelled: isCancelled, onAttempt: onAttempt)
  }

  func name(of index: Int) -> String { "puzzle \(index)" }

  func append(_ puzzle: GeneratedPuzzle, as format: OutputFormat, to bytes: inout [UInt8]) {
    switch format {
    case .jsonl, .csv, .arrow: format.append(PuzzleRow(puzzle, scale: scale), columns, to: &bytes)
    case .line, .text:
      format.append(BarePuzzleRow(puzzle, showsSolution: showsSolutions), to: &bytes)
    }
  }
}

/// A generated puzzle with all facts about it.
struct PuzzleRow: OutputRow {
  let record: GeneratedPuzzleRecord
  private let scores: [String]

  static func columns(on scale: any Scale, hasLevel: Bool = false) -> [String] {
    ["puzzle", "solution", "puzzleId", "classId", "clues"]
      + (hasLevel || !scale.levels.isEmpty ? ["level"] : []) + scoreColumns(scale) + ["seed"]
  }

  private static func scoreColumns(_ scale: any Scale) -> [String] {
    [scale.scoreName]
      + type(of: scale).columns.filter { $0 != scale.scoreName && $0 != "level" }
  }

  /// Grades a puzzle; `level` replaces the level of the grade.
  init(_ generated: GeneratedPuzzle, scale: any Scale, level: Level? = nil) {
    var options = GradeOptions.withoutSteps
    options.assumesUniqueSolution = true
    var grade = scale.grade(generated.board, options: options)
    if let level { grade.level = level }
    record = GeneratedPuzzleRecord(generated, grade: grade)
    let score = grade.scoreTenths.map { grade.level?.score($0) ?? decimal(tenths: $0) }
    let figures = Self.scoreColumns(scale).dropFirst().map { grade.figure($0) }
    let words = level != nil || !scale.levels.isEmpty ? [grade.level?.name ?? ""] : []
    scores = words + [score ?? ""] + figures.map { $0.map(decimal) ?? "" }
  }

  var columnFields: [String] {
    let generated = record.generated
    return [
      generated.board.line, generated.solution.line, record.puzzleID?.description ?? "",
      record.classID?.description ?? "", String(generated.board.clueCount),
    ] + scores + [String(generated.seed)]
  }
  var fields: [String] { [record.generated.board.line] }
}

/// A puzzle alone, or with its solution, for formats that show nothing else.
struct BarePuzzleRow: OutputRow {
  static let layout = RowLayout(["puzzle"], ["clues", "puzzle"])
  let record: PuzzleLineRecord

  init(_ puzzle: Board) { record = PuzzleLineRecord(puzzle: puzzle, solution: nil) }

  init(_ generated: GeneratedPuzzle, showsSolution: Bool) {
    record = PuzzleLineRecord(
      puzzle: generated.board, solution: showsSolution ? generated.solution : nil)
  }

  private var boards: [Board] { [record.puzzle] + (record.solution.map { [$0] } ?? []) }
  var fields: [String] { boards.map(\.line) }
  var text: String { boards.map { $0.grid + "\n" }.joined(separator: "\nSolution:\n") }
}

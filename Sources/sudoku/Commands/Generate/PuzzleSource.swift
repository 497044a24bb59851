import SudokuCore
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
  private let plan: GenerationPlan
  private let scale: any Scale
  private let showsSolutions: Bool
  let attemptLimit: Int

  init(
    _ plan: GenerationPlan, scale: any Scale, showsSolutions: Bool = false, attemptLimit: Int
  ) {
    self.showsSolutions = showsSolutions
    self.plan = plan
    self.scale = scale
    self.attemptLimit = attemptLimit
  }

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
    case .jsonl, .csv: format.append(PuzzleRow(puzzle, scale: scale), to: &bytes)
    case .line where showsSolutions, .text where showsSolutions:
      format.append(SolvedPuzzleRow(puzzle.board, puzzle.solution), to: &bytes)
    case .line, .text: format.append(BarePuzzleRow(puzzle.board), to: &bytes)
    }
  }
}

/// A puzzle and its solution.
struct SolvedPuzzleRow: OutputRow {
  static let columns = ["puzzle", "solution"]
  let record: PuzzleLineRecord
  private let solution: Board

  init(_ puzzle: Board, _ solution: Board) {
    record = PuzzleLineRecord(puzzle: puzzle, solution: solution)
    self.solution = solution
  }

  var fields: [String] { [record.puzzle.line, solution.line] }
  var text: String { "\(record.puzzle.grid)\n\nSolution:\n\(solution.grid)\n" }
}

/// A generated puzzle with all facts about it.
struct PuzzleRow: OutputRow {
  static let columns: [String] = columns(on: SudokuExplainerScale())
  let record: GeneratedPuzzleRecord
  private let scores: [String]

  static func columns(on scale: any Scale) -> [String] {
    ["puzzle", "solution", "puzzleId", "classId", "clues", "level"] + scoreColumns(scale) + ["seed"]
  }

  private static func scoreColumns(_ scale: any Scale) -> [String] {
    [scale.scoreName]
      + type(of: scale).columns.filter { $0 != scale.scoreName && $0 != "level" }
  }

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

/// A puzzle alone, for formats that show nothing else.
struct BarePuzzleRow: OutputRow {
  static let columns = ["puzzle"]
  static let memberNames = ["clues", "puzzle"]
  let record: PuzzleLineRecord

  init(_ puzzle: Board) { record = PuzzleLineRecord(puzzle: puzzle, solution: nil) }

  var fields: [String] { [record.puzzle.line] }
  var text: String { record.puzzle.grid + "\n" }
}

import SudokuGenerator
import SudokuRating

/// What a run of `generate` makes: numbered puzzles, and how they are written.
protocol PuzzleSource: Sendable {
  /// The numbers of the puzzles of each part, one part after the other from 0.
  var parts: [Range<Int>] { get }
  /// The names of the columns.
  var columns: [String] { get }
  /// How many grids are tried for a puzzle.
  var attemptLimit: Int { get }
  /// Whether the command names a seed, or could.
  var isSeeded: Bool { get }

  /// Makes a puzzle of a part; numbers beyond the parts are further puzzles of the part's kind.
  func puzzle(
    _ index: Int, ofPart part: Int, isCancelled: (@Sendable () -> Bool)?,
    onAttempt: (@Sendable (GenerationProgress) -> Void)?
  ) throws -> GenerationOutcome

  /// What messages call a puzzle.
  func name(of index: Int) -> String

  /// Adds a puzzle to the output.
  func append(_ puzzle: GeneratedPuzzle, as format: OutputFormat, to bytes: inout [UInt8])
}

/// Puzzles of one or several kinds, from one seed.
struct PlannedPuzzles: PuzzleSource {
  private let plan: GenerationPlan
  private let scale: any Scale
  let attemptLimit: Int

  init(_ plan: GenerationPlan, scale: any Scale, attemptLimit: Int) {
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
    case .line, .text: format.append(BarePuzzleRow(puzzle), to: &bytes)
    }
  }
}

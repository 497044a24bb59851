import SudokuCore
import SudokuRating

/// A puzzle that a generator made, with its solution.
public struct GeneratedPuzzle: Hashable, Sendable {
  /// The clues.
  public var board: Board
  /// The only solution.
  public var solution: Board
  /// The grade as far as it was needed; `nil` if no target needs one.
  public var grade: Grade?
  /// The seed of the generator.
  public var seed: UInt64
  /// The number of the puzzle among those of its seed.
  public var index: Int
  /// True if `spreadsScores` aimed at a rarer score, and this is the nearest one found.
  package var missesSpread = false

  /// The level, `nil` without a grade.
  public var level: Level? { grade?.level }
}

/// The result of generating one puzzle.
public enum GenerationOutcome: Hashable, Sendable {
  /// A puzzle that meets all targets.
  case made(GeneratedPuzzle)
  /// The attempts ran out, or the caller stopped; the nearest puzzle.
  case exhausted(best: GeneratedPuzzle?)

  /// The puzzle, `nil` if none meets all targets.
  public var puzzle: GeneratedPuzzle? {
    if case .made(let puzzle) = self { puzzle } else { nil }
  }
}

/// The state of the search for one puzzle.
public struct GenerationProgress: Sendable {
  /// The number of grids, or changes of clues, tried.
  public var attemptCount: Int
  /// The nearest puzzle so far.
  public var best: GeneratedPuzzle?
}

import SudokuCore
import SudokuRating

/// What came out of generating one puzzle.
public enum GenerationOutcome: Hashable, Sendable {
  /// A puzzle as asked for.
  case made(GeneratedPuzzle)
  /// The attempts were used up, or the caller stopped; the puzzle that came closest.
  case exhausted(best: GeneratedPuzzle?)

  /// The puzzle, `nil` if none is as asked for.
  public var puzzle: GeneratedPuzzle? {
    if case .made(let puzzle) = self { puzzle } else { nil }
  }
}

import SudokuCore
import SudokuRating

/// How far the search for one puzzle has come.
///
/// ```swift
/// let outcome = generator.puzzle(
///   at: 0,
///   onAttempt: { progress in
///     if progress.attemptCount % 1_000 == 0 { print(progress.best?.board.line ?? "-") }
///   })
/// ```
public struct GenerationProgress: Sendable {
  /// How many grids, or changes of clues, were tried.
  public var attemptCount: Int
  /// The closest puzzle so far; `nil` where there is none.
  public var best: GeneratedPuzzle?

  /// Creates a state of a search.
  ///
  /// - Parameters:
  ///   - attemptCount: How much was tried.
  ///   - best: The closest puzzle so far.
  public init(attemptCount: Int, best: GeneratedPuzzle?) {
    self.attemptCount = attemptCount
    self.best = best
  }
}

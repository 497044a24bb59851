import SudokuCore
import SudokuRating
import SudokuTechniques

/// Finds the step that Sudoku Explainer would take next.
///
/// ```swift
/// let grid = CandidateGrid(board)
/// let step = SEStepFinder().firstStep(in: grid)
/// ```
package struct SEStepFinder: Sendable {
  /// The searches, in the order in which they are tried.
  package let searchers: [any SESearcher]
  /// Which variant of the rules applies.
  package var options: SEOptions

  package init(searchers: [any SESearcher] = SEOrder.all, options: SEOptions = .init()) {
    self.searchers = searchers.filter { searcher in
      options.allowsUniqueness || !searcher.techniques.contains(where: \.assumesUniqueness)
    }
    self.options = options
  }

  /// The next step with its pattern, `nil` if no search finds one; takes as long as it takes.
  package func firstStep(in grid: CandidateGrid) -> Step? {
    var context = SEContext(options: options)
    return try? firstStep(in: grid, context: &context)
  }

  /// The next step, within limits.
  package func firstStep(
    in grid: CandidateGrid, context: inout SEContext
  ) throws(SearchInterruption) -> Step? {
    for searcher in searchers {
      if let step = try searcher.firstStep(in: grid, context: &context) { return step }
    }
    return nil
  }
}

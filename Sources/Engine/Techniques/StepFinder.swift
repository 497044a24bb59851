import SudokuCore

/// Finds the steps of several searchers that a set of techniques allows.
///
/// ```swift
/// var budget = SearchBudget(workLimit: 1_000_000)
/// let steps = try StepFinder().steps(in: grid, budget: &budget)
/// ```
///
/// The grid may carry the player's own eliminations. If they are wrong, so may be the steps: check
/// the grid against the solution first.
package struct StepFinder: StepSource {
  package let searchers: [any StepSearcher]
  /// The techniques whose steps count, `nil` for all.
  package let techniques: Set<Technique>?

  package init(
    searchers: [any StepSearcher] = TechniqueCatalogue.searchers, techniques: Set<Technique>? = nil
  ) {
    self.techniques = techniques
    self.searchers = searchers.filter { searcher in
      techniques.map { !$0.isDisjoint(with: searcher.techniques) } ?? true
    }
  }

  /// Hands over all steps, searcher by searcher.
  package func search(
    _ grid: CandidateGrid, budget: inout SearchBudget, emit: (Step) -> Bool
  ) throws(SearchInterruption) {
    var continues = true
    for searcher in searchers where continues {
      try searcher.search(grid, budget: &budget) { step in
        if techniques?.contains(step.technique) ?? true { continues = emit(step) }
        return continues
      }
    }
  }
}

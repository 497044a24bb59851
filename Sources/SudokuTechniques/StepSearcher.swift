import SudokuCore

/// Finds the steps of one technique, or of a few that are searched together.
///
/// Searchers know techniques, not ratings, and no program's order. Each finds *all* steps that its
/// pattern gives in a grid, from any grid of candidates, always in the same order. A step that
/// removes candidates is productive: it removes at least one that is there.
///
/// ```swift
/// var budget = SearchBudget(workLimit: 1_000_000)
/// try NakedSet(size: 2).search(grid, budget: &budget) { step in
///   print(step)
///   return true      // go on
/// }
/// ```
public protocol StepSearcher: Sendable {
  /// The techniques whose steps it finds.
  var techniques: [Technique] { get }

  /// Hands over the productive steps in order.
  ///
  /// - Parameters:
  ///   - grid: The grid to search.
  ///   - budget: How much work may be done; what is done is charged to it.
  ///   - emit: Takes a step and says whether to go on.
  /// - Throws: `SearchInterruption` if a limit is reached before the search is complete; what was
  ///   handed over up to there holds.
  func search(
    _ grid: CandidateGrid, budget: inout SearchBudget, emit: (Step) -> Bool
  ) throws(SearchInterruption)
}

extension StepSearcher {
  /// All steps of the searcher, in order.
  ///
  /// - Parameters:
  ///   - grid: The grid to search.
  ///   - limit: How many steps are wanted at most.
  ///   - budget: How much work may be done.
  /// - Returns: The first `limit` steps.
  /// - Throws: `SearchInterruption` if a limit of the budget is reached first.
  public func steps(
    in grid: CandidateGrid, limit: Int = .max, budget: inout SearchBudget
  ) throws(SearchInterruption) -> [Step] {
    guard limit > 0 else { return [] }
    var steps: [Step] = []
    try search(grid, budget: &budget) { step in
      steps.append(step)
      return steps.count < limit
    }
    return steps
  }
}

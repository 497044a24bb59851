import SudokuCore

/// A searcher whose pattern is found in so little time that it needs no limit.
public protocol PatternSearcher: StepSearcher {
  /// Hands over the productive steps in order.
  ///
  /// - Parameters:
  ///   - grid: The grid to search.
  ///   - emit: Takes a step and says whether to go on.
  func search(_ grid: CandidateGrid, emit: (Step) -> Bool)
}

extension PatternSearcher {
  /// Hands over the productive steps in order; one unit of work for the search and one a step.
  public func search(
    _ grid: CandidateGrid, budget: inout SearchBudget, emit: (Step) -> Bool
  ) throws(SearchInterruption) {
    try budget.charge(1)
    var interruption: SearchInterruption?
    search(grid) { step in
      do throws(SearchInterruption) {
        try budget.charge(1)
        return emit(step)
      } catch {
        interruption = error
        return false
      }
    }
    if let interruption { throw interruption }
  }

  /// The first step that the search meets, `nil` if there is none.
  public func firstStep(in grid: CandidateGrid) -> Step? {
    var first: Step?
    search(grid) { step in
      first = step
      return false
    }
    return first
  }

  /// All steps of the searcher, in order.
  public func allSteps(in grid: CandidateGrid) -> [Step] {
    var steps: [Step] = []
    search(grid) { step in
      steps.append(step)
      return true
    }
    return steps
  }
}

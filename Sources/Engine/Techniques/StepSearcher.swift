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
package protocol StepSearcher: StepSource {
  var techniques: [Technique] { get }
}

/// A source of steps: a searcher, or several.
package protocol StepSource: Sendable {
  /// Hands over the productive steps in order.
  func search(
    _ grid: CandidateGrid, budget: inout SearchBudget, emit: (Step) -> Bool
  ) throws(SearchInterruption)
}

extension StepSource {
  package func steps(
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

/// A searcher whose pattern is found in so little time that it needs no limit.
package protocol PatternSearcher: StepSearcher {
  func search(_ grid: CandidateGrid, emit: (Step) -> Bool)
}

extension PatternSearcher {
  /// Hands over the productive steps in order; one unit of work for the search and one a step.
  package func search(
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
  package func firstStep(in grid: CandidateGrid) -> Step? {
    var first: Step?
    search(grid) { step in
      first = step
      return false
    }
    return first
  }

  package func allSteps(in grid: CandidateGrid) -> [Step] {
    var steps: [Step] = []
    search(grid) { step in
      steps.append(step)
      return true
    }
    return steps
  }
}

/// The limit of the work of searches, and a way to stop them.
///
/// Work is counted in steps of the searches (literals derived by chains, cells visited by loops),
/// so a limit gives the same result on every machine, unlike a limit of time.
///
/// ```swift
/// var budget = SearchBudget(workLimit: 1_000_000, isCancelled: { task.isCancelled })
/// let steps = try UniqueLoop().steps(in: grid, budget: &budget)
/// budget.work      // what it took
/// ```
package struct SearchBudget: Sendable {
  /// The most work.
  package var workLimit: Int
  /// The work done so far.
  package private(set) var work = 0
  /// Called from time to time; `true` stops the search.
  package var isCancelled: (@Sendable () -> Bool)?

  package init(workLimit: Int = .max, isCancelled: (@Sendable () -> Bool)? = nil) {
    self.workLimit = workLimit
    self.isCancelled = isCancelled
  }

  /// The work that may still be done, 0 or more.
  package var remaining: Int { max(0, workLimit - work) }

  package mutating func charge(_ amount: Int) throws(SearchInterruption) {
    work += amount
    if work > workLimit { throw .budgetExhausted }
    if let isCancelled, isCancelled() { throw .cancelled }
  }
}

/// Why a search stopped before it was complete.
package enum SearchInterruption: Error, Hashable, Sendable {
  /// The limit of work was reached.
  case budgetExhausted
  /// The caller asked to stop.
  case cancelled
}

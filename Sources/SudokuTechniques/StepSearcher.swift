import SudokuCore

/// Finds the steps of one technique, or of a few that are searched together.
///
/// Searchers know techniques, not ratings. Each answers with the step that Sudoku Explainer's search
/// of the same kind would take first, or with nothing. A step that removes candidates is productive:
/// it removes at least one that is there.
public protocol StepSearcher: Sendable {
  /// The techniques whose steps it finds.
  var techniques: [Technique] { get }

  /// The step to take first, `nil` if there is none.
  ///
  /// - Parameters:
  ///   - grid: The grid to search.
  ///   - context: Limits and options of the search; work done is booked there.
  /// - Returns: The first step.
  /// - Throws: `SearchInterruption` if a limit is reached before the search is complete.
  func firstStep(
    in grid: CandidateGrid, context: inout SearchContext
  ) throws(SearchInterruption) -> Step?
}

/// A searcher that meets its steps one after the other, in the order in which they count.
public protocol PatternSearcher: StepSearcher {
  /// Hands over the productive steps in order.
  ///
  /// - Parameters:
  ///   - grid: The grid to search.
  ///   - options: Which of the reference's peculiarities apply.
  ///   - emit: Takes a step and says whether to go on.
  func search(_ grid: CandidateGrid, options: SearchOptions, emit: (Step) -> Bool)
}

extension PatternSearcher {
  /// The first step that the search meets; never interrupted.
  public func firstStep(
    in grid: CandidateGrid, context: inout SearchContext
  ) throws(SearchInterruption) -> Step? {
    firstStep(in: grid, options: context.options)
  }

  /// The first step that the search meets.
  ///
  /// - Parameters:
  ///   - grid: The grid to search.
  ///   - options: Which of the reference's peculiarities apply.
  /// - Returns: The first step, `nil` if there is none.
  public func firstStep(in grid: CandidateGrid, options: SearchOptions = .init()) -> Step? {
    var first: Step?
    search(grid, options: options) { step in
      first = step
      return false
    }
    return first
  }

  /// All steps of the searcher, in order.
  ///
  /// - Parameters:
  ///   - grid: The grid to search.
  ///   - options: Which of the reference's peculiarities apply.
  /// - Returns: The steps; equal ones only once.
  public func allSteps(in grid: CandidateGrid, options: SearchOptions = .init()) -> [Step] {
    var steps: [Step] = []
    search(grid, options: options) { step in
      steps.append(step)
      return true
    }
    return steps
  }
}

import SudokuCore

/// Finds the next step for a player: the first one in Sudoku Explainer's order.
///
/// ```swift
/// var grid = CandidateGrid(board)
/// let step = StepFinder().firstStep(in: grid)
/// ```
///
/// The grid may carry the player's own eliminations. If they are wrong, so may be the step: check
/// the grid against the solution first.
public struct StepFinder: Sendable {
  /// The searchers, easiest first.
  public var searchers: [any StepSearcher]
  /// Which variant of the rules applies.
  public var options: SearchOptions

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - searchers: The searchers, easiest first.
  ///   - options: Which variant of the rules applies.
  public init(
    searchers: [any StepSearcher] = SearchOrder.explainer, options: SearchOptions = .init()
  ) {
    self.searchers = searchers
    self.options = options
  }

  /// The next step, `nil` if no technique finds one.
  ///
  /// - Parameter grid: The grid with its candidates.
  /// - Returns: The step with its pattern.
  public func firstStep(in grid: CandidateGrid) -> Step? {
    var context = SearchContext(options: options)
    return try? firstStep(in: grid, context: &context)
  }

  /// The next step, within limits.
  ///
  /// - Parameters:
  ///   - grid: The grid with its candidates.
  ///   - context: Limits and options.
  /// - Returns: The step, `nil` if no technique finds one.
  /// - Throws: `SearchInterruption` if a limit is reached first.
  public func firstStep(
    in grid: CandidateGrid, context: inout SearchContext
  ) throws(SearchInterruption) -> Step? {
    for searcher in searchers {
      if let step = try searcher.firstStep(in: grid, context: &context) { return step }
    }
    return nil
  }
}

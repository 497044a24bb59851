import SudokuCore

/// Finds the step that Sudoku Explainer would take next.
///
/// ```swift
/// let grid = CandidateGrid(board)
/// let step = SEStepFinder().firstStep(in: grid)
/// ```
public struct SEStepFinder: Sendable {
  /// The searches, in the order in which they are tried.
  public let searchers: [any SESearcher]
  /// Which variant of the rules applies.
  public var options: SEOptions

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - searchers: The searches, in the order in which they are tried.
  ///   - options: Which variant of the rules applies.
  public init(searchers: [any SESearcher] = SEOrder.all, options: SEOptions = .init()) {
    self.searchers = searchers.filter { searcher in
      options.allowsUniqueness || !searcher.techniques.contains(where: \.assumesUniqueness)
    }
    self.options = options
  }

  /// The next step with its pattern, `nil` if no search finds one; takes as long as it takes.
  public func firstStep(in grid: CandidateGrid) -> Step? {
    var context = SEContext(options: options)
    return try? firstStep(in: grid, context: &context)
  }

  /// The next step, within limits.
  ///
  /// - Parameters:
  ///   - grid: The grid with its candidates.
  ///   - context: Limits and options.
  /// - Returns: The step, `nil` if no search finds one.
  /// - Throws: `SearchInterruption` if a limit is reached first.
  public func firstStep(
    in grid: CandidateGrid, context: inout SEContext
  ) throws(SearchInterruption) -> Step? {
    for searcher in searchers {
      if let step = try searcher.firstStep(in: grid, context: &context) { return step }
    }
    return nil
  }
}

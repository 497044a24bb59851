import SudokuCore

/// Finds forcing chains: Sudoku Explainer's searches 21 and 23 to 30.
///
/// Each search looks at the whole grid and answers with the chain that Sudoku Explainer would take:
/// the one it rates lowest, then the one with the fewest literals, then by kind, then by place.
///
/// ```swift
/// var context = SEContext()
/// let step = try ChainSearcher(.forcingChains).firstStep(in: grid, context: &context)
/// step?.pattern.branches[0].links    // the conclusions from the assumption to the target
/// ```
///
/// Chains never rest on the solution being unique.
///
/// Source: the rules of Sudoku Explainer 1.2.1 by Nicolas Juillerat.
public struct ChainSearcher: SESearcher, StepSearcher {
  /// The searches, easiest first.
  public enum Search: Int, CaseIterable, Sendable {
    /// Cycles and chains of single conclusions from one candidate.
    case forcingChains
    /// Contradictions inside one digit.
    case nishio
    /// Chains from all digits of a cell or all places of a digit.
    case multiple
    /// Chains that count what they have switched off as gone.
    case dynamic
    /// Dynamic chains that use locked candidates, pairs and X-Wings.
    case dynamicPlus
    /// Dynamic chains that use forcing chains too.
    case dynamicForcing
    /// Dynamic chains that use multiple forcing chains too.
    case dynamicMultiple
    /// Dynamic chains that use dynamic chains.
    case dynamicDynamic
    /// Dynamic chains that use dynamic chains that use forcing chains.
    case dynamicNested

    /// What the chains may use; `nil` for those of single conclusions.
    var rule: ChainRule? {
      switch self {
      case .forcingChains: nil
      case .nishio: .nishio
      case .multiple: .multiple
      case .dynamic: .dynamic
      case .dynamicPlus: .plus
      case .dynamicForcing: .plusForcing
      case .dynamicMultiple: .plusMultiple
      case .dynamicDynamic: .plusDynamic
      case .dynamicNested: .plusNested
      }
    }
  }

  /// Which chains it finds.
  public let search: Search

  /// Creates a searcher.
  ///
  /// - Parameter search: Which chains to find.
  public init(_ search: Search) { self.search = search }

  /// The techniques whose steps it finds.
  public var techniques: [Technique] {
    switch search {
    case .forcingChains:
      [
        .bidirectionalXCycle, .bidirectionalYCycle, .forcingXChain, .bidirectionalCycle,
        .forcingChain,
      ]
    case .nishio: [.nishio]
    case .multiple: [.cellForcingChains, .regionForcingChains]
    case .dynamic: [.dynamicContradiction, .dynamicDouble, .dynamicCell, .dynamicRegion]
    case .dynamicPlus:
      [.dynamicPlusContradiction, .dynamicPlusDouble, .dynamicPlusCell, .dynamicPlusRegion]
    case .dynamicForcing:
      [
        .dynamicForcingContradiction, .dynamicForcingDouble, .dynamicForcingCell,
        .dynamicForcingRegion,
      ]
    case .dynamicMultiple:
      [
        .dynamicMultipleContradiction, .dynamicMultipleDouble, .dynamicMultipleCell,
        .dynamicMultipleRegion,
      ]
    case .dynamicDynamic:
      [
        .dynamicDynamicContradiction, .dynamicDynamicDouble, .dynamicDynamicCell,
        .dynamicDynamicRegion,
      ]
    case .dynamicNested:
      [
        .dynamicNestedContradiction, .dynamicNestedDouble, .dynamicNestedCell,
        .dynamicNestedRegion,
      ]
    }
  }

  /// The step to take first, `nil` if there is none.
  ///
  /// - Parameters:
  ///   - grid: The grid to search.
  ///   - context: Limits and options of the search; literals derived are booked there. Without
  ///     `needsPatterns` the step tells what follows and how complex the chains are, not the chains.
  /// - Returns: The first step.
  /// - Throws: `SearchInterruption` if a limit is reached before the search is complete.
  public func firstStep(
    in grid: CandidateGrid, context: inout SEContext
  ) throws(SearchInterruption) -> Step? {
    let needsPattern = context.needsPatterns
    return try find(in: grid, &context) { $0.step(search, needsPattern: needsPattern) }
  }

  /// A step, `nil` if there is none: one that is found soon, where it need not be Sudoku Explainer's.
  ///
  /// For nets with sets or nets in them that is a fraction of the work. The step is always the same for a
  /// grid, and the shortest of several, but not always of all.
  ///
  /// - Parameters:
  ///   - grid: The grid to search.
  ///   - context: Limits of the search; literals derived are booked there.
  /// - Returns: A step with its pattern.
  /// - Throws: `SearchInterruption` if a limit is reached before the search is complete.
  public func anyStep(
    in grid: CandidateGrid, context: inout SEContext
  ) throws(SearchInterruption) -> Step? {
    try find(in: grid, &context) { $0.soonStep(search) }
  }

  /// Runs a search within the context's limits.
  private func find(
    in grid: CandidateGrid, _ context: inout SEContext, _ body: (ChainScratch) -> Step?
  ) throws(SearchInterruption) -> Step? {
    let scratch = context.chainScratch()
    scratch.begin(context.budget)
    scratch.engine.load(grid)
    let step = body(scratch)
    try context.budget.charge(scratch.meter.pending)
    if scratch.meter.isStopped { throw .cancelled }
    return step
  }

  /// Hands over, for each set of candidates removed or digit placed, the chain that comes first.
  public func search(
    _ grid: CandidateGrid, budget: inout SearchBudget, emit: (Step) -> Bool
  ) throws(SearchInterruption) {
    var context = SEContext(budget: budget)
    let scratch = context.chainScratch()
    scratch.begin(budget)
    scratch.engine.load(grid)
    scratch.search(search, emit: emit)
    try budget.charge(scratch.meter.pending)
    if scratch.meter.isStopped { throw .cancelled }
  }
}

import SudokuCore
import SudokuTechniques

/// Finds forcing chains: Sudoku Explainer's searches 21 and 23 to 30.
///
/// Each search looks at the whole grid and returns the chain that Sudoku Explainer would take:
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
package struct ChainSearcher: SESearcher, StepSearcher {
  /// The searches, easiest first.
  package enum Search: Int, CaseIterable, Sendable {
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

    /// The rules of the chains; `nil` for chains of single conclusions.
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

  package let search: Search

  package init(_ search: Search) { self.search = search }

  package var techniques: [Technique] {
    switch search {
    case .forcingChains:
      [
        .bidirectionalXCycle, .bidirectionalYCycle, .forcingXChain, .bidirectionalCycle,
        .forcingChain,
      ]
    case .nishio: [.nishio]
    case .multiple: [.cellForcingChains, .regionForcingChains]
    default: search.rule.map { DynamicChains.levels[$0.level].techniques } ?? []
    }
  }

  /// The step to take first, `nil` if there is none.
  package func firstStep(
    in grid: CandidateGrid, context: inout SEContext
  ) throws(SearchInterruption) -> Step? {
    let needsPattern = context.needsPatterns
    return try find(in: grid, &context) { $0.step(search, needsPattern: needsPattern) }
  }

  /// Any step of the search, `nil` if there is none; it need not be the one that Sudoku Explainer takes.
  ///
  /// For nets with patterns or chains in them that is a fraction of the work. A grid always has the same
  /// step: the shortest of several, not always of all.
  package func anyStep(
    in grid: CandidateGrid, context: inout SEContext
  ) throws(SearchInterruption) -> Step? {
    try find(in: grid, &context) { $0.anyStep(search) }
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
  package func search(
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

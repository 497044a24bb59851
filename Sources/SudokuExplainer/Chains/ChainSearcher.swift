import SudokuCore
import SudokuTechniques

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
    let workshop = context.chainWorkshop()
    workshop.begin(context.budget)
    workshop.engine.load(grid)
    let step = workshop.step(search, needsPattern: context.needsPatterns)
    try context.budget.charge(workshop.meter.pending)
    if workshop.meter.isStopped { throw .cancelled }
    return step
  }

  /// Hands over, for each set of candidates removed or digit placed, the chain that comes first.
  public func search(
    _ grid: CandidateGrid, budget: inout SearchBudget, emit: (Step) -> Bool
  ) throws(SearchInterruption) {
    var context = SEContext(budget: budget)
    let workshop = context.chainWorkshop()
    workshop.begin(budget)
    workshop.engine.load(grid)
    workshop.search(search, emit: emit)
    try budget.charge(workshop.meter.pending)
    if workshop.meter.isStopped { throw .cancelled }
  }
}

/// The memory of chain searches; kept from one search to the next.
final class ChainWorkshop {
  let meter: ChainMeter
  let engine: ChainEngine

  init() {
    meter = ChainMeter()
    engine = ChainEngine(meter: meter)
  }

  /// Starts counting the work of a search, within a budget.
  func begin(_ budget: SearchBudget) {
    meter.reset()
    meter.allowance = budget.workLimit - budget.work
    meter.isCancelled = budget.isCancelled
  }

  /// The step that a search takes first in the grid loaded last.
  func step(_ search: ChainSearcher.Search, needsPattern: Bool) -> Step? {
    guard let rule = search.rule else {
      let links = engine.staticLinks()
      if !links.hasConflict { return nil }
      engine.unary.load(engine.base)
      engine.unary.search(links, all: false)
      if meter.isStopped { return nil }
      return engine.unary.hints.first.map { engine.step($0) }
    }
    engine.keepsDetails = false
    guard let hint = engine.findMultiple(rule, .best).first else { return nil }
    if needsPattern { engine.retrace(hint, rule) }
    return needsPattern ? engine.step(hint, rule) : engine.bareStep(hint, rule)
  }
}

extension ChainWorkshop {
  /// Hands over the steps of a search in the grid loaded last, the one taken first in front.
  func search(_ search: ChainSearcher.Search, emit: (Step) -> Bool) {
    guard let rule = search.rule else {
      let links = engine.staticLinks()
      if !links.hasConflict { return }
      engine.unary.load(engine.base)
      engine.unary.search(links, all: true)
      if meter.isStopped { return }
      for hint in engine.unary.hints {
        guard emit(engine.step(hint)) else { return }
      }
      return
    }
    engine.keepsDetails = false
    for hint in engine.findMultiple(rule, .all) {
      engine.retrace(hint, rule)
      if meter.isStopped { return }
      guard emit(engine.step(hint, rule)) else { return }
    }
  }
}

extension ChainEngine {
  /// Draws the chains of a hint again, with the steps of nested chains.
  func retrace(_ hint: MultipleHint, _ rule: ChainRule) {
    beginSearch()
    keepsDetails = true
    defer { keepsDetails = false }
    switch hint.form {
    case .contradiction(let start): _ = trace(start, rule)
    case .double(let candidate):
      _ = trace(candidate * 2 + 1, rule)
      _ = trace(candidate * 2, rule)
    case .cell(let cell): retrace(cellBranches(cell), rule)
    case .region(let house, let digit):
      retrace(regionBranches(house, digit), rule)
    }
  }

  private func retrace(_ branches: Branches, _ rule: ChainRule) {
    for number in 0..<branches.count { _ = trace(branches[number], rule) }
  }

  /// The step of a hint without its pattern.
  func bareStep(_ hint: MultipleHint, _ rule: ChainRule) -> Step {
    let candidate = Candidate(index: hint.target >> 1)
    let technique = Technique.multiple(hint, rule)
    var step =
      hint.target & 1 == 1
      ? Step(technique, placing: candidate, pattern: StepPattern())
      : Step(technique, removing: [candidate], pattern: StepPattern())
    step.complexity = hint.complexity
    return step
  }
}

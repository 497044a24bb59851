import SudokuTechniques

/// The order in which hints are looked for: what a person sees first comes first.
///
/// No program's order and no rating stands behind it: single digits before pairs of digits, few cells
/// before many, patterns that are seen at once before chains that must be followed. The places are
/// those of `TechniqueCatalogue.searches`. The direct forms of Sudoku Explainer (a pointing whose only
/// merit is the single that it makes) are left out: their parts are steps of their own.
///
/// ```swift
/// var budget = SearchBudget(workLimit: 1_000_000)
/// let steps = try StepFinder(searchers: HintOrder.patterns).steps(in: grid, budget: &budget)
/// ```
package enum HintOrder {
  /// Everything that is not a chain of assumptions, but for what is rare.
  package static let patterns: [any StepSearcher] = TechniqueCatalogue.searches
    .compactMap { search in
      if case .place(let place) = search.hints { (place, search.searcher) } else { nil }
    }
    .sorted { $0.0 < $1.0 }.map(\.1)

  /// The searchers that run only if all steps are listed.
  package static let listed: [any StepSearcher] = TechniqueCatalogue.searches.compactMap { search in
    if case .listed = search.hints { search.searcher } else { nil }
  }

  /// The searchers that run only if mere forms of simpler steps are listed, too.
  package static let forms: [any StepSearcher] = TechniqueCatalogue.searches.compactMap { search in
    if case .withForms = search.hints { search.searcher } else { nil }
  }

  /// Chains and nets of assumptions, easiest first.
  package static let chains: [ChainSearcher] = ChainSearcher.Search.allCases.map(ChainSearcher.init)

  package static let all: [any StepSearcher] = patterns + listed + chains

  /// The techniques that hints know, in the order of their searchers.
  package static let techniques: [Technique] = {
    var known: Set<Technique> = []
    return all.flatMap(\.techniques).filter { known.insert($0).inserted }
  }()
}

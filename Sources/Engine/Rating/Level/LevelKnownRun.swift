import SudokuCore
import SudokuTechniques

/// A puzzle as a player solves it who knows some techniques only.
///
/// As always, each round takes all steps of the easiest kind, of chains the shortest; but here the steps are
/// those of the player's techniques, not the scale's own. Every player knows singles.
struct LevelKnownRun {
  private(set) var grid: CandidateGrid
  private(set) var score = LevelScore()
  /// The steps so far, each with something new.
  private(set) var steps: [GradedStep] = []
  private(set) var counts = TechniqueCounts()
  var work: Int { budget.work }

  private let searches: [Search]
  private var budget: SearchBudget

  private struct Search {
    var kind: LevelKind
    var finder: StepFinder
  }

  init(
    _ grid: CandidateGrid, techniques: Set<Technique>, options: GradeOptions,
    isCancelled: (@Sendable () -> Bool)?
  ) {
    self.grid = grid
    budget = SearchBudget(workLimit: options.workLimit, isCancelled: isCancelled)
    let known = techniques.union(Technique.all.filter { $0.family == .single })
      .filter { options.allowsUniqueness || !$0.assumesUniqueness }
    let byKind = Dictionary(grouping: known) { LevelKind(counting: $0) }
    searches = LevelKind.allCases.compactMap { kind in
      byKind[kind].map { techniques in
        Search(
          kind: kind, finder: StepFinder(searchers: Self.searchers, techniques: Set(techniques)))
      }
    }
  }

  private static let searchers: [any StepSearcher] =
    TechniqueCatalogue.searchers + ChainSearcher.Search.allCases.map { ChainSearcher($0) }

  /// Finds and carries out the next round.
  mutating func takeRound() throws(SearchInterruption) -> Bool {
    guard !grid.isFull, !grid.isContradictory else { return false }
    for search in searches {
      let found = try search.finder.steps(in: grid, budget: &budget)
      let length = found.map(\.lengthOfChain).min() ?? 0
      let round = found.filter { $0.lengthOfChain == length }
      guard !round.isEmpty else { continue }
      carryOut(round, search.kind, length)
      return true
    }
    return false
  }

  private mutating func carryOut(_ found: [Step], _ kind: LevelKind, _ length: Int) {
    var known: Set<Candidate> = []
    let tenths = Int((kind.rating(length: length) * 10).rounded())
    for step in found {
      counts.add(step.technique)
      var step = step
      if let placement = step.placement {
        guard known.insert(placement).inserted else { continue }
      } else {
        step.eliminations = step.eliminations.filter { known.insert($0).inserted }
        guard !step.eliminations.isEmpty else { continue }
        step.removedMeanwhile = step.namedCandidates.filter { !grid.contains($0) }.sorted()
      }
      steps.append(GradedStep(step, tenths: tenths))
      step.apply(to: &grid)
    }
    score.add(LevelRound(kind: kind, length: length, breadth: known.count))
  }
}

extension Step {
  /// The number of links of the longest chain, with those to the candidates that it removes; 0 for steps
  /// without chains.
  fileprivate var lengthOfChain: Int {
    pattern.branches.map { $0.links.count + 2 }.max() ?? 0
  }
}

import SudokuCore
import SudokuTechniques

/// Expands rounds into steps that can be checked by hand.
///
/// The ordinary searchers, which know nothing of rounds, find the patterns: all their steps that a round
/// carries out. What they leave, chains and nets, is explained candidate by candidate.
struct LevelStepExpander {
  /// The steps so far, each removing something new.
  private(set) var steps: [GradedStep] = []
  /// The number of times that each technique was found in the rounds so far, even if another step had removed the
  /// same: which one comes first is chance, so only this is the same for symmetric twins.
  private(set) var counts = TechniqueCounts()
  private var grid: CandidateGrid
  private let countsOnly: Bool

  /// Starts with the grid before the first round.
  init(_ grid: CandidateGrid, countsOnly: Bool) {
    self.grid = grid
    self.countsOnly = countsOnly
  }

  /// Appends the steps of a round, which starts at the grid `before`.
  mutating func expand(_ round: LevelRound, _ changes: DigitPlanes, before: PlaneGrid) {
    let isPlacing = round.kind <= .nakedSingle || round.kind == .guess
    guard !countsOnly else { return count(round, changes, before, isPlacing: isPlacing) }
    let found = isPlacing ? placements(round, changes) : removals(round, changes, before)
    for step in found { counts.add(step.technique) }
    let tenths = Int((round.kind.rating(length: round.length) * 10).rounded())
    guard !isPlacing else {
      for step in found { report(step, tenths) }
      return
    }
    let all = Set(changes.candidates)
    var order = LevelStepOrder(found)
    while let step = order.next(in: grid) {
      reportFresh(step, round.kind, all, tenths)
      report(step, tenths)
    }
  }

  /// Counts the techniques of a round without its steps.
  private mutating func count(
    _ round: LevelRound, _ changes: DigitPlanes, _ before: PlaneGrid, isPlacing: Bool
  ) {
    let isChain = round.kind == .chainsOfOneDigit || round.kind == .chainsWithSets
    if isPlacing || isChain {
      // A step of the kind's only technique for each digit placed or candidate removed.
      counts.add(round.kind.techniques[0], count: round.breadth)
    } else {
      for step in removals(round, changes, before) { counts.add(step.technique) }
    }
    for change in changes.candidates {
      if isPlacing {
        grid.place(change.digit, at: change.cell)
      } else {
        grid.remove(change.digit, from: change.cell)
      }
    }
  }

  /// Appends a step, reduced to what earlier ones have not done.
  private mutating func report(_ step: Step, _ tenths: Int) {
    var step = step
    step.eliminations = step.eliminations.filter { grid[$0.cell].contains($0.digit) }
    guard step.placesDigit || !step.eliminations.isEmpty else { return }
    if !step.placesDigit {
      step.removedMeanwhile = step.namedCandidates.filter { !grid.contains($0) }.sorted()
    }
    steps.append(GradedStep(step, tenths: tenths))
    step.apply(to: &grid)
  }

  /// Reports steps of the current grid that remove what a step removes, if the round's earlier steps have removed
  /// candidates that it names.
  private mutating func reportFresh(
    _ step: Step, _ kind: LevelKind, _ gone: Set<Candidate>, _ tenths: Int
  ) {
    guard step.pattern.candidates.contains(where: { !grid[$0.cell].contains($0.digit) }) else {
      return
    }
    // Of the techniques that the round has anyway: what it takes to know is what is counted.
    for fresh in found(kind) where gone.isSuperset(of: fresh.eliminations) {
      let open = step.eliminations.filter { grid[$0.cell].contains($0.digit) }
      guard !open.isEmpty else { return }
      let isIntact = fresh.pattern.candidates.allSatisfy { grid[$0.cell].contains($0.digit) }
      if isIntact, counts[fresh.technique] > 0, !Set(open).isDisjoint(with: fresh.eliminations) {
        report(fresh, tenths)
      }
    }
  }

  private func found(_ kind: LevelKind) -> [Step] {
    kind.searchers.flatMap { searcher -> [Step] in
      var budget = SearchBudget()
      return (try? searcher.steps(in: grid, budget: &budget)) ?? []
    }.filter { kind.techniques.contains($0.technique) }
  }

  /// One step for each digit placed.
  private func placements(_ round: LevelRound, _ changes: DigitPlanes) -> [Step] {
    let placed = changes.candidates
    if round.kind == .guess {
      return placed.map {
        Step(
          .bruteForce, placing: $0,
          pattern: StepPattern(cells: CellSet($0.cell), digits: DigitSet($0.digit)))
      }
    }
    let steps = found(round.kind)
    return placed.compactMap { candidate in steps.first { $0.placement == candidate } }
  }

  /// All steps that remove nothing but what the round removes, no two alike.
  private func removals(
    _ round: LevelRound, _ changes: DigitPlanes, _ before: PlaneGrid
  ) -> [Step] {
    let gone = Set(changes.candidates)
    let found =
      round.kind == .rectangles ? LevelUniqueness.steps(in: grid, before) : found(round.kind)
    var known: Set<Step> = []
    let steps = found.filter { step in
      let bare = Step(step.technique, removing: step.eliminations, pattern: StepPattern())
      return gone.isSuperset(of: step.eliminations) && known.insert(bare).inserted
    }
    let left = gone.subtracting(steps.flatMap(\.eliminations)).sorted()
    guard !left.isEmpty else { return steps }
    switch round.kind {
    case .turbot, .chainsOfOneDigit, .chains, .chainsWithSets, .forcingChains:
      let chains = LevelChainExplainer(round, before)
      return steps + left.compactMap { chains.step(removing: $0) }
    case .nets, .netsWithPatterns, .nestedNets:
      var nets = LevelNetExplainer(round, grid)
      return steps + nets.steps(removing: left)
    default:
      return steps
    }
  }
}

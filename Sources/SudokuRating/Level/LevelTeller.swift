import SudokuCore
import SudokuTechniques

/// Tells rounds as steps that can be checked by hand.
///
/// Patterns are told by the ordinary searches, which know nothing of rounds: all their steps that a round
/// carries out. What they leave, chains and nets, is told candidate by candidate.
struct LevelTeller {
  /// The steps told so far, each removing something new.
  private(set) var steps: [GradedStep] = []
  /// How often each technique was found in the rounds so far, whether or not another step had removed the
  /// same: which one is told first is chance, so only this is the same for symmetric twins.
  private(set) var counts = TechniqueCounts()
  private var grid: CandidateGrid

  /// Creates a teller.
  ///
  /// - Parameter grid: The grid before the first round.
  init(_ grid: CandidateGrid) { self.grid = grid }

  /// Tells a round.
  ///
  /// - Parameters:
  ///   - round: The round.
  ///   - changes: The digits that it places, or the candidates that it takes off.
  ///   - before: The grid before it.
  mutating func tell(_ round: LevelRound, _ changes: LaneRows, before: LevelGrid) {
    let isPlacing = round.kind <= .nakedSingle || round.kind == .guess
    let found = isPlacing ? placements(round, changes) : removals(round, changes, before)
    for step in found { counts.add(step.technique) }
    let told = isPlacing ? found : eachRemoval(of: found)
    let tenths = Int((round.kind.rating(length: round.length) * 10).rounded())
    for step in told {
      steps.append(GradedStep(step, tenths: tenths))
      step.apply(to: &grid)
    }
  }

  private func found(_ kind: LevelKind) -> [Step] {
    kind.searchers.flatMap { searcher -> [Step] in
      var budget = SearchBudget()
      return (try? searcher.steps(in: grid, budget: &budget)) ?? []
    }.filter { kind.techniques.contains($0.technique) }
  }

  /// One step for each digit placed.
  private func placements(_ round: LevelRound, _ changes: LaneRows) -> [Step] {
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

  /// Steps without what earlier ones have removed.
  private func eachRemoval(of steps: [Step]) -> [Step] {
    var known: Set<Candidate> = []
    return steps.compactMap { step in
      var step = step
      step.eliminations = step.eliminations.filter { known.insert($0).inserted }
      return step.eliminations.isEmpty ? nil : step
    }
  }

  /// All steps that remove nothing but what the round removes, no two alike.
  private func removals(
    _ round: LevelRound, _ changes: LaneRows, _ before: LevelGrid
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
      let chains = LevelChainTeller(round, before)
      return steps + left.compactMap { chains.step(removing: $0) }
    case .nets, .netsWithPatterns, .nestedNets:
      var nets = LevelNetTeller(round, grid)
      return steps + nets.steps(removing: left)
    default:
      return steps
    }
  }
}

extension LevelKind: Comparable {
  /// Orders the kinds from easy to hard.
  static func < (one: LevelKind, two: LevelKind) -> Bool { one.rawValue < two.rawValue }
}

import SudokuCore
import SudokuTechniques

/// The path of a person: one step at a time, of the easiest kind, singles as soon as there are any, and
/// nothing that no later step needs.
///
/// The score comes from rounds, which take all steps of a kind at once. Here one path is chosen, of the
/// same kinds and of chains as long. It depends on the order of the searches, so the paths of symmetric
/// twins may differ. Its hardest step is of the kind and length on which the score rests.
struct LevelPath {
  private var trace: StepTrace
  private var ratings: [Int] = []
  /// The hardest kind so far.
  private var hardest = LevelKind.allCases[0]
  /// The hardest kind that a short path may use; `nil` for a path that should be easy.
  private var limit: LevelKind?
  private let allowsUniqueness: Bool
  private let known: Set<Technique>?
  private let tools: LevelTools
  private let mustStop: (Int) -> Bool

  private init(
    _ grid: CandidateGrid, allowsUniqueness: Bool, known: Set<Technique>?, tools: LevelTools,
    mustStop: @escaping (Int) -> Bool
  ) {
    trace = StepTrace(grid)
    self.allowsUniqueness = allowsUniqueness
    self.known = known
    self.tools = tools
    self.mustStop = mustStop
  }

  /// The steps of the path; `nil` if a limit of work ends the search.
  ///
  /// - Parameter isShortest: True to try another path, too: of steps no harder, always the one that
  ///   leads on farthest. It is taken where it removes candidates in fewer steps.
  static func steps(
    from grid: CandidateGrid, to solution: Board, allowsUniqueness: Bool,
    known: Set<Technique>? = nil, isShortest: Bool, tools: LevelTools,
    mustStop: @escaping (Int) -> Bool
  ) -> [GradedStep]? {
    let start = LevelPath(
      grid, allowsUniqueness: allowsUniqueness, known: known, tools: tools, mustStop: mustStop)
    var path = start
    let easy = path.way(to: solution)
    guard let easy, isShortest else { return easy }
    var other = start
    other.limit = path.hardest
    guard let short = other.way(to: solution) else { return easy }
    let counts = [short, easy].map { way in way.count { !$0.step.placesDigit } }
    return counts[0] < counts[1] ? short : easy
  }

  private mutating func way(to solution: Board) -> [GradedStep]? {
    while !trace.grid.isFull {
      let count = trace.steps.count
      if !leap() { takeStep(solution) }
      if trace.steps.count == count { return nil }
    }
    let all = trace.steps
    let needed = trace.closure(of: Set(all.indices.filter { all[$0].placesDigit })).sorted()
    return needed.map { GradedStep(all[$0], tenths: ratings[$0]) }
  }

  /// Takes the step that leads to the most digits; returns whether there is one.
  private mutating func leap() -> Bool {
    guard let limit, !gainsSingle else { return false }
    let before = PlaneGrid(trace.grid)
    var best: (step: Step, kind: LevelKind)?
    var most = trace.grid.emptyCells.count
    for kind in LevelKind.allCases where kind > .nakedSingle && kind <= limit && kind < .nets {
      let steps =
        kind == .rectangles ? LevelUniqueness.steps(in: trace.grid, before) : found(kind)
      for step in steps where allowsUniqueness || !step.technique.assumesUniqueness {
        let rest = restAfter(step)
        guard rest < most else { continue }
        most = rest
        best = (step, kind)
      }
    }
    guard let best else { return false }
    take(best.step, LevelRound(kind: best.kind, length: best.step.levelLength, breadth: 1))
    return true
  }

  /// The number of cells that are empty after a step and all singles that follow.
  private func restAfter(_ step: Step) -> Int {
    var grid = trace.grid
    step.apply(to: &grid)
    while let single = HiddenSingle.first(in: grid)?.candidate
      ?? NakedSingle().firstStep(in: grid)?.placement
    {
      grid.place(single.digit, at: single.cell)
    }
    return grid.emptyCells.count
  }

  private mutating func take(_ step: Step, _ round: LevelRound) {
    hardest = max(hardest, round.kind)
    trace.take(step)
    if trace.steps.count > ratings.count {
      ratings.append(Int((round.kind.rating(length: round.length) * 10).rounded()))
    }
  }

  /// Takes the steps of one kind: all singles, or one step that removes candidates.
  private mutating func takeStep(_ solution: Board) {
    let before = PlaneGrid(trace.grid)
    var run = LevelRun(before, allowsUniqueness: allowsUniqueness, tools: tools)
    guard let round = run.next(mustStop: mustStop) else { return guess(solution) }
    let gone = Set(run.changes.candidates)
    let found =
      round.kind == .rectangles
      ? LevelUniqueness.steps(in: trace.grid, before) : found(round.kind)
    if round.kind <= .nakedSingle {
      for step in found { take(step, round) }
      return
    }
    var steps = found.filter { gone.isSuperset(of: $0.eliminations) }
    if steps.isEmpty, round.kind >= .turbot, round.kind < .nets {
      steps = LevelNames.steps(
        of: round, removing: gone, in: trace.grid, allowsUniqueness: allowsUniqueness, known: known)
    }
    if let best = steps.max(by: { gain($0.eliminations) < gain($1.eliminations) }) {
      return take(best, round)
    }
    let victims = gone.sorted { (gain([$1]), $0.index) < (gain([$0]), $1.index) }
    if round.kind < .nets {
      let chains = LevelChainExplainer(round, before)
      for victim in victims {
        guard let step = chains.step(removing: victim) else { continue }
        return take(step, round)
      }
    } else {
      takeNets(round, victims)
    }
  }

  /// Takes the nets of a round until there is a single again: to look for nets takes long.
  private mutating func takeNets(_ round: LevelRound, _ victims: [Candidate]) {
    for victim in victims where trace.grid.contains(victim) {
      var nets = LevelNetExplainer(round, trace.grid)
      for step in nets.steps(removing: [victim]) { take(step, round) }
      if gainsSingle { return }
    }
  }

  private var gainsSingle: Bool {
    HiddenSingle.first(in: trace.grid) != nil || NakedSingle().firstStep(in: trace.grid) != nil
  }

  private func found(_ kind: LevelKind) -> [Step] {
    kind.searchers.flatMap { searcher -> [Step] in
      var budget = SearchBudget()
      return (try? searcher.steps(in: trace.grid, budget: &budget)) ?? []
    }.filter { kind.techniques.contains($0.technique) }
  }

  /// The number of singles that some removals make.
  private func gain(_ gone: [Candidate]) -> Int {
    var grid = trace.grid
    for candidate in gone { grid.remove(candidate.digit, from: candidate.cell) }
    return gone.reduce(0) { count, candidate in
      let cell = candidate.cell
      let isNaked = grid[cell].single != nil && trace.grid[cell].single == nil
      let hidden = cell.houses.filter { house in
        grid.places(of: candidate.digit, in: house).nonzeroBitCount == 1
          && trace.grid.places(of: candidate.digit, in: house).nonzeroBitCount > 1
      }
      return count + (isNaked ? 1 : 0) + hidden.count
    }
  }

  /// Places the rest of the solution.
  private mutating func guess(_ solution: Board) {
    let round = LevelRound(kind: .guess, length: 0, breadth: 1)
    for cell in trace.grid.emptyCells {
      guard let digit = solution[cell] else { continue }
      take(
        Step(
          .bruteForce, placing: Candidate(cell, digit),
          pattern: StepPattern(cells: CellSet(cell), digits: DigitSet(digit))), round)
    }
  }
}

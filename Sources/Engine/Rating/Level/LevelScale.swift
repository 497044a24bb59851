import SudokuCore
import SudokuSolver
import SudokuTechniques

/// The scale `level`: a level for players, and a score for how hard a puzzle feels.
///
/// The puzzle is solved in *rounds*. `LevelRun.next` looks for steps kind by kind, in the order of
/// `LevelKind`: singles, locked candidates, patterns, chains, nets. The first kind that has any step
/// makes the round, and *all* steps of this kind are taken at once: all that were found in the grid
/// before the round. Of chains and nets only the shortest count. If no kind has a step, the solution
/// is placed (`guess`). A kind is complete for its definition, so nothing depends on the order in which
/// steps are found, and all symmetric twins of a puzzle have the same rounds.
///
/// `LevelScore` sums up the rounds. The hardest round decides the base of the score: the base of its
/// kind, plus an addition for each link of its chains or round of its nets. The effort of all rounds
/// raises the score inside the span of that kind; a round with few steps to find costs more effort.
/// `LevelWeights` has all weights. The level is the band of the score (`LevelWeights.levelEnds`): 20 to
/// each level below the last, up to about 150. Further figures are `rounds`, their number, and
/// `breadth`, the number of candidates that the narrowest round of the hardest kind decided. In tables
/// and on the wire the score is called `number`.
///
/// The rounds work on `PlaneGrid`, where one instruction handles many digits; patterns on `LevelView`,
/// chains on `LevelLinks`, cut from it. They find what goes, not why. For steps, `LevelPath` chooses a
/// path that a person could take, of the same kinds; `LevelStepExpander` counts the techniques of the
/// rounds. Chains and nets are explained by `LevelChainExplainer` and `LevelNetExplainer`. They change
/// neither score nor level.
///
/// A player's techniques (`GradeOptions.techniques`) matter only if the scale's own path takes others:
/// then `LevelKnownRun` solves in rounds of the known techniques, with the same weights.
public struct LevelScale: Scale {
  /// Creates the scale.
  public init() {}

  /// The name `"level"`.
  public var name: String { "level" }
  /// 2.
  public var version: String { "2" }
  /// 2. Version 1 gave the levels and ratings of `se`.
  public var rulesVersion: Int { 2 }
  /// A sentence on its level and its score.
  public var summary: String {
    "A level for players, and a number: the hardest kind of step, how long its chains are, and the "
      + "effort of all steps. The same for all symmetric twins of a puzzle."
  }
  /// The name of the score in tables and on the wire.
  public var scoreName: String { "number" }
  /// The columns of a table of its grades.
  public static var columns: [String] { ["level", "number"] }
  /// The number of rounds, and the narrowest of the hardest ones.
  public static var figures: [ScaleFigure] {
    [
      ScaleFigure(
        "rounds", "On the scale `level`: the number of rounds of steps to the solution.",
        isWhole: true),
      ScaleFigure(
        "breadth",
        "On the scale `level`: the number of digits or candidates that the narrowest round of the "
          + "hardest kind decided.", isWhole: true),
    ]
  }
  /// 150.0: what can only be guessed, after an endless effort.
  public var highestTenths: Int { LevelWeights.highestTenths }
  /// Easy, medium, hard, expert and extreme.
  public var levels: [Level] { Self.levels }
  /// Breadth and rounds count too.
  public var scoreIsHardestStep: Bool { false }
  /// A player may know fewer techniques.
  public var keepsToTechniques: Bool { true }
  /// The techniques of all kinds of steps, easiest kind first.
  public var techniques: [Technique] { LevelKind.allCases.flatMap(\.techniques) }

  /// The levels, easiest first.
  ///
  /// Easy is hidden singles; medium naked singles and locked candidates; hard pairs, triples, X-wings,
  /// swordfish and wings; expert turbot fish, unique rectangles, quads and short chains; extreme longer
  /// chains and nets.
  package static let levels = Level.levels(of: "level", LevelWeights.levelEnds)

  /// The least score of a puzzle that needs the technique, in tenths.
  public func baseTenths(of technique: Technique) -> Int? {
    LevelKind.allCases.first { $0.techniques.contains(technique) }
      .map { Int((LevelWeights($0).base * 10).rounded()) }
  }

  /// The highest score of a puzzle that needs nothing harder, in tenths; `nil` for chains and nets,
  /// which may have any length.
  public func highestTenths(of technique: Technique) -> Int? {
    let kinds = LevelKind.allCases.filter { $0.techniques.contains(technique) }
    guard kinds.allSatisfy({ LevelWeights($0).perLink == 0 }) else { return nil }
    return kinds.map { LevelWeights($0).base + LevelWeights($0).span }.max()
      .map { Int(($0 * 10).rounded()) }
  }

  /// The rating of a step in tenths; chains count by their length, nets as the shortest ones.
  public func tenths(of step: Step) -> Int? {
    guard let kind = LevelKind(of: step) else { return nil }
    return Int((kind.rating(length: step.levelLength) * 10).rounded())
  }

  /// Grades a grid with its candidates.
  public func grade(
    _ grid: CandidateGrid, options: GradeOptions, isCancelled: (@Sendable () -> Bool)?
  ) -> Grade {
    var grade = Grade(of: self)
    grade.finalBoard = grid.board
    if grid.isFull || !options.assumesUniqueSolution, grade.onlySolution(of: grid) == nil {
      return grade
    }
    let tools = LevelTools.pool.take() ?? LevelTools()
    defer { LevelTools.pool.give(tools) }
    var grading = LevelGrading(
      .grid(grid), PlaneGrid(grid), options: options, isCancelled: isCancelled, tools: tools)
    // A player who knows all techniques of the scale's own path solves as the scale does.
    guard grading.solve() else {
      report(
        LevelKnownRun(
          grid, techniques: options.techniques ?? [], options: options, isCancelled: isCancelled),
        options, to: &grade)
      return grade
    }
    finish(grading, &grade)
    return grade
  }

  /// Grades clues; where no steps are asked for, without the detour by their candidates.
  public func grade(
    clues: Board, options: GradeOptions, isCancelled: (@Sendable () -> Bool)?
  ) -> Grade {
    guard !options.keepsSteps, options.techniques == nil, !clues.isFull else {
      return grade(CandidateGrid(clues), options: options, isCancelled: isCancelled)
    }
    var grade = Grade(of: self)
    grade.finalBoard = clues
    if !options.assumesUniqueSolution {
      let count = Solver().solve(clues, limit: 2).solutionCount
      guard count == 1 else {
        grade.unrated = count > 1 ? .severalSolutions : .noSolution
        return grade
      }
    }
    let tools = LevelTools.pool.take() ?? LevelTools()
    defer { LevelTools.pool.give(tools) }
    var grading = LevelGrading(
      .clues(clues), PlaneGrid(clues), options: options, isCancelled: isCancelled, tools: tools)
    _ = grading.solve()
    finish(grading, &grade)
    return grade
  }

  private func finish(_ grading: LevelGrading, _ grade: inout Grade) {
    grading.report(to: &grade)
    if grade.unrated == nil {
      grade.level = grade.scoreTenths.flatMap { level(ofScore: $0) }
    } else if grade.unrated == .aboveLimit, level(ofScore: grade.reachedTenths) == levels.last {
      grade.level = levels.last
    }
  }
}

extension LevelScale {
  /// Grades as a player does who knows some techniques only.
  private func report(_ start: LevelKnownRun, _ options: GradeOptions, to grade: inout Grade) {
    let grid = start.grid
    var run = start
    do throws(SearchInterruption) {
      while try run.takeRound() {
        guard run.score.leastTenths <= options.stopsAboveTenths else {
          grade.unrated = .aboveLimit
          break
        }
      }
    } catch {
      grade.unrated = error == .cancelled ? .cancelled : .budgetExhausted
    }
    if grade.unrated == nil, !run.grid.board.isSolved { grade.unrated = .beyondTechniques }
    if options.keepsSteps {
      grade.take(run.steps, from: grid)
      grade.techniqueCounts = run.counts
    }
    grade.finalBoard = run.grid.board
    grade.work = run.work
    grade.take(run.score)
    grade.level = grade.scoreTenths.flatMap { level(ofScore: $0) }
  }
}

extension Grade {
  /// Takes a score, unless there is a reason for none.
  fileprivate mutating func take(_ score: LevelScore) {
    reachedTenths = unrated == nil ? score.tenths : score.leastTenths
    guard unrated == nil else { return }
    scoreTenths = score.tenths
    figures = [
      Figure(name: "rounds", tenths: score.roundCount * 10),
      Figure(name: "breadth", tenths: score.bottleneck * 10),
    ]
  }
}

private struct LevelGrading {
  /// The start of a grade: clues, or a grid with its candidates.
  enum Start {
    case clues(Board)
    case grid(CandidateGrid)
  }

  private let start: Start
  private let options: GradeOptions
  private let isCancelled: (@Sendable () -> Bool)?
  private let tools: LevelTools
  private var run: LevelRun
  private var score = LevelScore()
  private var expander: LevelStepExpander?
  private var unrated: UnratedReason?

  init(
    _ start: Start, _ planes: PlaneGrid, options: GradeOptions,
    isCancelled: (@Sendable () -> Bool)?, tools: LevelTools
  ) {
    self.start = start
    self.options = options
    self.isCancelled = isCancelled
    self.tools = tools
    run = LevelRun(planes, allowsUniqueness: options.allowsUniqueness, tools: tools)
    // Only the steps show which techniques the path takes.
    if options.keepsSteps || options.techniques != nil {
      let countsOnly = options.keepsCountsOnly || !options.keepsSteps
      expander = LevelStepExpander(grid, countsOnly: countsOnly)
    }
  }

  private var grid: CandidateGrid {
    switch start {
    case .clues(let board): CandidateGrid(board)
    case .grid(let grid): grid
    }
  }

  /// Goes on until the puzzle is solved or a limit is reached.
  mutating func solve() -> Bool {
    while unrated == nil, !run.grid.isFull {
      takeRound()
      guard keepsToTechniques else { return false }
    }
    return true
  }

  /// True if the techniques so far are known; everybody knows singles.
  private var keepsToTechniques: Bool {
    guard let known = options.techniques, let expander else { return true }
    return expander.counts.used().allSatisfy { technique, _ in
      technique.family == .single || known.contains(technique)
    }
  }

  private mutating func takeRound() {
    if let isCancelled, isCancelled() {
      unrated = .cancelled
      return
    }
    let before = expander == nil ? nil : run.grid
    let (limit, isCancelled) = (options.workLimit, isCancelled)
    let found = run.next { $0 > limit || isCancelled?() ?? false }
    guard let round = found ?? guess() else { return }
    score.add(round)
    if let before { expander?.expand(round, run.changes, before: before) }
    if score.leastTenths > options.stopsAboveTenths {
      unrated = .aboveLimit
    } else if run.work > options.workLimit {
      unrated = .budgetExhausted
    }
  }

  /// Places the solution, where nothing else leads on; `nil` if a limit was the reason.
  private mutating func guess() -> LevelRound? {
    if let isCancelled, isCancelled() {
      unrated = .cancelled
    } else if run.work > options.workLimit {
      unrated = .budgetExhausted
    } else if let solution = Solver().solve(grid, limit: 1).solution {
      return run.guess(solution)
    } else {
      unrated = .noSolution
    }
    return nil
  }

  /// The path that a person could take.
  private var path: [GradedStep]? {
    let (limit, isCancelled) = (options.workLimit, isCancelled)
    return LevelPath.steps(
      from: grid, to: run.grid.board, allowsUniqueness: options.allowsUniqueness,
      known: options.techniques, isShortest: options.wantsShortestPath, tools: tools
    ) { $0 > limit || isCancelled?() ?? false }
  }

  private func isKnown(_ graded: GradedStep) -> Bool {
    guard let known = options.techniques else { return true }
    let technique = graded.step.technique
    return technique.family == .single || known.contains(technique)
  }

  func report(to grade: inout Grade) {
    grade.finalBoard = run.grid.board
    grade.work = run.work
    grade.unrated = unrated
    if options.keepsSteps, let expander {
      grade.take(expander.steps, from: grid)
      grade.techniqueCounts = expander.counts
      // The rounds take known techniques alone; so must the path.
      if unrated == nil, !options.keepsCountsOnly, let path, path.allSatisfy({ isKnown($0) }) {
        grade.take(path, from: grid)
      }
    }
    if unrated == nil, !grade.finalBoard.isSolved { grade.unrated = .noSolution }
    grade.take(score)
  }
}

extension Level: CaseIterable {
  /// The levels of the scale `level`, easiest first.
  public static var allCases: [Level] { LevelScale.levels }
}

/// The levels of the scale `level` by name.
extension Level {
  /// Hidden singles.
  public static var easy: Level { LevelScale.levels[0] }
  /// Naked singles and locked candidates.
  public static var medium: Level { LevelScale.levels[1] }
  /// Pairs, triples, X-wings, swordfish and wings.
  public static var hard: Level { LevelScale.levels[2] }
  /// Turbot fish, unique rectangles, quads and short chains.
  public static var expert: Level { LevelScale.levels[3] }
  /// Longer chains and nets.
  public static var extreme: Level { LevelScale.levels[4] }
}

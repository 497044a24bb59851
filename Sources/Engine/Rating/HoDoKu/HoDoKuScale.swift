import SudokuCore
import SudokuTechniques

/// The scale `hodoku`: HoDoKu 2.3.2's levels and scores.
///
/// Each step adds the score of its technique; the level is that of the hardest technique, raised
/// while the score is above what the level allows. Which of several steps is taken decides the score,
/// so the searches take the program's own, in its order.
///
/// Source: HoDoKu 2.3.2 by Bernhard Hobiger, its behaviour with default settings.
package struct HoDoKuScale: Scale {
  package init() {}

  package var name: String { Self.scaleName }
  package var version: String { "2.3.2" }
  package var rulesVersion: Int { 1 }
  package var summary: String {
    "HoDoKu 2.3.2: the sum of its scores for all steps, and its level."
  }
  package var scoreName: String { "score" }
  package static var columns: [String] { ["level", "score"] }
  package var batchSize: Int { 1 << 8 }
  package var levels: [Level] { Self.levels }
  package var levelSummary: String { "HoDoKu's level." }
  /// All steps count.
  package var scoreIsHardestStep: Bool { false }
  package var keepsToTechniques: Bool { true }
  package var techniques: [Technique] { Self.rows.flatMap(\.techniques) }

  private static let scaleName = "hodoku"

  /// The levels, easiest first, with the scores that they allow; a hard technique makes a level too.
  package static let levels = Level.levels(
    of: scaleName,
    [
      ("easy", 8_010), ("medium", 10_010), ("hard", 16_010), ("unfair", 18_010),
      ("extreme", .max),
    ], unitTenths: 10, areDecidedByScore: false)

  /// The level of a puzzle that needs the technique and nothing harder.
  package func leastLevel(of technique: Technique) -> Level? {
    Self.rows.first { $0.techniques.contains(technique) }.map { levels[$0.level] }
  }

  /// The score of a step of a technique, in tenths; `nil` for a technique that the scale lacks.
  package func baseTenths(of technique: Technique) -> Int? {
    Self.scores[technique].map { $0 * 10 }
  }

  /// The score of a step in tenths; a step found by a wider search may have counted for more.
  package func tenths(of step: Step) -> Int? { baseTenths(of: step.technique) }

  package func grade(
    _ grid: CandidateGrid, options: GradeOptions, isCancelled: (@Sendable () -> Bool)?
  ) -> Grade {
    var grade = Grade(of: self)
    grade.finalBoard = grid.board
    guard let solution = grade.onlySolution(of: grid) else { return grade }
    var run = HoDoKuRun(grid, solution: solution, options: options, isCancelled: isCancelled)
    run.solve()
    run.state.returnTable()
    grade.finalBoard = run.state.grid.board
    grade.take(run.steps, from: grid)
    grade.techniqueCounts = run.counts
    grade.work = run.work
    grade.reachedTenths = run.score * 10
    grade.unrated = run.unrated
    if run.unrated == nil {
      grade.scoreTenths = run.score * 10
      grade.level = level(run.level, score: run.score)
    }
    return grade
  }

  /// The level of the hardest technique, raised while the score is above what it allows.
  private func level(_ rank: Int, score: Int) -> Level {
    let least = level(ofScore: score * 10)?.rank ?? 0
    return levels[max(rank, least)]
  }
}

private struct HoDoKuRun {
  var state: HoDoKuState
  private(set) var score = 0
  private(set) var level = 0
  private(set) var work = 0
  private(set) var steps: [GradedStep] = []
  private(set) var counts = TechniqueCounts()
  private(set) var unrated: UnratedReason?
  private let rows: [HoDoKuScale.Row]
  /// The techniques that may be used, `nil` for all.
  private let known: Set<Technique>?
  private let bruteForce: HoDoKuBruteForce
  private let options: GradeOptions
  private let isCancelled: (@Sendable () -> Bool)?

  init(
    _ grid: CandidateGrid, solution: Board, options: GradeOptions,
    isCancelled: (@Sendable () -> Bool)?
  ) {
    state = HoDoKuState(grid)
    bruteForce = HoDoKuBruteForce(solution: solution)
    let known = options.techniques.map { known in
      known.union(Technique.all.filter { $0.family == .single })
    }
    self.known = known
    rows = HoDoKuScale.rows.filter { row in
      (options.allowsUniqueness || !row.techniques.contains(where: \.assumesUniqueness))
        && known?.isDisjoint(with: row.techniques) != true
    }
    self.options = options
    self.isCancelled = isCancelled
  }

  mutating func solve() {
    while !state.grid.isFull {
      guard takeStep() else {
        unrated = unrated ?? .beyondTechniques
        return
      }
    }
  }

  /// Takes the first step of the first search that finds one; returns false once solving ends.
  private mutating func takeStep() -> Bool {
    for row in rows {
      work += 1
      if work > options.workLimit { unrated = .budgetExhausted }
      if let isCancelled, isCancelled() { unrated = .cancelled }
      guard unrated == nil else { return false }
      guard let find = (row.searcher ?? bruteForce).find(in: &state),
        known?.contains(find.technique) != false
      else { continue }
      score += row.score
      level = max(level, row.level)
      if options.keepsSteps {
        steps.append(GradedStep(find.step, tenths: row.score * 10))
        counts.add(find.technique)
      }
      if score * 10 > options.stopsAboveTenths {
        unrated = .aboveLimit
        return false
      }
      state.apply(find)
      return true
    }
    return false
  }
}

import SudokuCore
import SudokuTechniques

/// A scale of the user: techniques in a chosen order, each with a score.
///
/// One step is taken at a time: the first step of the first technique that has one. The score of a puzzle
/// is the sum of its steps' scores, or the score of the hardest step.
package struct OwnScale: Scale, Hashable {
  /// A technique of the order.
  package struct Entry: Hashable, Sendable {
    package let technique: Technique
    /// The score of a step, in tenths.
    package let tenths: Int
    /// The least level of a puzzle that needs it, by rank; `nil` if the score alone decides.
    package let level: Int?

    package init(_ technique: Technique, tenths: Int, level: Int? = nil) {
      self.technique = technique
      self.tenths = tenths
      self.level = level
    }
  }

  package let name: String
  /// True if the scores of all steps are added; otherwise the hardest step counts.
  package let isSum: Bool
  /// The techniques in their order.
  package let entries: [Entry]
  package let levels: [Level]

  /// Creates a scale.
  ///
  /// - Parameter levels: Names, and the score in tenths at which the next level begins; the last is
  ///   `Int.max`.
  package init(
    name: String, isSum: Bool, entries: [Entry], levels: [(name: String, endTenths: Int)]
  ) {
    self.name = name
    self.isSum = isSum
    self.entries = entries
    self.levels = Level.levels(
      of: name, levels, areDecidedByScore: entries.allSatisfy { $0.level == nil })
  }

  /// The techniques that an order can have: those that are searched for in any grid.
  package static let searchable: [Technique] = Technique.all.filter { searchers[$0] != nil }

  private static let searchers: [Technique: [any StepSearcher]] = {
    var found: [Technique: [any StepSearcher]] = [:]
    let chains: [any StepSearcher] = ChainSearcher.Search.allCases.map(ChainSearcher.init)
    for searcher in TechniqueCatalogue.searchers + chains {
      for technique in searcher.techniques { found[technique, default: []].append(searcher) }
    }
    return found
  }()

  package var version: String { "1" }
  package var rulesVersion: Int { 1 }
  package var summary: String { "Your own order of techniques, from a file." }
  package var scoreName: String { "score" }
  package static var columns: [String] { ["level", "score"] }
  package var batchSize: Int { 1 << 8 }
  package var scoreIsHardestStep: Bool { !isSum }
  package var keepsToTechniques: Bool { true }
  package var ratesEveryPuzzle: Bool { false }
  package var techniques: [Technique] { entries.map(\.technique) }
  package var highestTenths: Int { isSum ? .max : entries.map(\.tenths).max() ?? 0 }

  package func baseTenths(of technique: Technique) -> Int? {
    entries.first { $0.technique == technique }?.tenths
  }

  package func highestTenths(of technique: Technique) -> Int? {
    isSum ? nil : baseTenths(of: technique)
  }

  package func leastLevel(of technique: Technique) -> Level? {
    guard let entry = entries.first(where: { $0.technique == technique }), !levels.isEmpty else {
      return nil
    }
    return levels[max(entry.level ?? 0, level(ofScore: entry.tenths)?.rank ?? 0)]
  }

  package func tenths(of step: Step) -> Int? { baseTenths(of: step.technique) }

  /// The first step of the first technique that has one.
  package static func step(
    in grid: CandidateGrid, _ order: [Technique], budget: inout SearchBudget,
    where isAllowed: (Step) -> Bool
  ) throws(SearchInterruption) -> Step? {
    for technique in order {
      for searcher in searchers[technique] ?? [] {
        var found: Step?
        try searcher.search(grid, budget: &budget) { step in
          if step.technique == technique, isAllowed(step) { found = step }
          return found == nil
        }
        if let found { return found }
      }
    }
    return nil
  }

  package func grade(
    _ start: CandidateGrid, options: GradeOptions, isCancelled: (@Sendable () -> Bool)?
  ) -> Grade {
    var grade = Grade(of: self)
    var grid = start
    grade.finalBoard = grid.board
    guard let solution = grade.onlySolution(of: grid) else { return grade }
    let usable = entries.filter { isUsable($0.technique, options) }
    var budget = SearchBudget(workLimit: options.workLimit, isCancelled: isCancelled)
    var (score, rank) = (0, 0)
    var path: [GradedStep] = []
    do throws(SearchInterruption) {
      while !grid.isFull, grade.unrated == nil {
        let found = try Self.step(in: grid, usable.map(\.technique), budget: &budget) {
          $0.agrees(with: solution)
        }
        guard let step = found,
          let entry = usable.first(where: { $0.technique == step.technique })
        else {
          grade.unrated = .beyondTechniques
          break
        }
        score = isSum ? score + entry.tenths : max(score, entry.tenths)
        rank = max(rank, leastLevel(of: entry.technique)?.rank ?? 0)
        if options.keepsSteps {
          path.append(GradedStep(step, tenths: entry.tenths))
          grade.techniqueCounts.add(step.technique)
        }
        if score > options.stopsAboveTenths { grade.unrated = .aboveLimit }
        step.apply(to: &grid)
      }
    } catch {
      grade.unrated = error == .cancelled ? .cancelled : .budgetExhausted
    }
    grade.take(path, from: start)
    grade.finalBoard = grid.board
    grade.work = budget.work
    grade.reachedTenths = score
    guard grade.unrated == nil else { return grade }
    grade.scoreTenths = score
    if !levels.isEmpty { grade.level = levels[max(rank, level(ofScore: score)?.rank ?? 0)] }
    return grade
  }

  private func isUsable(_ technique: Technique, _ options: GradeOptions) -> Bool {
    (options.allowsUniqueness || !technique.assumesUniqueness)
      && (technique.family == .single || options.techniques?.contains(technique) != false)
  }
}

import SudokuCore
import SudokuTechniques

/// Makes hints: finds what a player can do next in a position.
///
/// A mistake comes first, in digits, then in pencilmarks. Else the hint is the next step, in the
/// order of `HintOrder`, one step at a time: a step that removes candidates is a hint of its own. A
/// player who knows some techniques only gets a step of these wherever there is one. Where only a net
/// helps, it is a short one of the simplest kind, not always the shortest.
///
/// ```swift
/// let position = try HintPosition(clues: clues, board: board)
/// let ladder = try HintMaker().ladder(for: position)
/// print(ladder.hint(depth: 1).text)
/// ```
public struct HintMaker: Sendable {
  /// The default of `workLimit`.
  public static let defaultWorkLimit = 20_000_000

  /// The techniques that the player knows, `nil` for all.
  ///
  /// A hint counts all singles among them unless some singles are named: without them there is nothing to
  /// know.
  public var techniques: Set<Technique>?
  /// The most work for a hint, in literals derived by chains.
  public var workLimit: Int

  /// The scale whose path hints follow, `nil` for the order of hints.
  package var order: (any Scale)?

  private static let singles = Set(Technique.all.filter { $0.family == .single })

  /// Creates a maker.
  public init(
    techniques: Set<Technique>? = nil, workLimit: Int = HintMaker.defaultWorkLimit
  ) {
    self.techniques = techniques
    self.workLimit = workLimit
  }

  /// The hint for a position.
  ///
  /// - Parameters:
  ///   - position: The board and notes that the player sees.
  ///   - isCancelled: Polled; stops the search when it returns `true`.
  /// - Throws: `cancelled`.
  public func ladder(
    for position: HintPosition, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(HintError) -> HintLadder {
    let wrong = position.wrongDigits
    if let first = wrong.first {
      return HintLadder(
        .wrongDigits(wrong, why: position.refutation(of: first.candidate).text))
    }
    if !position.noteFaults.isEmpty { return HintLadder(.wrongNotes(position.noteFaults)) }
    let grid = position.grid
    guard let trial = Self.simplestPlacement(in: grid, position.solution) else {
      return HintLadder(.solved)
    }
    var budget = SearchBudget(workLimit: workLimit, isCancelled: isCancelled)
    do throws(SearchInterruption) {
      let known = techniques.map { $0.isDisjoint(with: Self.singles) ? $0.union(Self.singles) : $0 }
      if let step = try nextStep(of: position, known, &budget) {
        guard order == nil, !position.hasFullNotes, !step.placesDigit,
          let (first, aim) = AimedStep.find(
            from: step, in: grid, known: known, solution: position.solution)
        else {
          return HintLadder(
            .step(step.withCauses(on: position.board), isKnown: true, aim: nil))
        }
        return HintLadder(.step(first, isKnown: true, aim: aim))
      }
      if techniques != nil, let step = try nextStep(of: position, nil, &budget) {
        return HintLadder(.step(step.withCauses(on: position.board), isKnown: false, aim: nil))
      }
      return HintLadder(.trial(trial, isLimited: false))
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .budgetExhausted: return HintLadder(.trial(trial, isLimited: true))
      }
    }
  }

  /// Everything that can be done in a position, easiest techniques first; each conclusion once, with its
  /// simplest reason.
  ///
  /// Nets (chains that branch and join), of which there are hundreds at any time, are listed where nothing
  /// simpler is found, or where `techniques` names them.
  ///
  /// - Parameters:
  ///   - position: The board and notes that the player sees.
  ///   - limit: The maximum number of steps.
  ///   - isCancelled: Polled; stops the search when it returns `true`.
  /// - Throws: `cancelled`.
  public func allSteps(
    for position: HintPosition, limit: Int = .max, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(HintError) -> StepList {
    try allSteps(
      for: position, limit: limit, withDegenerate: false, isCancelled: isCancelled)
  }

  /// Everything that can be done in a position, with mere forms of simpler steps if they are wanted.
  package func allSteps(
    for position: HintPosition, limit: Int, withDegenerate: Bool,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(HintError) -> StepList {
    var list = StepList()
    list.wrongCells = position.wrongCells.union(position.wronglyMarkedCells)
    guard list.wrongCells.isEmpty else { return list }
    var budget = SearchBudget(workLimit: workLimit, isCancelled: isCancelled)
    do throws(SearchInterruption) {
      let all = HintOrder.all + (withDegenerate ? HintOrder.forms : [])
      for searcher in all.knowing(clues: position.clues.filledCells)
      where list.end == .complete {
        let isNet = searcher.techniques.allSatisfy { $0.family == .net }
        if isNet, techniques == nil, !list.steps.isEmpty { break }
        try StepFinder(searchers: [searcher], techniques: techniques)
          .search(position.grid, budget: &budget) { step in
            if !withDegenerate, step.isDegenerate {
              list.leavesOutForms = true
              return true
            }
            return list.add(
              step.withCauses(on: position.board), position.solution, limit: limit)
          }
      }
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .budgetExhausted: list.end = .workLimit
      }
    }
    return list
  }

  /// The step to take next, easiest techniques first.
  ///
  /// Techniques that assume one solution are valid here, since the position's clues have one. A
  /// step that contradicts the solution is skipped.
  private func nextStep(
    of position: HintPosition, _ techniques: Set<Technique>?, _ budget: inout SearchBudget
  ) throws(SearchInterruption) -> Step? {
    let (grid, solution) = (position.grid, position.solution)
    var found: Step?
    let keep = { (step: Step) in
      guard step.agrees(with: solution) else { return true }
      found = step
      return false
    }
    if let order {
      guard techniques == nil || order.keepsToTechniques else {
        return try OwnScale.step(
          in: grid, order.techniques.filter { techniques?.contains($0) != false }, budget: &budget
        ) { $0.agrees(with: solution) }
      }
      return try nextStep(of: position, techniques, on: order, &budget)
    }
    // Techniques that are only listed are searched if the player names techniques.
    let patterns = HintOrder.patterns + (techniques == nil ? [] : HintOrder.listed)
    try StepFinder(
      searchers: patterns.knowing(clues: position.clues.filledCells), techniques: techniques
    ).search(grid, budget: &budget, emit: keep)
    if let found { return found }
    // Search for one chain of the simplest kind, which is much faster than a search for all.
    var context = SEContext(budget: budget)
    defer { budget = context.budget }
    for searcher in HintOrder.chains {
      if techniques?.isDisjoint(with: searcher.techniques) == true { continue }
      if let step = try searcher.anyStep(in: grid, context: &context),
        techniques?.contains(step.technique) != false, step.agrees(with: solution)
      {
        return step
      }
      if techniques?.isSuperset(of: searcher.techniques) == false {
        try StepFinder(searchers: [searcher], techniques: techniques)
          .search(grid, budget: &context.budget, emit: keep)
        if let found { return found }
      }
    }
    return nil
  }

  /// The step that a scale takes: that of its path from the clues where the position lies on it, else the first
  /// of a path from the position.
  private func nextStep(
    of position: HintPosition, _ techniques: Set<Technique>?, on scale: any Scale,
    _ budget: inout SearchBudget
  ) throws(SearchInterruption) -> Step? {
    var options = GradeOptions()
    options.techniques = techniques
    options.assumesUniqueSolution = true
    var grid = CandidateGrid(position.clues)
    for start in grid == position.grid ? [grid] : [grid, position.grid] {
      options.workLimit = budget.remaining
      let grade = scale.grade(start, options: options, isCancelled: budget.isCancelled)
      try budget.charge(grade.work)
      grid = start
      for graded in grade.steps {
        if grid == position.grid { return graded.step }
        graded.step.apply(to: &grid)
      }
      if grade.unrated == .budgetExhausted { throw .budgetExhausted }
      if grade.unrated == .cancelled { throw .cancelled }
    }
    return nil
  }

  /// The right digit of the empty cell with the fewest candidates, `nil` on a full board.
  private static func simplestPlacement(
    in grid: CandidateGrid, _ solution: Board
  ) -> Candidate? {
    let cell = grid.emptyCells.min { grid[$0].count < grid[$1].count }
    return cell.flatMap { cell in solution[cell].map { Candidate(cell, $0) } }
  }
}

/// All steps that a position has, or what is wrong with the position.
///
/// ```swift
/// let list = try HintMaker().allSteps(for: position, limit: 100)
/// for step in list.steps { print(step) }      // easiest techniques first
/// ```
public struct StepList: Hashable, Sendable {
  /// Why a list ends.
  public enum End: String, CaseIterable, Hashable, Sendable {
    /// There are no other steps.
    case complete
    /// As many as were wanted are listed; there may be more.
    case limit
    /// The limit of work was reached first; there may be more.
    case workLimit
  }

  /// The cells whose digit is wrong, or whose pencilmarks lack the right digit; then there are no
  /// steps, for they might be wrong, too.
  public var wrongCells = CellSet()
  /// The steps, easiest techniques first.
  public var steps: [Step] = []
  /// Why the list ends there.
  public var end = End.complete

  /// True if mere forms of simpler steps were left out.
  package fileprivate(set) var leavesOutForms = false

  /// For each step how many other reasons its conclusion has; a reason that is found twice counts once.
  package private(set) var otherReasons: [Int] = []

  /// The reasons that are counted, for searchers that meet a pattern twice.
  private var known: Set<Step> = []
  /// The number of the step with a conclusion.
  private var numbers: [Conclusion: Int] = [:]

  private struct Conclusion: Hashable, Sendable {
    let placement: Candidate?
    let eliminations: [Candidate]
  }

  /// Adds a step that is right and new, or counts it where its conclusion is listed.
  mutating func add(_ step: Step, _ solution: Board, limit: Int) -> Bool {
    guard step.agrees(with: solution), !known.contains(step) else { return true }
    let conclusion = Conclusion(placement: step.placement, eliminations: step.eliminations)
    if let number = numbers[conclusion] {
      known.insert(step)
      otherReasons[number] += 1
      return true
    }
    guard steps.count < limit else {
      end = .limit
      return false
    }
    known.insert(step)
    numbers[conclusion] = steps.count
    steps.append(step)
    otherReasons.append(0)
    return true
  }
}

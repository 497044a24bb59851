import SudokuCore
import SudokuTechniques

/// The memory of chain searches; kept from one search to the next.
final class ChainScratch {
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
      let hint = engine.unary.best(in: engine.base, links, needsPath: needsPattern)
      return hint.map { needsPattern ? engine.step($0) : engine.bareStep($0) }
    }
    engine.keepsDetails = false
    guard let hint = engine.findMultiple(rule, .best).first else { return nil }
    if needsPattern { engine.retrace(hint, rule) }
    return needsPattern ? engine.step(hint, rule) : engine.bareStep(hint, rule)
  }
}

extension ChainScratch {
  /// A step of a search in the grid loaded last: any for nets with patterns or chains in them, else the
  /// one that the search takes first.
  func anyStep(_ search: ChainSearcher.Search) -> Step? {
    guard let rule = search.rule, (1...4).contains(rule.level) else {
      return step(search, needsPattern: true)
    }
    engine.acceptsAnyStep = true
    engine.keepsDetails = false
    let finding = engine.findAnyStep(rule)
    if case .found(let hint) = finding { engine.retrace(hint, rule) }
    engine.acceptsAnyStep = false
    return switch finding {
    case .nothing: nil
    case .found(let hint): engine.step(hint, rule)
    case .undecided: step(search, needsPattern: true)
    }
  }

  /// Hands over the steps of a search in the grid loaded last, the one taken first in front.
  func search(_ search: ChainSearcher.Search, emit: (Step) -> Bool) {
    guard let rule = search.rule else {
      let links = engine.staticLinks()
      if !links.hasConflict { return }
      engine.unary.load(engine.base)
      engine.unary.searchAll(links)
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
    case .cell(let cell): retrace(cellPremises(cell), rule)
    case .house(let house, let digit):
      retrace(housePremises(house, digit), rule)
    }
  }

  private func retrace(_ branches: Premises, _ rule: ChainRule) {
    for number in 0..<branches.count { _ = trace(branches[number], rule) }
  }

  /// The step of a chain or cycle without its pattern.
  func bareStep(_ hint: UnaryHint) -> Step {
    let technique = Technique.unary(hint)
    let target = Int(unary.path[hint.pathStart].literal)
    var step =
      hint.isCycle || target & 1 == 0
      ? Step(
        technique, removing: removals(of: hint).map { Candidate(index: $0) },
        pattern: StepPattern())
      : Step(technique, placing: Candidate(index: target >> 1), pattern: StepPattern())
    step.complexity = hint.complexity
    return step
  }

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

/// The exclusive right to use a scratch memory, until the lease is released.
///
/// Data of the previous puzzle is dropped at the beginning of a lease.
///
/// It may move from thread to thread with the context that holds it, but only one search at a time
/// uses it. Contexts that share a lease take one of their own before they search.
final class ChainScratchLease: @unchecked Sendable {
  let scratch: ChainScratch

  private static let pool = MemoryPool<ChainScratch>()

  init() {
    scratch = Self.pool.take() ?? ChainScratch()
    scratch.engine.forget()
  }

  deinit { Self.pool.give(scratch) }
}

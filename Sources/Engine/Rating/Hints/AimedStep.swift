import SudokuCore
import SudokuTechniques

/// The step that a player without full notes is best shown: one that leads to a digit.
///
/// Without notes there is nothing to remove candidates from, so a bare elimination is hard to use.
enum AimedStep {
  /// The most steps that a digit may need.
  private static let longest = 12

  /// The first of the steps that lead to the next digit, and the digit's own step; `nil` if simple steps
  /// lead to none.
  ///
  /// - Parameters:
  ///   - step: The next step of the position, which removes candidates.
  ///   - known: The techniques that may be used, `nil` for all.
  static func find(
    from step: Step, in grid: CandidateGrid, known: Set<Technique>?, solution: Board
  ) -> (first: Step, aim: Step)? {
    guard simple.contains(step.technique) else { return nil }
    let techniques = known.map(simple.intersection) ?? simple
    let finder = StepFinder(searchers: HintOrder.patterns, techniques: techniques)
    var trace = StepTrace(grid)
    trace.take(step)
    for _ in 0..<longest {
      var budget = SearchBudget(workLimit: 100_000)
      guard let next = try? finder.steps(in: trace.grid, limit: 1, budget: &budget).first,
        next.agrees(with: solution)
      else { return nil }
      trace.take(next)
      guard next.placesDigit else { continue }
      let needed = trace.steps(behind: [trace.steps.count - 1])
      guard let first = needed.first, first.technique != next.technique else { return nil }
      return (first, next)
    }
    return nil
  }

  /// The techniques that are easily seen: locked candidates, pairs, triples and basic fish.
  private static let simple: Set<Technique> = [
    .fullHouse, .hiddenSingleBlock, .hiddenSingleLine, .nakedSingle, .pointing, .claiming,
    .lockedPair,
    .lockedTriple, .nakedPair, .hiddenPair, .nakedTriple, .hiddenTriple, .xWing, .swordfish,
  ]
}

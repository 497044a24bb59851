import SudokuCore
import SudokuTechniques

/// Steps that have a name of their own among the chains of the scale `level`: remote pairs, XY-chains,
/// colouring, finned fish, and unique rectangles of type 3.
///
/// The rounds, and so the score, know chains alone. If one of these patterns removes nothing but what a
/// round removes, the path shows it instead of a chain.
enum LevelNames {
  /// A searcher, and the easiest kind of round whose chains may have its names.
  private struct Entry: Sendable {
    let kind: LevelKind
    let techniques: Set<Technique>
    let searcher: any StepSearcher
  }

  private static let entries: [Entry] = {
    let names: [(LevelKind, [Technique])] = [
      (.rectangles, [.uniqueRectangle3Naked, .uniqueRectangle3Hidden]),
      (.turbot, [.finnedXWing]), (.turbot, [.sashimiXWing]),
      (.turbot, [.simpleColorTrap, .simpleColorWrap]),
      (.chainsOfOneDigit, [.finnedSwordfish]), (.chainsOfOneDigit, [.sashimiSwordfish]),
      (.chainsOfOneDigit, [.multiColor1, .multiColor2]),
      (.chains, [.remotePair]), (.chains, [.xyChain]),
    ]
    return names.compactMap { kind, techniques in
      TechniqueCatalogue.searchers.first { $0.techniques.contains(techniques[0]) }
        .map { Entry(kind: kind, techniques: Set(techniques), searcher: $0) }
    }
  }()

  /// The techniques that have names of their own.
  static let techniques: Set<Technique> = entries.reduce([]) { $0.union($1.techniques) }

  /// The steps with a name, easiest first, that remove nothing but what a round removes.
  ///
  /// - Parameters:
  ///   - round: A round of chains.
  ///   - gone: The candidates that it removes.
  ///   - grid: The grid before it.
  ///   - allowsUniqueness: True if unique rectangles count.
  ///   - known: The techniques that count, `nil` for all.
  static func steps(
    of round: LevelRound, removing gone: Set<Candidate>, in grid: CandidateGrid,
    allowsUniqueness: Bool, known: Set<Technique>?
  ) -> [Step] {
    for entry in entries where entry.kind <= round.kind {
      guard allowsUniqueness || !entry.techniques.contains(where: \.assumesUniqueness) else {
        continue
      }
      var budget = SearchBudget()
      let found = (try? entry.searcher.steps(in: grid, budget: &budget)) ?? []
      let steps = found.filter { step in
        entry.techniques.contains(step.technique) && known?.contains(step.technique) != false
          && gone.isSuperset(of: step.eliminations)
          // The chain of the round goes from what is removed to both ends.
          && (step.pattern.branches.isEmpty || step.pattern.links.count + 2 <= round.length)
      }
      if !steps.isEmpty { return steps }
    }
    return []
  }
}

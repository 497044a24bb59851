extension Technique {
  /// A row of the catalogue: the facts about a technique.
  package struct Entry: Sendable {
    package let technique: Technique
    /// The name that SudokuWiki, HoDoKu or sudoku.coach gives it.
    package let learnersName: String
    /// The name that Sudoku Explainer gives it.
    package let explainerName: String
    /// The family of similar techniques.
    package let family: Family
    /// Other names in use; several techniques may share one.
    package let aliases: [String]
    /// The reasons of a step, a sentence or several each.
    let explain: @Sendable (Step) -> [String]

    init(
      _ technique: Technique, _ name: String, explainer: String? = nil, _ family: Family,
      _ explain: @escaping @Sendable (Step) -> [String], also aliases: [String] = []
    ) {
      self.technique = technique
      learnersName = name
      explainerName = explainer ?? name
      self.family = family
      self.aliases = aliases
      self.explain = explain
    }

    /// The English name in lists, with Sudoku Explainer's where that is another one.
    package var name: String {
      learnersName == explainerName ? learnersName : "\(learnersName) (\(explainerName))"
    }

    /// True if the technique is right only for puzzles with a single solution.
    package var assumesUniqueness: Bool { family == .uniqueness }
  }

  /// Kinds of techniques, as books group them.
  public enum Family: String, CaseIterable, Hashable, Sendable {
    /// One digit left for a cell, or one cell for a digit.
    case single
    /// A digit locked into the cells that two houses share.
    case lockedCandidates
    /// Naked and hidden pairs, triples and quads.
    case subset
    /// A digit in parallel lines.
    case fish
    /// Conjugate pairs of one digit with a link between them.
    case singleDigit
    /// Conjugate pairs of one digit in two colours.
    case coloring
    /// Sets of cells with one candidate more than cells.
    case almostLockedSet
    /// Bivalue and trivalue cells around a pivot.
    case wing
    /// Patterns that a puzzle with a single solution cannot have.
    case uniqueness
    /// Combinations of digits that other cells exclude.
    case exclusion
    /// Patterns over several blocks, as the hardest puzzles have them.
    case severalBlocks
    /// Chains and cycles of conclusions from one assumption, or from each of several.
    case chain
    /// Chains that branch and join.
    case net
  }
}

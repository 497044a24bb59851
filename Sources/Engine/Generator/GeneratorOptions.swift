import SudokuCore
import SudokuRating
import SudokuTechniques

/// The puzzles that a generator makes.
///
/// ```swift
/// var options = GeneratorOptions()
/// options.level = .hard
/// options.symmetry = .rotational180
/// options.clues = 24...28
/// ```
public struct GeneratorOptions: Sendable {
  /// The scale that grades the puzzles.
  public var scale: any Scale = LevelScale()
  /// The level, one of the scale's; `nil` for any.
  public var level: Level?
  /// The score on the scale in tenths, `nil` for any.
  public var scoreTenths: ClosedRange<Int>?
  /// The number of clues, within `17...81`; `nil` for any, but at most 45 for the level easy, so that
  /// puzzles are fit to print.
  public var clues: ClosedRange<Int>?
  /// Further requirements.
  public var targets: [any GeneratorTarget] = []
  /// The symmetry of the cells of the clues.
  public var symmetry: Symmetry = .none
  /// True if each puzzle is invariant under a symmetry that moves cells and exchanges digits.
  ///
  /// If `symmetry` is not `none`, it is the one that moves the cells. Otherwise it is one of eight
  /// kinds (two turns, two mirrors along a diagonal, four in which cells move in threes), each equally
  /// likely.
  public var isAutomorphic = false
  /// The clues that must not be redundant.
  ///
  /// If clues may be redundant, puzzles that are too hard are made easier by further clues.
  public var minimality = Minimality.any
  /// True if no single clue may be redundant, whatever the symmetry.
  public var isMinimal: Bool {
    get { minimality == .strict }
    set { minimality = newValue ? .strict : .any }
  }
  /// The solution of all puzzles; `nil` for random ones.
  public var solution: Board?
  /// True if puzzles are spread over the requested scores.
  ///
  /// Without it most puzzles have the commonest of these scores. With it each puzzle aims at one of
  /// the shares of the scores in turn. If a share's puzzles are too rare, the puzzle has the nearest
  /// score found among a thousand grids.
  public var spreadsScores = false
  /// The default of `attemptLimit`.
  package static let defaultAttemptLimit = 100_000
  /// The most grids to try for one puzzle, at least 1.
  ///
  /// For ratings from ER 10.0 on puzzles are seldom graded: there a hundred changes count as one grid.
  public var attemptLimit = GeneratorOptions.defaultAttemptLimit
  /// The search for rare puzzles; puzzles of dates keep the search of their rule.
  package var rareSearch = RareSearch.current
  /// The most work of a grade, in literals derived by chains.
  public var gradingWorkLimit = Int.max

  /// Creates options that accept any puzzle.
  public init() {}

  /// The numbers of clues that leave something to solve; `nil` if a target decides them.
  package var printableClues: ClosedRange<Int>? {
    guard solution == nil else { return nil }
    let decidesClues = targets.contains { target in
      let traits = target.rules.target.traits
      return traits.pattern != nil || traits.clues != nil || traits.isSolvedBySingles
    }
    return decidesClues ? nil : 17...45
  }
}

/// A search for puzzles that random grids seldom yield.
package enum RareSearch: Sendable {
  /// By random grids alone (`generator-2`).
  case none
  /// By puzzles near the nearest one, after 256 grids (`generator-7`).
  case late
  /// By puzzles near the nearest one after 24 grids if the scores or techniques are limited, and by
  /// single clues that make a puzzle easier.
  case current
}

/// The redundancy allowed among the clues of a puzzle.
public enum Minimality: String, CaseIterable, Hashable, Sendable {
  /// Clues may be redundant.
  case any
  /// No group of symmetric clues is redundant; one clue of a group might be, but removing it would
  /// break the symmetry.
  case underSymmetry
  /// No single clue is redundant.
  ///
  /// With a symmetry such puzzles are rare, rarer with more clues. Those made have
  /// about 24, hardly ever more than 26 unless more are requested.
  case strict
}

/// The targets of options, and their traits combined.
struct Requirements: Sendable {
  let targets: [any MeasuredTarget]
  let traits: [TargetTraits]
  /// The scores that meet all targets, `nil` for all.
  let scores: Range<Int>?
  /// The least score that meets all targets, in tenths: no rating is below its EP or ED.
  let leastScoreTenths: Int
  /// The numbers of clues that meet all targets, `nil` for all.
  let clues: ClosedRange<Int>?
  /// The cells of the clues, `nil` for any.
  let pattern: CellSet?
  /// The techniques that the solution must use.
  let neededTechniques: Set<Technique>
  /// The techniques of the scale that may be used, in its order.
  let usableTechniques: [Technique]

  init(_ options: GeneratorOptions) {
    var all: [any MeasuredTarget] = []
    let usualClues = options.level == .easy ? options.printableClues : nil
    if let clues = options.clues ?? usualClues { all.append(ClueTarget(clues)) }
    if let level = options.level { all.append(ScoreTarget(level, on: options.scale)) }
    if let tenths = options.scoreTenths { all.append(ScoreTarget(tenths)) }
    targets = all + options.targets.map { $0.rules.target.adapted(to: options.scale) }
    let traits = targets.map(\.traits)
    self.traits = traits
    scores = traits.compactMap(\.scores).reduce(nil) { known, next in
      known.map { $0.clamped(to: next) } ?? next
    }
    let figures = traits.flatMap { $0.figures.values.map(\.lowerBound) }
    leastScoreTenths = max(scores?.lowerBound ?? 0, figures.max() ?? 0)
    clues = traits.compactMap(\.clues).reduce(nil) { known, next in
      guard let known else { return next }
      let low = max(known.lowerBound, next.lowerBound)
      return low...max(low, min(known.upperBound, next.upperBound))
    }
    pattern = traits.lazy.compactMap(\.pattern).first
    neededTechniques = traits.reduce(into: []) { $0.formUnion($1.neededTechniques) }
    usableTechniques = options.scale.techniques.filter { technique in
      traits.allSatisfy { $0.allowedTechniques?.contains(technique) ?? true }
    }
  }

  /// The number of needed techniques that a grade does not use.
  func missingTechniques(of grade: Grade) -> Int {
    neededTechniques.count { grade.techniqueCounts[$0] == 0 }
  }
}

extension Scale {
  /// The technique that gives the highest score; `nil` if one of them has no limit.
  func hardest(of techniques: [Technique]) -> (technique: Technique, tenths: Int)? {
    var hardest: (technique: Technique, tenths: Int)?
    for technique in techniques {
      guard let tenths = highestTenths(of: technique) else { return nil }
      if hardest.map({ $0.tenths < tenths }) ?? true { hardest = (technique, tenths) }
    }
    return hardest
  }
}

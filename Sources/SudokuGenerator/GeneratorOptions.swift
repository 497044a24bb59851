import SudokuRating

/// What puzzles a generator makes.
///
/// ```swift
/// var options = GeneratorOptions()
/// options.level = .hard
/// options.symmetry = .rotational180
/// options.clues = 24...28
/// ```
public struct GeneratorOptions: Hashable, Sendable {
  /// The level, `nil` for any.
  public var level: Level?
  /// The rating of the hardest step on the `se` scale in tenths, `nil` for any.
  public var ratingTenths: ClosedRange<Int>?
  /// How the clues lie.
  public var symmetry: Symmetry = .none
  /// How many clues there are, within `17...81`; `nil` for any number.
  public var clues: ClosedRange<Int>?
  /// Whether no clue may be redundant.
  ///
  /// Without it, puzzles that came out too hard are made easier by further clues.
  public var isMinimal = false
  /// How many grids may be tried for one puzzle before giving up, at least 1.
  public var attemptLimit = 100_000
  /// How much work a rating may take, in statements derived by chains.
  public var ratingWorkLimit = Int.max

  /// Creates options that take any puzzle.
  public init() {}

  /// The ratings asked for, in tenths: what level and range have in common; `nil` for any.
  var wantedTenths: Range<Int>? {
    let range = ratingTenths.map { $0.lowerBound..<$0.upperBound + 1 }
    guard let level else { return range }
    return range.map { $0.clamped(to: level.erTenthsRange) } ?? level.erTenthsRange
  }
}

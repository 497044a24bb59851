/// The kinds of steps of the scale `level`, easiest first.
enum LevelKind: Int, CaseIterable {
  /// The last empty cell of a house.
  case lastCell
  /// A hidden single in a block.
  case hiddenSingleInBlock
  /// A hidden single in a row or a column.
  case hiddenSingleInLine
  /// A cell with one candidate.
  case nakedSingle
  /// Locked candidates.
  case locked
  /// Naked and hidden pairs.
  case pairs
  /// X-wings.
  case xWing
  /// Naked and hidden triples.
  case triples
  /// Swordfish.
  case swordfish
  /// XY- and XYZ-wings.
  case wings
  /// Turbot fish: two strong links of one digit, grouped too.
  case turbot
  /// Unique rectangles.
  case rectangles
  /// Naked and hidden quads.
  case quads
  /// Jellyfish.
  case jellyfish
  /// The bivalue universal grave plus one.
  case grave
  /// Chains of one digit.
  case chainsOfOneDigit
  /// Alternating chains.
  case chains
  /// Alternating chains with almost locked sets.
  case chainsWithSets
  /// Forcing chains from all candidates of a cell, or all places of a digit in a house.
  case forcingChains
  /// Nets of singles.
  case nets
  /// Nets with locked candidates and pairs.
  case netsWithPatterns
  /// Nets within nets.
  case nestedNets
  /// The solution, where nothing else leads on.
  case guess
}

/// A round: all steps of the easiest kind that the grid has.
struct LevelRound {
  /// The kind.
  let kind: LevelKind
  /// How long its chains were, or how many rounds its nets took; 0 for other kinds.
  let length: Int
  /// How many digits were placed, or how many candidates taken off.
  let breadth: Int
}

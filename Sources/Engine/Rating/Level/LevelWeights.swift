/// The one table of the weights and limits of the scale `level`.
///
/// The hardest round gives the base, raised by the length of its chains or the rounds of its nets. The effort of all
/// rounds then raises the score through the span of the kind. Each round counts with its weight, and half as much
/// again, divided by the number of steps that could be found. The weights were fitted to the rank of Sudoku
/// Explainer's ER on half of the reference table, and checked on the other half.
struct LevelWeights {
  /// The least score of a puzzle that needs the kind.
  let base: Double
  /// The most that the effort may add.
  let span: Double
  /// The addition for each link beyond the least, or for each round of a net.
  let perLink: Double
  /// The effort of a round of the kind.
  let effort: Double
  /// The effort at which half of the span is reached: that of a typical puzzle of the kind.
  let typicalEffort: Double

  private init(
    _ base: Double, span: Double, perLink: Double = 0, effort: Double, typical: Double
  ) {
    self.base = base
    self.span = span
    self.perLink = perLink
    self.effort = effort
    typicalEffort = typical
  }

  /// The scores at which the levels end, in tenths.
  static let levelEnds: [(name: String, endTenths: Int)] = [
    ("easy", 200), ("medium", 400), ("hard", 600), ("expert", 800), ("extreme", .max),
  ]

  static let highestTenths = 1_500

  init(_ kind: LevelKind) { self = Self.table[kind.rawValue] }

  /// The weights of all kinds, in their order; the bases ascend.
  private static let table: [LevelWeights] = LevelKind.allCases.map { kind in
    switch kind {
    // Easy.
    case .lastCell: LevelWeights(0.1, span: 6, effort: 0.1, typical: 4)
    case .hiddenSingleInBlock: LevelWeights(0.5, span: 13, effort: 0.3, typical: 5.2)
    case .hiddenSingleInLine: LevelWeights(6.5, span: 13.5, effort: 0.6, typical: 8.5)
    // Medium.
    case .nakedSingle: LevelWeights(20, span: 14, effort: 0.9, typical: 12)
    case .locked: LevelWeights(25.5, span: 14.5, effort: 2.5, typical: 16)
    // Hard.
    case .pairs: LevelWeights(40, span: 14, effort: 3.5, typical: 20.5)
    case .xWing: LevelWeights(43, span: 14, effort: 4, typical: 23.5)
    case .triples: LevelWeights(43, span: 14, effort: 5, typical: 28)
    case .swordfish: LevelWeights(45, span: 14, effort: 5.5, typical: 30)
    case .wings: LevelWeights(46, span: 14, effort: 6, typical: 28)
    // Expert.
    case .turbot: LevelWeights(60, span: 14, effort: 7, typical: 33)
    case .rectangles: LevelWeights(60, span: 14, effort: 7, typical: 42)
    case .quads: LevelWeights(61, span: 14, effort: 8, typical: 50)
    case .jellyfish: LevelWeights(62, span: 14, effort: 8, typical: 50)
    case .grave: LevelWeights(62, span: 14, effort: 8, typical: 36)
    case .chainsOfOneDigit: LevelWeights(64, span: 14, perLink: 0.6, effort: 10, typical: 58)
    case .chains: LevelWeights(67, span: 14, perLink: 1.1, effort: 13, typical: 80)
    // Extreme, or near it.
    case .chainsWithSets: LevelWeights(77, span: 14, perLink: 0.7, effort: 18, typical: 200)
    case .forcingChains: LevelWeights(81, span: 14, perLink: 1, effort: 24, typical: 290)
    case .nets: LevelWeights(90, span: 14, perLink: 0.5, effort: 40, typical: 600)
    case .netsWithPatterns: LevelWeights(99, span: 14, perLink: 0.4, effort: 60, typical: 900)
    case .nestedNets: LevelWeights(108, span: 16, perLink: 0.4, effort: 90, typical: 1_500)
    case .guess: LevelWeights(140, span: 10, effort: 200, typical: 2_000)
    }
  }
}

extension LevelKind {
  /// The length of the shortest chains of the kind that no easier kind finds, or the least number of
  /// rounds of a net.
  var leastLength: Int {
    switch self {
    case .turbot: 5
    case .chainsOfOneDigit, .chains: 7
    case .chainsWithSets: 3
    case .forcingChains, .nets, .netsWithPatterns, .nestedNets: 1
    default: 0
    }
  }

  /// The rating of a round of the kind, in whole points, before the effort of the whole puzzle.
  func rating(length: Int) -> Double {
    let weights = LevelWeights(self)
    return weights.base + weights.perLink * Double(max(0, length - leastLength))
  }
}

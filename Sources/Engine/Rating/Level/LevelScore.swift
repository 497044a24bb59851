/// The score of a puzzle, as it grows from round to round.
struct LevelScore {
  private var hardest: LevelKind?
  private var floor = 0.0
  private var effort = 0.0
  private(set) var roundCount = 0
  /// The breadth of the narrowest round of the hardest kind.
  private(set) var bottleneck = 0

  mutating func add(_ round: LevelRound) {
    let rating = round.kind.rating(length: round.length)
    let isHarder = hardest.map { (floor, $0.rawValue) < (rating, round.kind.rawValue) } ?? true
    if round.kind == hardest { bottleneck = min(bottleneck, round.breadth) }
    if isHarder {
      if round.kind != hardest { bottleneck = round.breadth }
      hardest = round.kind
      floor = rating
    }
    effort += LevelWeights(round.kind).effort * (1 + 0.5 / Double(max(1, round.breadth)))
    roundCount += 1
  }

  /// The least that the score can be, in tenths.
  var leastTenths: Int { min(LevelWeights.highestTenths, Int(floor * 10 + Self.tolerance)) }

  var tenths: Int {
    guard let hardest else { return 0 }
    let weights = LevelWeights(hardest)
    let ratio = effort / weights.typicalEffort
    let cube = ratio * ratio * ratio
    let score = floor + weights.span * cube / (cube + 1)
    return min(LevelWeights.highestTenths, Int(score * 10 + Self.tolerance))
  }

  /// Bases are decimal numbers, which binary ones only approach.
  private static let tolerance = 1e-6
}

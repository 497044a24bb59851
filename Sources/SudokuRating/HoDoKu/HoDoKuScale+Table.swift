import SudokuTechniques

/// The program's searches in its order, with level and score.
extension HoDoKuScale {
  /// A search.
  struct Row: Sendable {
    /// The techniques that the search is made for.
    var techniques: [Technique]
    /// The level that a step of it needs, by rank.
    var level: Int
    /// What a step of it adds to the score.
    var score: Int
    /// The search; `nil` for the last resort, which needs the solution.
    var searcher: (any HoDoKuSearcher)?

    init(
      _ techniques: Technique..., level: Int, score: Int, _ searcher: (any HoDoKuSearcher)?
    ) {
      self.techniques = techniques
      self.level = level
      self.score = score
      self.searcher = searcher
    }
  }

  private static let (easy, medium, hard, unfair, extreme) = (0, 1, 2, 3, 4)

  /// The searches in order.
  static let rows: [Row] = basic + middle + advanced

  private static let basic: [Row] = [
    Row(.fullHouse, level: easy, score: 4, HoDoKuFullHouse()),
    Row(.nakedSingle, level: easy, score: 4, HoDoKuNakedSingle()),
    Row(.hiddenSingleBlock, .hiddenSingleLine, level: easy, score: 14, HoDoKuHiddenSingle()),
    Row(.lockedPair, level: medium, score: 40, HoDoKuNakedSet(size: 2, isLocked: true)),
    Row(.lockedTriple, level: medium, score: 60, HoDoKuNakedSet(size: 3, isLocked: true)),
    Row(.pointing, level: medium, score: 50, HoDoKuLocked(isClaiming: false)),
    Row(.claiming, level: medium, score: 50, HoDoKuLocked(isClaiming: true)),
    Row(.nakedPair, level: medium, score: 60, HoDoKuNakedSet(size: 2, isLocked: false)),
    Row(.nakedTriple, level: medium, score: 80, HoDoKuNakedSet(size: 3, isLocked: false)),
    Row(.hiddenPair, level: medium, score: 70, HoDoKuHiddenSet(size: 2)),
    Row(.hiddenTriple, level: medium, score: 100, HoDoKuHiddenSet(size: 3)),
    Row(.nakedQuad, level: hard, score: 120, HoDoKuNakedSet(size: 4, isLocked: false)),
    Row(.hiddenQuad, level: hard, score: 150, HoDoKuHiddenSet(size: 4)),
    Row(.xWing, level: hard, score: 140, HoDoKuFish(size: 2, form: .basic)),
    Row(.swordfish, level: hard, score: 150, HoDoKuFish(size: 3, form: .basic)),
    Row(.jellyfish, level: hard, score: 160, HoDoKuFish(size: 4, form: .basic)),
  ]

  private static let middle: [Row] = [
    Row(.remotePair, level: hard, score: 110, HoDoKuRemotePair()),
    Row(.bug1, level: hard, score: 100, HoDoKuBivalueGrave()),
    Row(.skyscraper, level: hard, score: 130, HoDoKuSkyscraper()),
    Row(.twoStringKite, level: hard, score: 150, HoDoKuKite()),
    Row(.turbotFish, level: hard, score: 120, HoDoKuChain(form: .turbotFish)),
    Row(.emptyRectangle, level: hard, score: 120, HoDoKuEmptyRectangle()),
    Row(.wWing, level: hard, score: 150, HoDoKuWWing()),
    Row(.xyWing, level: hard, score: 160, HoDoKuWing(isXYZ: false)),
    Row(.xyzWing, level: hard, score: 180, HoDoKuWing(isXYZ: true)),
    rectangle(.uniqueRectangle1), rectangle(.uniqueRectangle2),
    rectangle(.uniqueRectangle3Naked), rectangle(.uniqueRectangle4),
    rectangle(.uniqueRectangle5), rectangle(.uniqueRectangle6), rectangle(.hiddenRectangle),
    Row(
      .avoidableRectangle1, level: hard, score: 100,
      HoDoKuAvoidable(technique: .avoidableRectangle1)),
    Row(
      .avoidableRectangle2, level: hard, score: 100,
      HoDoKuAvoidable(technique: .avoidableRectangle2)),
    Row(.finnedXWing, level: hard, score: 130, HoDoKuFish(size: 2, form: .finned)),
    Row(.sashimiXWing, level: hard, score: 150, HoDoKuFish(size: 2, form: .sashimi)),
    Row(.finnedSwordfish, level: unfair, score: 200, HoDoKuFish(size: 3, form: .finned)),
    Row(.sashimiSwordfish, level: unfair, score: 240, HoDoKuFish(size: 3, form: .sashimi)),
    Row(.finnedJellyfish, level: unfair, score: 250, HoDoKuFish(size: 4, form: .finned)),
    Row(.sashimiJellyfish, level: unfair, score: 260, HoDoKuFish(size: 4, form: .sashimi)),
    Row(.sueDeCoq, level: unfair, score: 250, HoDoKuSueDeCoq()),
  ]

  private static let advanced: [Row] = [
    Row(
      .simpleColorTrap, .simpleColorWrap, level: hard, score: 150,
      HoDoKuColoring(isMultiple: false)),
    Row(.multiColor1, .multiColor2, level: hard, score: 200, HoDoKuColoring(isMultiple: true)),
    Row(.xChain, level: unfair, score: 260, HoDoKuChain(form: .xChain)),
    Row(.xyChain, level: unfair, score: 260, HoDoKuChain(form: .xyChain)),
    Row(
      .discontinuousNiceLoop, .continuousNiceLoop, .alternatingChain, level: unfair, score: 280,
      HoDoKuLoops(withGroups: false)),
    Row(
      .groupedDiscontinuousNiceLoop, .groupedContinuousNiceLoop, .groupedAlternatingChain,
      level: unfair, score: 300, HoDoKuLoops(withGroups: true)),
    Row(.alsXZ, level: unfair, score: 300, HoDoKuLockedSetWing(isWing: false)),
    Row(.alsXYWing, level: unfair, score: 320, HoDoKuLockedSetWing(isWing: true)),
    Row(.alsChain, level: unfair, score: 340, HoDoKuLockedSetChain()),
    Row(.frankenXWing, level: unfair, score: 300, HoDoKuFrankenFish(size: 2, isFinned: false)),
    Row(.frankenSwordfish, level: unfair, score: 350, HoDoKuFrankenFish(size: 3, isFinned: false)),
    Row(
      .finnedFrankenXWing, level: unfair, score: 390, HoDoKuFrankenFish(size: 2, isFinned: true)),
    Row(
      .finnedFrankenSwordfish, level: unfair, score: 410,
      HoDoKuFrankenFish(size: 3, isFinned: true)),
    Row(
      .forcingChainContradiction, .forcingChainVerity, level: extreme, score: 500,
      HoDoKuForcing(isNet: false)),
    Row(
      .forcingNetContradiction, .forcingNetVerity, level: extreme, score: 700,
      HoDoKuForcing(isNet: true)),
    Row(.bruteForce, level: extreme, score: 10_000, nil),
  ]

  private static func rectangle(_ technique: Technique) -> Row {
    Row(technique, level: hard, score: 100, HoDoKuRectangles(technique: technique))
  }

  /// What a step of a technique adds to the score.
  static let scores: [Technique: Int] = Dictionary(
    rows.flatMap { row in row.techniques.map { ($0, row.score) } },
    uniquingKeysWith: { first, _ in first })
}

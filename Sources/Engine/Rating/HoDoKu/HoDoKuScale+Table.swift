import SudokuTechniques

/// The program's searches in its order, with level and score.
extension HoDoKuScale {
  struct Row: Sendable {
    var techniques: [Technique]
    /// The level that a step of it needs, by rank.
    var level: Int
    /// The score of a step.
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

  static let rows: [Row] = basic + middle + advanced

  private static let basic: [Row] = [
    Row(.fullHouse, level: easy, score: 4, HoDoKuFullHouse()),
    Row(.nakedSingle, level: easy, score: 4, HoDoKuNakedSingle()),
    Row(.hiddenSingleBlock, .hiddenSingleLine, level: easy, score: 14, HoDoKuHiddenSingle()),
    Row(.lockedPair, level: medium, score: 40, HoDoKuOrdered.nakedSet(size: 2, isLocked: true)),
    Row(.lockedTriple, level: medium, score: 60, HoDoKuOrdered.nakedSet(size: 3, isLocked: true)),
    Row(.pointing, level: medium, score: 50, HoDoKuOrdered.locked(isClaiming: false)),
    Row(.claiming, level: medium, score: 50, HoDoKuOrdered.locked(isClaiming: true)),
    Row(.nakedPair, level: medium, score: 60, HoDoKuOrdered.nakedSet(size: 2, isLocked: false)),
    Row(.nakedTriple, level: medium, score: 80, HoDoKuOrdered.nakedSet(size: 3, isLocked: false)),
    Row(.hiddenPair, level: medium, score: 70, HoDoKuOrdered.hiddenSet(size: 2)),
    Row(.hiddenTriple, level: medium, score: 100, HoDoKuOrdered.hiddenSet(size: 3)),
    Row(.nakedQuad, level: hard, score: 120, HoDoKuOrdered.nakedSet(size: 4, isLocked: false)),
    Row(.hiddenQuad, level: hard, score: 150, HoDoKuOrdered.hiddenSet(size: 4)),
    fish(BasicFish(size: 2), level: hard, score: 140),
    fish(BasicFish(size: 3), level: hard, score: 150),
    fish(BasicFish(size: 4), level: hard, score: 160),
  ]

  private static let middle: [Row] = [
    Row(.remotePair, level: hard, score: 110, HoDoKuRemotePair()),
    Row(.bug1, level: hard, score: 100, HoDoKuOrdered.bivalueGrave),
    Row(.skyscraper, level: hard, score: 130, HoDoKuOrdered.skyscraper),
    Row(.twoStringKite, level: hard, score: 150, HoDoKuKite()),
    Row(.turbotFish, level: hard, score: 120, HoDoKuChain(form: .turbotFish)),
    Row(.emptyRectangle, level: hard, score: 120, HoDoKuOrdered.emptyRectangle),
    Row(.wWing, level: hard, score: 150, HoDoKuWWing()),
    Row(.xyWing, level: hard, score: 160, HoDoKuOrdered.wing(isXYZ: false)),
    Row(.xyzWing, level: hard, score: 180, HoDoKuOrdered.wing(isXYZ: true)),
    rectangle(.uniqueRectangle1), rectangle(.uniqueRectangle2),
    rectangle(.uniqueRectangle3Naked), rectangle(.uniqueRectangle4),
    rectangle(.uniqueRectangle5), rectangle(.uniqueRectangle6), rectangle(.hiddenRectangle),
    Row(.avoidableRectangle1, level: hard, score: 100, HoDoKuFirst.avoidable(.avoidableRectangle1)),
    Row(.avoidableRectangle2, level: hard, score: 100, HoDoKuFirst.avoidable(.avoidableRectangle2)),
    fish(FinnedFish(size: 2, isSashimi: false), level: hard, score: 130),
    fish(FinnedFish(size: 2, isSashimi: true), level: hard, score: 150),
    fish(FinnedFish(size: 3, isSashimi: false), level: unfair, score: 200),
    fish(FinnedFish(size: 3, isSashimi: true), level: unfair, score: 240),
    fish(FinnedFish(size: 4, isSashimi: false), level: unfair, score: 250),
    fish(FinnedFish(size: 4, isSashimi: true), level: unfair, score: 260),
    Row(.sueDeCoq, level: unfair, score: 250, HoDoKuFirst.sueDeCoq),
  ]

  private static let advanced: [Row] = [
    Row(
      .simpleColorTrap, .simpleColorWrap, level: hard, score: 150,
      HoDoKuOrdered.simpleColoring),
    Row(.multiColor1, .multiColor2, level: hard, score: 200, HoDoKuMultiColoring()),
    Row(.xChain, level: unfair, score: 260, HoDoKuChain(form: .xChain)),
    Row(.xyChain, level: unfair, score: 260, HoDoKuChain(form: .xyChain)),
    Row(
      .discontinuousNiceLoop, .continuousNiceLoop, .alternatingChain, level: unfair, score: 280,
      HoDoKuLoops(withGroups: false)),
    Row(
      .groupedDiscontinuousNiceLoop, .groupedContinuousNiceLoop, .groupedAlternatingChain,
      level: unfair, score: 300, HoDoKuLoops(withGroups: true)),
    Row(.alsXZ, level: unfair, score: 300, HoDoKuFirst.alsXZ),
    Row(.alsXYWing, level: unfair, score: 320, HoDoKuFirst.alsXYWing),
    Row(.alsChain, level: unfair, score: 340, HoDoKuLockedSetChain()),
    frankenFish(size: 2, isFinned: false, score: 300),
    frankenFish(size: 3, isFinned: false, score: 350),
    frankenFish(size: 2, isFinned: true, score: 390),
    frankenFish(size: 3, isFinned: true, score: 410),
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

  private static func fish(_ searcher: any PatternSearcher, level: Int, score: Int) -> Row {
    Row(searcher.techniques[0], level: level, score: score, HoDoKuOrdered.fish(searcher))
  }

  private static func frankenFish(size: Int, isFinned: Bool, score: Int) -> Row {
    let searcher = HoDoKuFirst.frankenFish(size: size, isFinned: isFinned)
    return Row(searcher.technique, level: unfair, score: score, searcher)
  }

  /// The score of a step of each technique.
  static let scores: [Technique: Int] = Dictionary(
    rows.flatMap { row in row.techniques.map { ($0, row.score) } },
    uniquingKeysWith: { first, _ in first })
}

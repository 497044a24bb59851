import SudokuTechniques

/// Ratings in tenths that searches need as constants, too: `SEScale.table` takes them from here.
enum SETenths {
  static let fullHouse = 10
  static let hiddenSingleBlock = 12
  static let hiddenSingleLine = 15
  static let directPointing = 17
  static let directClaiming = 19
  static let directHiddenPair = 20
  static let nakedSingle = 23
  static let directHiddenTriple = 25
  static let pointing = 26
  static let claiming = 28
  static let nakedPair = 30
  static let xWing = 32
  static let hiddenPair = 34
  static let nakedTriple = 36
  static let swordfish = 38
  static let hiddenTriple = 40
  static let xyWing = 42
  static let xyzWing = 44
  static let bidirectionalXYCycle = 65
  static let forcingXChain = 66
  static let bidirectionalCycle = 70
  static let forcingChain = 70
}

extension SEScale {
  /// The one table of the scale: techniques in the order in which the program tries them, with
  /// their ratings in tenths.
  ///
  /// Source: Sudoku Explainer 1.2.1 by Nicolas Juillerat.
  static let table: [Row] =
    [
      .init(.fullHouse, SETenths.fullHouse),
      .init(.hiddenSingleBlock, SETenths.hiddenSingleBlock),
      .init(.hiddenSingleLine, SETenths.hiddenSingleLine),
      .init(.directPointing, SETenths.directPointing),
      .init(.directClaiming, SETenths.directClaiming),
      .init(.directHiddenPair, SETenths.directHiddenPair),
      .init(.nakedSingle, SETenths.nakedSingle),
      .init(.directHiddenTriple, SETenths.directHiddenTriple),
      .init(.pointing, SETenths.pointing),
      .init(.claiming, SETenths.claiming),
      .init(.nakedPair, SETenths.nakedPair),
      .init(.xWing, SETenths.xWing),
      .init(.hiddenPair, SETenths.hiddenPair),
      .init(.nakedTriple, SETenths.nakedTriple),
      .init(.swordfish, SETenths.swordfish),
      .init(.hiddenTriple, SETenths.hiddenTriple),
      .init(.xyWing, SETenths.xyWing),
      .init(.xyzWing, SETenths.xyzWing),
      .init(.uniqueRectangle1, 45),
      .init(.uniqueRectangle2, 45),
      .init(.uniqueRectangle3Naked, 45, .loopAndNakedSet),
      .init(.uniqueRectangle3Hidden, 45, .loopAndHiddenSet),
      .init(.uniqueRectangle4, 45),
      .init(.uniqueLoop1, 45, .loop),
      .init(.uniqueLoop2, 45, .loop),
      .init(.uniqueLoop3Naked, 45, .loopAndNakedSet),
      .init(.uniqueLoop3Hidden, 45, .loopAndHiddenSet),
      .init(.uniqueLoop4, 45, .loop),
      .init(.nakedQuad, 50),
      .init(.jellyfish, 52),
      .init(.hiddenQuad, 54),
      .init(.bug1, 56),
      .init(.bug2, 57),
      .init(.bug3, 57, .nakedSet),
      .init(.bug4, 57),
      .init(.alignedPairExclusion, 62),
      .init(.bidirectionalXCycle, SETenths.bidirectionalXYCycle),
      .init(.bidirectionalYCycle, SETenths.bidirectionalXYCycle),
      .init(.forcingXChain, SETenths.forcingXChain),
      .init(.bidirectionalCycle, SETenths.bidirectionalCycle),
      .init(.forcingChain, SETenths.forcingChain),
      .init(.alignedTripleExclusion, 75),
      .init(.nishio, 75),
      .init(.cellForcingChains, 80),
      .init(.regionForcingChains, 80),
    ]
    + DynamicChains.levels.flatMap { level in
      level.techniques.map { .init($0, level.tenths) }
    }
}

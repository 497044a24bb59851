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
  /// their ratings in tenths and its own names.
  ///
  /// Source: Sudoku Explainer 1.2.1 by Nicolas Juillerat.
  static let table: [Row] =
    [
      .init(.fullHouse, SETenths.fullHouse, "Hidden Single"),
      .init(.hiddenSingleBlock, SETenths.hiddenSingleBlock, "Hidden Single"),
      .init(.hiddenSingleLine, SETenths.hiddenSingleLine, "Hidden Single"),
      .init(.directPointing, SETenths.directPointing, "Direct Pointing"),
      .init(.directClaiming, SETenths.directClaiming, "Direct Claiming"),
      .init(.directHiddenPair, SETenths.directHiddenPair, "Direct Hidden Pair"),
      .init(.nakedSingle, SETenths.nakedSingle, "Naked Single"),
      .init(.directHiddenTriple, SETenths.directHiddenTriple, "Direct Hidden Triplet"),
      .init(.pointing, SETenths.pointing, "Pointing"),
      .init(.claiming, SETenths.claiming, "Claiming"),
      .init(.nakedPair, SETenths.nakedPair, "Naked Pair"),
      .init(.xWing, SETenths.xWing, "X-Wing"),
      .init(.hiddenPair, SETenths.hiddenPair, "Hidden Pair"),
      .init(.nakedTriple, SETenths.nakedTriple, "Naked Triplet"),
      .init(.swordfish, SETenths.swordfish, "Swordfish"),
      .init(.hiddenTriple, SETenths.hiddenTriple, "Hidden Triplet"),
      .init(.xyWing, SETenths.xyWing, "XY-Wing"),
      .init(.xyzWing, SETenths.xyzWing, "XYZ-Wing"),
      .init(.uniqueRectangle1, 45, "Unique Rectangle type 1"),
      .init(.uniqueRectangle2, 45, "Unique Rectangle type 2"),
      .init(.uniqueRectangle3Naked, 45, "Unique Rectangle type 3", .loopAndNakedSet),
      .init(.uniqueRectangle3Hidden, 45, "Unique Rectangle type 3", .loopAndHiddenSet),
      .init(.uniqueRectangle4, 45, "Unique Rectangle type 4"),
      .init(.uniqueLoop1, 45, "Unique Loop type 1", .loop),
      .init(.uniqueLoop2, 45, "Unique Loop type 2", .loop),
      .init(.uniqueLoop3Naked, 45, "Unique Loop type 3", .loopAndNakedSet),
      .init(.uniqueLoop3Hidden, 45, "Unique Loop type 3", .loopAndHiddenSet),
      .init(.uniqueLoop4, 45, "Unique Loop type 4", .loop),
      .init(.nakedQuad, 50, "Naked Quad"),
      .init(.jellyfish, 52, "Jellyfish"),
      .init(.hiddenQuad, 54, "Hidden Quad"),
      .init(.bug1, 56, "BUG type 1"),
      .init(.bug2, 57, "BUG type 2"),
      .init(.bug3, 57, "BUG type 3", .nakedSet),
      .init(.bug4, 57, "BUG type 4"),
      .init(.alignedPairExclusion, 62, "Aligned Pair Exclusion"),
      .init(.bidirectionalXCycle, SETenths.bidirectionalXYCycle, "Bidirectional X-Cycle"),
      .init(.bidirectionalYCycle, SETenths.bidirectionalXYCycle, "Bidirectional Y-Cycle"),
      .init(.forcingXChain, SETenths.forcingXChain, "Forcing X-Chain"),
      .init(.bidirectionalCycle, SETenths.bidirectionalCycle, "Bidirectional Cycle"),
      .init(.forcingChain, SETenths.forcingChain, "Forcing Chain"),
      .init(.alignedTripleExclusion, 75, "Aligned Triplet Exclusion"),
      .init(.nishio, 75, "Nishio Forcing Chains"),
      .init(.cellForcingChains, 80, "Cell Forcing Chains"),
      .init(.regionForcingChains, 80, "Region Forcing Chains"),
    ]
    + DynamicChains.levels.flatMap { level in
      zip(level.techniques, level.names).map { .init($0, level.tenths, $1) }
    }
}

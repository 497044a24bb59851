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
  static let table: [Row] = [
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
    .init(.dynamicContradiction, 85, "Dynamic Contradiction Forcing Chains"),
    .init(.dynamicDouble, 85, "Dynamic Double Forcing Chains"),
    .init(.dynamicCell, 85, "Dynamic Cell Forcing Chains"),
    .init(.dynamicRegion, 85, "Dynamic Region Forcing Chains"),
    .init(.dynamicPlusContradiction, 90, "Dynamic Contradiction Forcing Chains (+)"),
    .init(.dynamicPlusDouble, 90, "Dynamic Double Forcing Chains (+)"),
    .init(.dynamicPlusCell, 90, "Dynamic Cell Forcing Chains (+)"),
    .init(.dynamicPlusRegion, 90, "Dynamic Region Forcing Chains (+)"),
    .init(
      .dynamicForcingContradiction, 95, "Dynamic Contradiction Forcing Chains (+ Forcing Chains)"),
    .init(.dynamicForcingDouble, 95, "Dynamic Double Forcing Chains (+ Forcing Chains)"),
    .init(.dynamicForcingCell, 95, "Dynamic Cell Forcing Chains (+ Forcing Chains)"),
    .init(.dynamicForcingRegion, 95, "Dynamic Region Forcing Chains (+ Forcing Chains)"),
    .init(
      .dynamicMultipleContradiction, 100,
      "Dynamic Contradiction Forcing Chains (+ Multiple Forcing Chains)"),
    .init(.dynamicMultipleDouble, 100, "Dynamic Double Forcing Chains (+ Multiple Forcing Chains)"),
    .init(.dynamicMultipleCell, 100, "Dynamic Cell Forcing Chains (+ Multiple Forcing Chains)"),
    .init(.dynamicMultipleRegion, 100, "Dynamic Region Forcing Chains (+ Multiple Forcing Chains)"),
    .init(
      .dynamicDynamicContradiction, 105,
      "Dynamic Contradiction Forcing Chains (+ Dynamic Forcing Chains)"),
    .init(.dynamicDynamicDouble, 105, "Dynamic Double Forcing Chains (+ Dynamic Forcing Chains)"),
    .init(.dynamicDynamicCell, 105, "Dynamic Cell Forcing Chains (+ Dynamic Forcing Chains)"),
    .init(.dynamicDynamicRegion, 105, "Dynamic Region Forcing Chains (+ Dynamic Forcing Chains)"),
    .init(
      .dynamicNestedContradiction, 110,
      "Dynamic Contradiction Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))"),
    .init(
      .dynamicNestedDouble, 110,
      "Dynamic Double Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))"),
    .init(
      .dynamicNestedCell, 110,
      "Dynamic Cell Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))"),
    .init(
      .dynamicNestedRegion, 110,
      "Dynamic Region Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))"),
  ]
}

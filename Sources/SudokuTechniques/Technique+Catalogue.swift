extension Technique {
  /// What is known about a technique.
  public struct Entry: Hashable, Sendable {
    /// The technique.
    public let technique: Technique
    /// The stable name for machines.
    public let id: String
    /// The name for people.
    public let name: String
    /// The rating on the `se` scale in tenths, without surcharges for size or length.
    public let baseTenths: Int
    /// Sudoku Explainer's own name.
    public let explainerName: String
    /// Which words tell a step of the technique.
    public let words: ExplanationKey

    init(
      _ technique: Technique, _ id: String, _ name: String, _ baseTenths: Int,
      _ explainerName: String, _ words: ExplanationKey
    ) {
      self.technique = technique
      self.id = id
      self.name = name
      self.baseTenths = baseTenths
      self.explainerName = explainerName
      self.words = words
    }
  }

  /// The kinds of sentences that tell a step.
  public enum ExplanationKey: String, CaseIterable, Hashable, Sendable {
    /// One digit left for a cell, or one cell for a digit.
    case single
    /// Locked candidates that place a digit.
    case directLocking
    /// A hidden set that places a digit.
    case directHiddenSet
    /// Locked candidates.
    case locking
    /// A naked set.
    case nakedSet
    /// A hidden set.
    case hiddenSet
    /// A basic fish.
    case fish
    /// An XY- or XYZ-Wing.
    case wing
    /// A unique rectangle or loop.
    case uniqueLoop
    /// A bivalue universal grave.
    case bivalueGrave
    /// Aligned exclusion.
    case alignedExclusion
    /// A cycle that may be walked both ways.
    case cycle
    /// A chain from an assumption to its opposite.
    case forcingChain
    /// An assumption with two opposite consequences.
    case contradiction
    /// An assumption and its opposite with the same consequence.
    case double
    /// All digits of a cell with the same consequence.
    case cellChains
    /// All places of a digit with the same consequence.
    case regionChains
  }

  /// The one table of techniques; row `i` is the technique with raw value `i`.
  ///
  /// Ratings: Sudoku Explainer 1.2.1 by Nicolas Juillerat.
  public static let catalogue: [Entry] = [
    Entry(.fullHouse, "full-house", "Full House", 10, "Hidden Single", .single),
    Entry(
      .hiddenSingleBlock, "hidden-single-block",
      "Hidden Single (block)", 12,
      "Hidden Single", .single),
    Entry(
      .hiddenSingleLine, "hidden-single-line",
      "Hidden Single (line)", 15,
      "Hidden Single", .single),
    Entry(
      .directPointing, "direct-pointing",
      "Direct Pointing", 17,
      "Direct Pointing", .directLocking),
    Entry(
      .directClaiming, "direct-claiming",
      "Direct Claiming", 19,
      "Direct Claiming", .directLocking),
    Entry(
      .directHiddenPair, "direct-hidden-pair",
      "Direct Hidden Pair", 20,
      "Direct Hidden Pair", .directHiddenSet),
    Entry(.nakedSingle, "naked-single", "Naked Single", 23, "Naked Single", .single),
    Entry(
      .directHiddenTriplet, "direct-hidden-triplet",
      "Direct Hidden Triplet", 25,
      "Direct Hidden Triplet", .directHiddenSet),
    Entry(.pointing, "pointing", "Pointing", 26, "Pointing", .locking),
    Entry(.claiming, "claiming", "Claiming", 28, "Claiming", .locking),
    Entry(.nakedPair, "naked-pair", "Naked Pair", 30, "Naked Pair", .nakedSet),
    Entry(.xWing, "x-wing", "X-Wing", 32, "X-Wing", .fish),
    Entry(.hiddenPair, "hidden-pair", "Hidden Pair", 34, "Hidden Pair", .hiddenSet),
    Entry(.nakedTriplet, "naked-triplet", "Naked Triplet", 36, "Naked Triplet", .nakedSet),
    Entry(.swordfish, "swordfish", "Swordfish", 38, "Swordfish", .fish),
    Entry(.hiddenTriplet, "hidden-triplet", "Hidden Triplet", 40, "Hidden Triplet", .hiddenSet),
    Entry(.xyWing, "xy-wing", "XY-Wing", 42, "XY-Wing", .wing),
    Entry(.xyzWing, "xyz-wing", "XYZ-Wing", 44, "XYZ-Wing", .wing),
    Entry(
      .uniqueRectangle1, "unique-rectangle-1",
      "Unique Rectangle type 1", 45,
      "Unique Rectangle type 1", .uniqueLoop),
    Entry(
      .uniqueRectangle2, "unique-rectangle-2",
      "Unique Rectangle type 2", 45,
      "Unique Rectangle type 2", .uniqueLoop),
    Entry(
      .uniqueRectangle3Naked, "unique-rectangle-3-naked",
      "Unique Rectangle type 3 (naked set)", 45,
      "Unique Rectangle type 3", .uniqueLoop),
    Entry(
      .uniqueRectangle3Hidden, "unique-rectangle-3-hidden",
      "Unique Rectangle type 3 (hidden set)", 45,
      "Unique Rectangle type 3", .uniqueLoop),
    Entry(
      .uniqueRectangle4, "unique-rectangle-4",
      "Unique Rectangle type 4", 45,
      "Unique Rectangle type 4", .uniqueLoop),
    Entry(
      .uniqueLoop1, "unique-loop-1",
      "Unique Loop type 1", 45,
      "Unique Loop type 1", .uniqueLoop),
    Entry(
      .uniqueLoop2, "unique-loop-2",
      "Unique Loop type 2", 45,
      "Unique Loop type 2", .uniqueLoop),
    Entry(
      .uniqueLoop3Naked, "unique-loop-3-naked",
      "Unique Loop type 3 (naked set)", 45,
      "Unique Loop type 3", .uniqueLoop),
    Entry(
      .uniqueLoop3Hidden, "unique-loop-3-hidden",
      "Unique Loop type 3 (hidden set)", 45,
      "Unique Loop type 3", .uniqueLoop),
    Entry(
      .uniqueLoop4, "unique-loop-4",
      "Unique Loop type 4", 45,
      "Unique Loop type 4", .uniqueLoop),
    Entry(.nakedQuad, "naked-quad", "Naked Quad", 50, "Naked Quad", .nakedSet),
    Entry(.jellyfish, "jellyfish", "Jellyfish", 52, "Jellyfish", .fish),
    Entry(.hiddenQuad, "hidden-quad", "Hidden Quad", 54, "Hidden Quad", .hiddenSet),
    Entry(
      .bivalueGrave1, "bug-1",
      "Bivalue Universal Grave type 1", 56,
      "BUG type 1", .bivalueGrave),
    Entry(
      .bivalueGrave2, "bug-2",
      "Bivalue Universal Grave type 2", 57,
      "BUG type 2", .bivalueGrave),
    Entry(
      .bivalueGrave3, "bug-3",
      "Bivalue Universal Grave type 3", 57,
      "BUG type 3", .bivalueGrave),
    Entry(
      .bivalueGrave4, "bug-4",
      "Bivalue Universal Grave type 4", 57,
      "BUG type 4", .bivalueGrave),
    Entry(
      .alignedPairExclusion, "aligned-pair-exclusion",
      "Aligned Pair Exclusion", 62,
      "Aligned Pair Exclusion", .alignedExclusion),
    Entry(
      .bidirectionalXCycle, "x-cycle",
      "Bidirectional X-Cycle", 65,
      "Bidirectional X-Cycle", .cycle),
    Entry(
      .bidirectionalYCycle, "y-cycle",
      "Bidirectional Y-Cycle", 65,
      "Bidirectional Y-Cycle", .cycle),
    Entry(
      .forcingXChain, "forcing-x-chain",
      "Forcing X-Chain", 66,
      "Forcing X-Chain", .forcingChain),
    Entry(
      .bidirectionalCycle, "xy-cycle",
      "Bidirectional Cycle", 70,
      "Bidirectional Cycle", .cycle),
    Entry(.forcingChain, "forcing-chain", "Forcing Chain", 70, "Forcing Chain", .forcingChain),
    Entry(
      .alignedTripletExclusion, "aligned-triplet-exclusion",
      "Aligned Triplet Exclusion", 75,
      "Aligned Triplet Exclusion", .alignedExclusion),
    Entry(.nishio, "nishio", "Nishio Forcing Chains", 75, "Nishio Forcing Chains", .contradiction),
    Entry(
      .cellForcingChains, "cell-forcing-chains",
      "Cell Forcing Chains", 80,
      "Cell Forcing Chains", .cellChains),
    Entry(
      .regionForcingChains, "region-forcing-chains",
      "Region Forcing Chains", 80,
      "Region Forcing Chains", .regionChains),
    Entry(
      .dynamicContradiction, "dynamic-contradiction",
      "Dynamic Contradiction Forcing Chains", 85,
      "Dynamic Contradiction Forcing Chains", .contradiction),
    Entry(
      .dynamicDouble, "dynamic-double",
      "Dynamic Double Forcing Chains", 85,
      "Dynamic Double Forcing Chains", .double),
    Entry(
      .dynamicCell, "dynamic-cell",
      "Dynamic Cell Forcing Chains", 85,
      "Dynamic Cell Forcing Chains", .cellChains),
    Entry(
      .dynamicRegion, "dynamic-region",
      "Dynamic Region Forcing Chains", 85,
      "Dynamic Region Forcing Chains", .regionChains),
    Entry(
      .dynamicPlusContradiction, "dynamic-plus-contradiction",
      "Dynamic Contradiction Forcing Chains (+)", 90,
      "Dynamic Contradiction Forcing Chains (+)", .contradiction),
    Entry(
      .dynamicPlusDouble, "dynamic-plus-double",
      "Dynamic Double Forcing Chains (+)", 90,
      "Dynamic Double Forcing Chains (+)", .double),
    Entry(
      .dynamicPlusCell, "dynamic-plus-cell",
      "Dynamic Cell Forcing Chains (+)", 90,
      "Dynamic Cell Forcing Chains (+)", .cellChains),
    Entry(
      .dynamicPlusRegion, "dynamic-plus-region",
      "Dynamic Region Forcing Chains (+)", 90,
      "Dynamic Region Forcing Chains (+)", .regionChains),
    Entry(
      .dynamicForcingContradiction, "dynamic-forcing-contradiction",
      "Dynamic Contradiction Forcing Chains (+ Forcing Chains)", 95,
      "Dynamic Contradiction Forcing Chains (+ Forcing Chains)", .contradiction),
    Entry(
      .dynamicForcingDouble, "dynamic-forcing-double",
      "Dynamic Double Forcing Chains (+ Forcing Chains)", 95,
      "Dynamic Double Forcing Chains (+ Forcing Chains)", .double),
    Entry(
      .dynamicForcingCell, "dynamic-forcing-cell",
      "Dynamic Cell Forcing Chains (+ Forcing Chains)", 95,
      "Dynamic Cell Forcing Chains (+ Forcing Chains)", .cellChains),
    Entry(
      .dynamicForcingRegion, "dynamic-forcing-region",
      "Dynamic Region Forcing Chains (+ Forcing Chains)", 95,
      "Dynamic Region Forcing Chains (+ Forcing Chains)", .regionChains),
    Entry(
      .dynamicMultipleContradiction, "dynamic-multiple-contradiction",
      "Dynamic Contradiction Forcing Chains (+ Multiple Forcing Chains)", 100,
      "Dynamic Contradiction Forcing Chains (+ Multiple Forcing Chains)", .contradiction),
    Entry(
      .dynamicMultipleDouble, "dynamic-multiple-double",
      "Dynamic Double Forcing Chains (+ Multiple Forcing Chains)", 100,
      "Dynamic Double Forcing Chains (+ Multiple Forcing Chains)", .double),
    Entry(
      .dynamicMultipleCell, "dynamic-multiple-cell",
      "Dynamic Cell Forcing Chains (+ Multiple Forcing Chains)", 100,
      "Dynamic Cell Forcing Chains (+ Multiple Forcing Chains)", .cellChains),
    Entry(
      .dynamicMultipleRegion, "dynamic-multiple-region",
      "Dynamic Region Forcing Chains (+ Multiple Forcing Chains)", 100,
      "Dynamic Region Forcing Chains (+ Multiple Forcing Chains)", .regionChains),
    Entry(
      .dynamicDynamicContradiction, "dynamic-dynamic-contradiction",
      "Dynamic Contradiction Forcing Chains (+ Dynamic Forcing Chains)", 105,
      "Dynamic Contradiction Forcing Chains (+ Dynamic Forcing Chains)", .contradiction),
    Entry(
      .dynamicDynamicDouble, "dynamic-dynamic-double",
      "Dynamic Double Forcing Chains (+ Dynamic Forcing Chains)", 105,
      "Dynamic Double Forcing Chains (+ Dynamic Forcing Chains)", .double),
    Entry(
      .dynamicDynamicCell, "dynamic-dynamic-cell",
      "Dynamic Cell Forcing Chains (+ Dynamic Forcing Chains)", 105,
      "Dynamic Cell Forcing Chains (+ Dynamic Forcing Chains)", .cellChains),
    Entry(
      .dynamicDynamicRegion, "dynamic-dynamic-region",
      "Dynamic Region Forcing Chains (+ Dynamic Forcing Chains)", 105,
      "Dynamic Region Forcing Chains (+ Dynamic Forcing Chains)", .regionChains),
    Entry(
      .dynamicNestedContradiction, "dynamic-nested-contradiction",
      "Dynamic Contradiction Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", 110,
      "Dynamic Contradiction Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))",
      .contradiction),
    Entry(
      .dynamicNestedDouble, "dynamic-nested-double",
      "Dynamic Double Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", 110,
      "Dynamic Double Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", .double),
    Entry(
      .dynamicNestedCell, "dynamic-nested-cell",
      "Dynamic Cell Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", 110,
      "Dynamic Cell Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", .cellChains),
    Entry(
      .dynamicNestedRegion, "dynamic-nested-region",
      "Dynamic Region Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", 110,
      "Dynamic Region Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", .regionChains),
  ]
}

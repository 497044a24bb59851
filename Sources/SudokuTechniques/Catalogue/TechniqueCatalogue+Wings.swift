extension Technique {
  /// A pivot of two digits with two pincers.
  public static let xyWing = Technique("xy-wing")
  /// A pivot of three digits with two pincers.
  public static let xyzWing = Technique("xyz-wing")
  /// Four cells with four digits, of which one can be there twice.
  public static let wxyzWing = Technique("wxyz-wing")
  /// Two cells with the same two digits, joined by a conjugate pair of one of them.
  public static let wWing = Technique("w-wing")
}

extension TechniqueCatalogue {
  static let wings: [Technique.Entry] = [
    .init(.xyWing, "XY-Wing", .wing, also: ["Y-Wing", "Bent Triple"]) { $0.wingReasons },
    .init(.xyzWing, "XYZ-Wing", .wing, also: ["Bent Naked Triple"]) { $0.wingReasons },
    .init(.wxyzWing, "WXYZ-Wing", .wing, also: ["Bent Naked Quad"]) { $0.wxyzWingReasons },
    .init(.wWing, "W-Wing", .wing, also: ["Semi-Remote Naked Pair"]) { $0.wWingReasons },
  ]
}

extension Technique {
  /// Two almost locked sets with a restricted common digit.
  public static let alsXZ = Technique("als-xz")
  /// Three almost locked sets, one with a restricted common digit with each of the others.
  public static let alsXYWing = Technique("als-xy-wing")
  /// Four or more almost locked sets in a row.
  public static let alsChain = Technique("als-chain")
  /// A cell with an almost locked set for each of its candidates.
  public static let deathBlossom = Technique("death-blossom")
  /// Cells in a line and a block whose digits a set in each share out.
  public static let sueDeCoq = Technique("sue-de-coq")
}

extension TechniqueCatalogue {
  static let lockedSets: [Technique.Entry] = [
    .init(
      .alsXZ, "ALS-XZ", .almostLockedSet,
      also: ["Almost Locked Set XZ-Rule", "ALS-XZ Rule", "Almost Locked Sets XZ"]
    ) {
      $0.alsXZReasons
    },
    .init(
      .alsXYWing, "ALS-XY-Wing", .almostLockedSet, also: ["Almost Locked Set XY-Wing", "ALS-Wing"]
    ) { $0.alsXYWingReasons },
    .init(
      .alsChain, "ALS Chain", .almostLockedSet,
      also: ["Almost Locked Set Chain", "Almost Locked Set XY-Chain", "ALS-XY-Chain"]
    ) {
      $0.alsChainReasons
    },
    .init(.deathBlossom, "Death Blossom", .almostLockedSet, also: ["ALS Death Blossom"]) {
      $0.deathBlossomReasons
    },
    .init(.sueDeCoq, "Sue de Coq", .almostLockedSet, also: ["Two-Sector Disjoint Subsets", "SDC"]) {
      $0.sueDeCoqReasons
    },
  ]
}

extension Technique {
  /// Two cells whose combinations other cells exclude.
  public static let alignedPairExclusion = Technique("aligned-pair-exclusion")
  /// Three cells whose combinations other cells exclude.
  public static let alignedTripleExclusion = Technique("aligned-triplet-exclusion")
}

extension TechniqueCatalogue {
  static let exclusion: [Technique.Entry] = [
    .init(.alignedPairExclusion, "Aligned Pair Exclusion", .exclusion, also: ["APE"]) {
      $0.alignedExclusionReasons
    },
    .init(
      .alignedTripleExclusion, "Aligned Triple Exclusion", .exclusion,
      also: ["Aligned Triplet Exclusion", "ATE"]
    ) { $0.alignedExclusionReasons },
  ]
}

extension Technique {
  /// Three digits that take a cell, one of its row and one of its column.
  public static let fireworkTriple = Technique("firework-triple")
  /// Two digits each of two crossings that share their cells in row and column.
  public static let fireworkQuad = Technique("firework-quad")
  /// Two targets that hold the digits of two base cells.
  public static let juniorExocet = Technique("junior-exocet")
  /// The cells where rows cross columns, with room for just as many digits.
  public static let multiSectorLockedSet = Technique("multi-sector-locked-set")
  /// Twelve cells of four blocks that can't hold three digits only.
  public static let tridagon = Technique("tridagon")
}

extension TechniqueCatalogue {
  /// Patterns over several blocks, as the hardest puzzles have them.
  static let severalBlocks: [Technique.Entry] = [
    .init(
      .fireworkTriple, "Triple Firework", .severalBlocks, also: ["Firework", "Firework Triple"]
    ) {
      $0.fireworkReasons
    },
    .init(
      .fireworkQuad, "Quad Firework", .severalBlocks,
      also: ["Firework", "Firework Quad", "Quadruple Firework"]
    ) { $0.fireworkQuadReasons },
    .init(.juniorExocet, "Junior Exocet", .severalBlocks, also: ["JExocet", "JE", "Exocet"]) {
      $0.exocetReasons
    },
    .init(
      .multiSectorLockedSet, "Multi-Sector Locked Set", .severalBlocks,
      also: ["MSLS", "Multi-Sector Naked Set"]
    ) { $0.multiSectorReasons },
    .init(
      .tridagon, "Tridagon", .severalBlocks,
      also: ["Thor's Hammer", "Anti-Tridagon", "Trivalue Oddagon", "Degenerate Trivalue Oddagon"]
    ) { $0.tridagonReasons },
  ]
}

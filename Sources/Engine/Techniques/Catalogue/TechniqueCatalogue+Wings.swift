extension Technique {
  /// A pivot of two digits with two pincers.
  public static let xyWing = Technique("xy-wing")
  /// A pivot of three digits with two pincers.
  public static let xyzWing = Technique("xyz-wing")
  /// Four cells with four digits, of which one can be there twice.
  public static let wxyzWing = Technique("wxyz-wing")
  /// Five cells with five digits, of which one can be there twice.
  package static let vwxyzWing = Technique("vwxyz-wing")
  /// Two cells with the same two digits, joined by a conjugate pair of one of them.
  public static let wWing = Technique("w-wing")
  /// A cell of two digits, and a conjugate pair of each.
  package static let mWing = Technique("m-wing")
  /// Two conjugate pairs of different digits, joined by a cell of both.
  package static let sWing = Technique("s-wing")
  /// Three conjugate pairs that meet in cells.
  package static let lWing = Technique("l-wing")
  /// A cell of two digits, and strong links of the second and of a third.
  package static let hWing = Technique("h-wing")
}

extension TechniqueCatalogue {
  static let wings: [Technique.Entry] = [
    .init(.xyWing, "XY-Wing", .wing, \.wingReasons, also: ["Y-Wing", "Bent Triple"]),
    .init(.xyzWing, "XYZ-Wing", .wing, \.wingReasons, also: ["Bent Naked Triple"]),
    .init(.wxyzWing, "WXYZ-Wing", .wing, \.wxyzWingReasons, also: ["Bent Naked Quad"]),
    .init(.wWing, "W-Wing", .wing, \.wWingReasons, also: ["Semi-Remote Naked Pair"]),
    .init(.vwxyzWing, "VWXYZ-Wing", .wing, \.wxyzWingReasons),
    .init(.mWing, "M-Wing", .wing, \.alternatingChainReasons),
    .init(.sWing, "S-Wing", .wing, \.alternatingChainReasons, also: ["Split Wing"]),
    .init(
      .lWing, "L-Wing", .wing, \.alternatingChainReasons,
      also: ["Local Wing", "L2-Wing", "L3-Wing", "H1-Wing"]),
    .init(
      .hWing, "H-Wing", .wing, \.alternatingChainReasons,
      also: ["Hybrid Wing", "H2-Wing", "H3-Wing"]),
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
  /// Digits that a line and a block share out, one of them in the crossing.
  package static let almostLockedCandidates = Technique("almost-locked-candidates")
}

extension TechniqueCatalogue {
  static let lockedSets: [Technique.Entry] = [
    .init(
      .alsXZ, "ALS-XZ", .almostLockedSet, \.alsXZReasons,
      also: ["Almost Locked Set XZ-Rule", "ALS-XZ Rule", "Almost Locked Sets XZ", "ALS"]),
    .init(
      .alsXYWing, "ALS-XY-Wing", .almostLockedSet, \.alsXYWingReasons,
      also: ["Almost Locked Set XY-Wing", "ALS-Wing", "ALS"]),
    .init(
      .alsChain, "ALS Chain", .almostLockedSet, \.alsChainReasons,
      also: ["Almost Locked Set Chain", "Almost Locked Set XY-Chain", "ALS-XY-Chain", "ALS"]),
    .init(
      .deathBlossom, "Death Blossom", .almostLockedSet, \.deathBlossomReasons,
      also: ["ALS Death Blossom"]),
    .init(
      .sueDeCoq, "Sue de Coq", .almostLockedSet, \.sueDeCoqReasons,
      also: ["Two-Sector Disjoint Subsets", "SDC"]),
    .init(
      .almostLockedCandidates, "Almost Locked Candidates", .almostLockedSet,
      \.almostLockedCandidatesReasons,
      also: ["ALC", "Almost Locked Pair", "Almost Locked Triple"]),
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
    .init(
      .alignedPairExclusion, "Aligned Pair Exclusion", .exclusion, \.alignedExclusionReasons,
      also: ["APE"]),
    .init(
      .alignedTripleExclusion, "Aligned Triple Exclusion", .exclusion, \.alignedExclusionReasons,
      also: ["Aligned Triplet Exclusion", "ATE"]),
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
  /// Two junior exocets of the same digits and crossing lines.
  package static let doubleExocet = Technique("double-exocet")
  /// An exocet with a target outside its band.
  package static let seniorExocet = Technique("senior-exocet")
  /// Eight pairs of cells round four blocks, linked to a loop.
  package static let skLoop = Technique("sk-loop")
}

extension TechniqueCatalogue {
  /// Patterns over several blocks, as the hardest puzzles have them.
  static let severalBlocks: [Technique.Entry] = [
    .init(
      .fireworkTriple, "Triple Firework", .severalBlocks, \.fireworkReasons,
      also: ["Firework", "Firework Triple"]),
    .init(
      .fireworkQuad, "Quad Firework", .severalBlocks, \.fireworkQuadReasons,
      also: ["Firework", "Firework Quad", "Quadruple Firework"]),
    .init(
      .juniorExocet, "Junior Exocet", .severalBlocks, \.exocetReasons,
      also: ["JExocet", "JE", "Exocet"]),
    .init(
      .doubleExocet, "Double Exocet", .severalBlocks, \.doubleExocetReasons,
      also: ["Double JExocet", "Exocet"]),
    .init(
      .seniorExocet, "Senior Exocet", .severalBlocks, \.seniorExocetReasons,
      also: ["Exocet"]),
    .init(
      .skLoop, "SK Loop", .severalBlocks, \.skLoopReasons,
      also: ["Steve Kurzhals Loop", "Domino Loop"]),
    .init(
      .multiSectorLockedSet, "Multi-Sector Locked Set", .severalBlocks, \.multiSectorReasons,
      also: ["MSLS", "Multi-Sector Naked Set"]),
    .init(
      .tridagon, "Tridagon", .severalBlocks, \.tridagonReasons,
      also: ["Thor's Hammer", "Anti-Tridagon", "Trivalue Oddagon", "Degenerate Trivalue Oddagon"]),
  ]
}

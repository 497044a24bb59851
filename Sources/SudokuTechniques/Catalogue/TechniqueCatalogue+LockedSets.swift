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
  /// Almost locked sets.
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

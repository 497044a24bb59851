extension Technique {
  /// Two cells whose combinations other cells exclude.
  public static let alignedPairExclusion = Technique("aligned-pair-exclusion")
  /// Three cells whose combinations other cells exclude.
  public static let alignedTripleExclusion = Technique("aligned-triplet-exclusion")
}

extension TechniqueCatalogue {
  /// Aligned exclusion.
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

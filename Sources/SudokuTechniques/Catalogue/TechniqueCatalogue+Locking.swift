extension Technique {
  /// Pointing that leaves one place in another block at once.
  public static let directPointing = Technique("direct-pointing")
  /// Claiming that leaves one place in a parallel line at once.
  public static let directClaiming = Technique("direct-claiming")
  /// A digit whose places in a block lie in one line.
  public static let pointing = Technique("pointing")
  /// A digit whose places in a line lie in one block.
  public static let claiming = Technique("claiming")
}

extension TechniqueCatalogue {
  /// Locked candidates.
  static let locking: [Technique.Entry] = [
    .init(.directPointing, "Direct Pointing", .lockedCandidates) { $0.lockingReasons },
    .init(.directClaiming, "Direct Claiming", .lockedCandidates) { $0.lockingReasons },
    .init(
      .pointing, "Pointing", .lockedCandidates,
      also: [
        "Locked Candidates 1", "Locked Candidates Type 1 (Pointing)", "Pointing Pair",
        "Pointing Triple", "Pointing Candidates", "Intersection Removal",
      ]
    ) { $0.lockingReasons },
    .init(
      .claiming, "Claiming", .lockedCandidates,
      also: [
        "Locked Candidates 2", "Locked Candidates Type 2 (Claiming)", "Box/Line Reduction",
        "Line/Box Reduction", "Claiming Pair", "Claiming Triple", "Intersection Removal",
      ]
    ) { $0.lockingReasons },
  ]
}

extension Technique {
  /// Two cells of a house with the same two digits.
  public static let nakedPair = Technique("naked-pair")
  /// Three cells of a house with three digits among them.
  public static let nakedTriple = Technique("naked-triplet")
  /// Four cells of a house with four digits among them.
  public static let nakedQuad = Technique("naked-quad")
  /// Two digits with the same two places in a house.
  public static let hiddenPair = Technique("hidden-pair")
  /// Three digits with three places among them in a house.
  public static let hiddenTriple = Technique("hidden-triplet")
  /// Four digits with four places among them in a house.
  public static let hiddenQuad = Technique("hidden-quad")
  /// A hidden pair that leaves one place for another digit at once.
  public static let directHiddenPair = Technique("direct-hidden-pair")
  /// A hidden triple that leaves one place for another digit at once.
  public static let directHiddenTriple = Technique("direct-hidden-triplet")
  /// A naked pair in a block and a line at once.
  public static let lockedPair = Technique("locked-pair")
  /// A naked triple in a block and a line at once.
  public static let lockedTriple = Technique("locked-triple")
}

extension TechniqueCatalogue {
  static let subsets: [Technique.Entry] = [
    .init(
      .nakedPair, "Naked Pair", .subset, \.nakedSetReasons,
      also: ["Naked Set", "Naked Subset", "Disjoint Subset"]),
    .init(
      .nakedTriple, "Naked Triple", .subset, \.nakedSetReasons,
      also: ["Naked Triplet", "Naked Set", "Naked Subset", "Disjoint Subset"]),
    .init(
      .nakedQuad, "Naked Quad", .subset, \.nakedSetReasons,
      also: ["Naked Quadruple", "Naked Set", "Naked Subset", "Disjoint Subset"]),
    .init(
      .hiddenPair, "Hidden Pair", .subset, \.hiddenSetReasons,
      also: ["Hidden Set", "Hidden Subset", "Unique Subset"]),
    .init(
      .hiddenTriple, "Hidden Triple", .subset, \.hiddenSetReasons,
      also: ["Hidden Triplet", "Hidden Set", "Hidden Subset", "Unique Subset"]),
    .init(
      .hiddenQuad, "Hidden Quad", .subset, \.hiddenSetReasons,
      also: ["Hidden Quadruple", "Hidden Set", "Hidden Subset", "Unique Subset"]),
    .init(.directHiddenPair, "Direct Hidden Pair", .subset, \.hiddenSetReasons),
    .init(
      .directHiddenTriple, "Direct Hidden Triple", .subset, \.hiddenSetReasons,
      also: ["Direct Hidden Triplet"]),
    .init(.lockedPair, "Locked Pair", .subset, \.lockedSetReasons, also: ["Locked Naked Pair"]),
    .init(
      .lockedTriple, "Locked Triple", .subset, \.lockedSetReasons,
      also: ["Locked Triplet"]),
  ]
}

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
  static let locking: [Technique.Entry] = [
    .init(.directPointing, "Direct Pointing", .lockedCandidates, \.lockingReasons),
    .init(.directClaiming, "Direct Claiming", .lockedCandidates, \.lockingReasons),
    .init(
      .pointing, "Pointing", .lockedCandidates, \.lockingReasons,
      also: [
        "Locked Candidates 1", "Locked Candidates Type 1 (Pointing)", "Pointing Pair",
        "Pointing Triple", "Pointing Candidates", "Intersection Removal",
      ]),
    .init(
      .claiming, "Claiming", .lockedCandidates, \.lockingReasons,
      also: [
        "Locked Candidates 2", "Locked Candidates Type 2 (Claiming)", "Box/Line Reduction",
        "Line/Box Reduction", "Claiming Pair", "Claiming Triple", "Intersection Removal",
      ]),
  ]
}

extension Technique {
  /// Two conjugate pairs in parallel lines, linked by a line across.
  public static let skyscraper = Technique("skyscraper")
  /// Two conjugate pairs in a row and a column, linked by a block.
  public static let twoStringKite = Technique("two-string-kite")
  /// Two linked conjugate pairs, a block among them or between them.
  public static let turbotFish = Technique("turbot-fish")
  /// A block whose places lie in a row and a column, with a conjugate pair outside.
  public static let emptyRectangle = Technique("empty-rectangle")
  /// Conjugate pairs of one digit, linked in turn.
  public static let xChain = Technique("x-chain")
  /// Places of a digit that lie in no way to put it everywhere.
  public static let template = Technique("template")
  /// Places of a digit round an odd ring, with other places in its houses.
  package static let guardians = Technique("guardians")
}

extension TechniqueCatalogue {
  static let singleDigit: [Technique.Entry] = [
    .init(.skyscraper, "Skyscraper", .singleDigit, \.linkedEndsReasons),
    .init(
      .twoStringKite, "Two-String Kite", .singleDigit, \.linkedEndsReasons,
      also: ["2-String Kite", "Two-Strings Kite", "Dual Two-String Kite", "Dual Kite"]),
    .init(
      .turbotFish, "Turbot Fish", .singleDigit, \.linkedEndsReasons,
      also: ["Turbot", "Turbot Chain", "Crane"]),
    .init(
      .emptyRectangle, "Empty Rectangle", .singleDigit, \.emptyRectangleReasons,
      also: ["Rectangle Elimination", "Hinge", "Dual Empty Rectangle"]),
    .init(.xChain, "X-Chain", .singleDigit, \.linkedEndsReasons),
    .init(
      .template, "Template", .singleDigit, \.templateReasons,
      also: ["Pattern Overlay Method", "Pattern Overlay", "POM", "Template Set", "Template Delete"]),
    .init(
      .guardians, "Guardians", .singleDigit, \.guardianReasons,
      also: ["Broken Wing", "Oddagon"]),
  ]
}

extension Technique {
  /// A candidate that sees both colours of a cluster.
  public static let simpleColorTrap = Technique("simple-color-trap")
  /// Two candidates of one colour that see each other.
  public static let simpleColorWrap = Technique("simple-color-wrap")
  /// Two clusters of which one of two colours is right.
  public static let multiColor1 = Technique("multi-color-1")
  /// A colour that sees both colours of another cluster.
  public static let multiColor2 = Technique("multi-color-2")
  /// A candidate that neither colour of a cluster of several digits allows.
  package static let medusaTrap = Technique("medusa-trap")
  /// A colour of a cluster of several digits that contradicts itself.
  package static let medusaWrap = Technique("medusa-wrap")
}

extension TechniqueCatalogue {
  static let coloring: [Technique.Entry] = [
    .init(
      .simpleColorTrap, "Simple Colors Trap", .coloring, \.colorTrapReasons,
      also: ["Simple Coloring", "Singles Chain", "Simple Colors", "Color Trap", "X-Colors"]),
    .init(
      .simpleColorWrap, "Simple Colors Wrap", .coloring, \.colorWrapReasons,
      also: ["Simple Coloring", "Singles Chain", "Simple Colors", "Color Wrap", "X-Colors"]),
    .init(
      .multiColor1, "Multi Colors 1", .coloring, \.multiColor1Reasons,
      also: ["Multi Colors", "Multicoloring", "Color Wing"]),
    .init(
      .multiColor2, "Multi Colors 2", .coloring, \.multiColor2Reasons,
      also: ["Multi Colors", "Multicoloring", "Color Wing"]),
    .init(
      .medusaTrap, "3D Medusa Trap", .coloring, \.medusaReasons,
      also: ["3D Medusa", "Medusa", "Medusa Coloring"]),
    .init(
      .medusaWrap, "3D Medusa Wrap", .coloring, \.medusaReasons,
      also: ["3D Medusa", "Medusa", "Medusa Coloring"]),
  ]
}

extension Technique {
  /// Cells with the same two digits, each seeing the next.
  public static let remotePair = Technique("remote-pair")
  /// Cells with two digits, each sharing one with the next.
  public static let xyChain = Technique("xy-chain")
  /// Two cells with the same two digits in a chute, whose third block excludes one of them.
  package static let chuteRemotePair = Technique("chute-remote-pair")
  /// Six cells where lines cross, with six digits that each stand in one line.
  package static let twinnedXYChain = Technique("twinned-xy-chain")
  /// Two conjugate pairs between four cells of two digits.
  package static let multivalueXWing = Technique("multivalue-x-wing")
}

extension TechniqueCatalogue {
  static let bivalueChains: [Technique.Entry] = [
    .init(
      .remotePair, "Remote Pair", .chain, \.remotePairReasons,
      also: ["Remote Naked Pair", "Remote Locked Pair"]),
    .init(.xyChain, "XY-Chain", .chain, \.linkedEndsReasons),
    .init(
      .chuteRemotePair, "Chute Remote Pair", .chain, \.chutePairReasons,
      also: ["CRP"]),
    .init(
      .twinnedXYChain, "Twinned XY-Chain", .chain, \.twinnedChainReasons,
      also: ["Intertwined XY-Cycles"]),
    .init(
      .multivalueXWing, "Multivalue X-Wing", .chain, \.multivalueReasons,
      also: ["Multi-Value X-Wing"]),
  ]
}

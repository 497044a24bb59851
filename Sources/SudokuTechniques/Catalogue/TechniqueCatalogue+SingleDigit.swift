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
}

extension TechniqueCatalogue {
  /// Patterns of one digit.
  static let singleDigit: [Technique.Entry] = [
    .init(.skyscraper, "Skyscraper", .singleDigit) { $0.linkedEndsReasons },
    .init(
      .twoStringKite, "Two-String Kite", .singleDigit, also: ["2-String Kite", "Two-Strings Kite"]
    ) {
      $0.linkedEndsReasons
    },
    .init(.turbotFish, "Turbot Fish", .singleDigit, also: ["Turbot", "Turbot Chain"]) {
      $0.linkedEndsReasons
    },
    .init(
      .emptyRectangle, "Empty Rectangle", .singleDigit, also: ["Rectangle Elimination", "Hinge"]
    ) { $0.emptyRectangleReasons },
    .init(.xChain, "X-Chain", .singleDigit) { $0.linkedEndsReasons },
    .init(
      .template, "Template", .singleDigit,
      also: ["Pattern Overlay Method", "Pattern Overlay", "POM", "Template Set", "Template Delete"]
    ) { $0.templateReasons },
  ]
}

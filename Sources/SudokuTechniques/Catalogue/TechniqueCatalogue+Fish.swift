extension Technique {
  /// A fish of two lines.
  public static let xWing = Technique("x-wing")
  /// A fish of three lines.
  public static let swordfish = Technique("swordfish")
  /// A fish of four lines.
  public static let jellyfish = Technique("jellyfish")
  /// A fish of two lines with further places in one block.
  public static let finnedXWing = Technique("finned-x-wing")
  /// A fish of two lines with further places in one block, without which it would lack some.
  public static let sashimiXWing = Technique("sashimi-x-wing")
  /// A fish of three lines with further places in one block.
  public static let finnedSwordfish = Technique("finned-swordfish")
  /// A fish of three lines with further places in one block, without which it would lack some.
  public static let sashimiSwordfish = Technique("sashimi-swordfish")
  /// A fish of four lines with further places in one block.
  public static let finnedJellyfish = Technique("finned-jellyfish")
  /// A fish of four lines with further places in one block, without which it would lack some.
  public static let sashimiJellyfish = Technique("sashimi-jellyfish")
  /// A fish of two lines and blocks.
  public static let frankenXWing = Technique("franken-x-wing")
  /// A fish of two lines and blocks with further places.
  public static let finnedFrankenXWing = Technique("finned-franken-x-wing")
  /// A fish of three lines and blocks.
  public static let frankenSwordfish = Technique("franken-swordfish")
  /// A fish of three lines and blocks with further places.
  public static let finnedFrankenSwordfish = Technique("finned-franken-swordfish")
}

extension TechniqueCatalogue {
  /// Fish.
  static let fish: [Technique.Entry] = [
    .init(.xWing, "X-Wing", .fish) { $0.fishReasons },
    .init(.swordfish, "Swordfish", .fish) { $0.fishReasons },
    .init(.jellyfish, "Jellyfish", .fish) { $0.fishReasons },
    .init(.finnedXWing, "Finned X-Wing", .fish) { $0.finnedFishReasons },
    .init(.sashimiXWing, "Sashimi X-Wing", .fish) { $0.finnedFishReasons },
    .init(.finnedSwordfish, "Finned Swordfish", .fish) { $0.finnedFishReasons },
    .init(.sashimiSwordfish, "Sashimi Swordfish", .fish) { $0.finnedFishReasons },
    .init(.finnedJellyfish, "Finned Jellyfish", .fish) { $0.finnedFishReasons },
    .init(.sashimiJellyfish, "Sashimi Jellyfish", .fish) { $0.finnedFishReasons },
    .init(.frankenXWing, "Franken X-Wing", .fish) { $0.frankenFishReasons },
    .init(.finnedFrankenXWing, "Finned Franken X-Wing", .fish) { $0.frankenFishReasons },
    .init(.frankenSwordfish, "Franken Swordfish", .fish) { $0.frankenFishReasons },
    .init(.finnedFrankenSwordfish, "Finned Franken Swordfish", .fish) { $0.frankenFishReasons },
  ]
}

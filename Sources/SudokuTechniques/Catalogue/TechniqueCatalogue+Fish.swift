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
    .init(.xWing, "X-Wing", .fish, also: ["Basic Fish"]) { $0.fishReasons },
    .init(.swordfish, "Swordfish", .fish, also: ["Basic Fish"]) { $0.fishReasons },
    .init(.jellyfish, "Jellyfish", .fish, also: ["Basic Fish"]) { $0.fishReasons },
    .init(.finnedXWing, "Finned X-Wing", .fish, also: ["Finned Fish"]) { $0.finnedFishReasons },
    .init(.sashimiXWing, "Sashimi X-Wing", .fish, also: ["Sashimi Finned X-Wing", "Sashimi Fish"]) {
      $0.finnedFishReasons
    },
    .init(.finnedSwordfish, "Finned Swordfish", .fish, also: ["Finned Fish"]) {
      $0.finnedFishReasons
    },
    .init(
      .sashimiSwordfish, "Sashimi Swordfish", .fish,
      also: ["Sashimi Finned Swordfish", "Sashimi Fish"]
    ) { $0.finnedFishReasons },
    .init(.finnedJellyfish, "Finned Jellyfish", .fish, also: ["Finned Fish"]) {
      $0.finnedFishReasons
    },
    .init(
      .sashimiJellyfish, "Sashimi Jellyfish", .fish,
      also: ["Sashimi Finned Jellyfish", "Sashimi Fish"]
    ) { $0.finnedFishReasons },
    .init(.frankenXWing, "Franken X-Wing", .fish, also: ["Franken Fish"]) { $0.frankenFishReasons },
    .init(.finnedFrankenXWing, "Finned Franken X-Wing", .fish, also: ["Finned Franken Fish"]) {
      $0.frankenFishReasons
    },
    .init(.frankenSwordfish, "Franken Swordfish", .fish, also: ["Franken Fish"]) {
      $0.frankenFishReasons
    },
    .init(.finnedFrankenSwordfish, "Finned Franken Swordfish", .fish, also: ["Finned Franken Fish"])
    { $0.frankenFishReasons },
  ]
}

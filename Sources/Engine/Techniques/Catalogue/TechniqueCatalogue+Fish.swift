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
  /// A fish of five lines with further places in one block.
  public static let finnedSquirmbag = Technique("finned-squirmbag")
  /// A fish of five lines with further places in one block, without which it would lack some.
  public static let sashimiSquirmbag = Technique("sashimi-squirmbag")
  /// A fish of six lines with further places in one block.
  public static let finnedWhale = Technique("finned-whale")
  /// A fish of six lines with further places in one block, without which it would lack some.
  public static let sashimiWhale = Technique("sashimi-whale")
  /// A fish of seven lines with further places in one block.
  public static let finnedLeviathan = Technique("finned-leviathan")
  /// A fish of seven lines with further places in one block, without which it would lack some.
  public static let sashimiLeviathan = Technique("sashimi-leviathan")
  /// A fish of two lines and blocks.
  public static let frankenXWing = Technique("franken-x-wing")
  /// A fish of two lines and blocks with further places.
  public static let finnedFrankenXWing = Technique("finned-franken-x-wing")
  /// A fish of three lines and blocks.
  public static let frankenSwordfish = Technique("franken-swordfish")
  /// A fish of three lines and blocks with further places.
  public static let finnedFrankenSwordfish = Technique("finned-franken-swordfish")
  /// A fish of four lines and blocks.
  public static let frankenJellyfish = Technique("franken-jellyfish")
  /// A fish of four lines and blocks with further places.
  public static let finnedFrankenJellyfish = Technique("finned-franken-jellyfish")
  /// A fish of two houses of any kinds.
  public static let mutantXWing = Technique("mutant-x-wing")
  /// A fish of two houses of any kinds with further places.
  public static let finnedMutantXWing = Technique("finned-mutant-x-wing")
  /// A fish of three houses of any kinds.
  public static let mutantSwordfish = Technique("mutant-swordfish")
  /// A fish of three houses of any kinds with further places.
  public static let finnedMutantSwordfish = Technique("finned-mutant-swordfish")
  /// A fish of four houses of any kinds.
  public static let mutantJellyfish = Technique("mutant-jellyfish")
  /// A fish of four houses of any kinds with further places.
  public static let finnedMutantJellyfish = Technique("finned-mutant-jellyfish")
  /// A fish whose further places exclude a place of the digit by chains.
  public static let krakenFish1 = Technique("kraken-fish-1")
  /// A fish of which the places in one line, and the further places, exclude a candidate by chains.
  public static let krakenFish2 = Technique("kraken-fish-2")
}

extension TechniqueCatalogue {
  static let fish: [Technique.Entry] = [
    .init(.xWing, "X-Wing", .fish, \.fishReasons, also: ["Basic Fish"]),
    .init(.swordfish, "Swordfish", .fish, \.fishReasons, also: ["Basic Fish"]),
    .init(.jellyfish, "Jellyfish", .fish, \.fishReasons, also: ["Basic Fish"]),
    .init(.finnedXWing, "Finned X-Wing", .fish, \.finnedFishReasons, also: ["Finned Fish"]),
    .init(
      .sashimiXWing, "Sashimi X-Wing", .fish, \.finnedFishReasons,
      also: ["Sashimi Finned X-Wing", "Sashimi Fish"]),
    .init(.finnedSwordfish, "Finned Swordfish", .fish, \.finnedFishReasons, also: ["Finned Fish"]),
    .init(
      .sashimiSwordfish, "Sashimi Swordfish", .fish, \.finnedFishReasons,
      also: ["Sashimi Finned Swordfish", "Sashimi Fish"]),
    .init(.finnedJellyfish, "Finned Jellyfish", .fish, \.finnedFishReasons, also: ["Finned Fish"]),
    .init(
      .sashimiJellyfish, "Sashimi Jellyfish", .fish, \.finnedFishReasons,
      also: ["Sashimi Finned Jellyfish", "Sashimi Fish"]),
    .init(
      .finnedSquirmbag, "Finned Squirmbag", .fish, \.finnedFishReasons,
      also: ["Finned Fish", "Finned Starfish", "Squirmbag"]),
    .init(
      .sashimiSquirmbag, "Sashimi Squirmbag", .fish, \.finnedFishReasons,
      also: ["Sashimi Finned Squirmbag", "Sashimi Fish", "Sashimi Starfish", "Squirmbag"]),
    .init(.finnedWhale, "Finned Whale", .fish, \.finnedFishReasons, also: ["Finned Fish"]),
    .init(
      .sashimiWhale, "Sashimi Whale", .fish, \.finnedFishReasons,
      also: ["Sashimi Finned Whale", "Sashimi Fish"]),
    .init(.finnedLeviathan, "Finned Leviathan", .fish, \.finnedFishReasons, also: ["Finned Fish"]),
    .init(
      .sashimiLeviathan, "Sashimi Leviathan", .fish, \.finnedFishReasons,
      also: ["Sashimi Finned Leviathan", "Sashimi Fish"]),
    .init(.frankenXWing, "Franken X-Wing", .fish, \.frankenFishReasons, also: ["Franken Fish"]),
    .init(
      .finnedFrankenXWing, "Finned Franken X-Wing", .fish, \.frankenFishReasons,
      also: ["Finned Franken Fish"]),
    .init(
      .frankenSwordfish, "Franken Swordfish", .fish, \.frankenFishReasons,
      also: ["Franken Fish"]),
    .init(
      .finnedFrankenSwordfish, "Finned Franken Swordfish", .fish, \.frankenFishReasons,
      also: ["Finned Franken Fish"]),
    .init(
      .frankenJellyfish, "Franken Jellyfish", .fish, \.frankenFishReasons,
      also: ["Franken Fish"]),
    .init(
      .finnedFrankenJellyfish, "Finned Franken Jellyfish", .fish, \.frankenFishReasons,
      also: ["Finned Franken Fish"]),
    .init(.mutantXWing, "Mutant X-Wing", .fish, \.frankenFishReasons, also: ["Mutant Fish"]),
    .init(
      .finnedMutantXWing, "Finned Mutant X-Wing", .fish, \.frankenFishReasons,
      also: ["Finned Mutant Fish"]),
    .init(.mutantSwordfish, "Mutant Swordfish", .fish, \.frankenFishReasons, also: ["Mutant Fish"]),
    .init(
      .finnedMutantSwordfish, "Finned Mutant Swordfish", .fish, \.frankenFishReasons,
      also: ["Finned Mutant Fish"]),
    .init(.mutantJellyfish, "Mutant Jellyfish", .fish, \.frankenFishReasons, also: ["Mutant Fish"]),
    .init(
      .finnedMutantJellyfish, "Finned Mutant Jellyfish", .fish, \.frankenFishReasons,
      also: ["Finned Mutant Fish"]),
    .init(
      .krakenFish1, "Kraken Fish Type 1", .fish, \.krakenFishReasons,
      also: ["Kraken Fish", "Kraken"]),
    .init(
      .krakenFish2, "Kraken Fish Type 2", .fish, \.krakenFishReasons,
      also: ["Kraken Fish", "Kraken"]),
  ]
}

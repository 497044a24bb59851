extension Technique {
  /// A fish of two lines.
  public static let xWing = Technique("x-wing")
  /// A fish of three lines.
  public static let swordfish = Technique("swordfish")
  /// A fish of four lines.
  public static let jellyfish = Technique("jellyfish")
}

extension TechniqueCatalogue {
  /// Fish.
  static let fish: [Technique.Entry] = [
    .init(.xWing, "X-Wing", .fish) { $0.fishReasons },
    .init(.swordfish, "Swordfish", .fish) { $0.fishReasons },
    .init(.jellyfish, "Jellyfish", .fish) { $0.fishReasons },
  ]
}

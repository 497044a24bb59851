extension Technique {
  /// A candidate that sees both colours of a cluster.
  public static let simpleColorTrap = Technique("simple-color-trap")
  /// Two candidates of one colour that see each other.
  public static let simpleColorWrap = Technique("simple-color-wrap")
  /// Two clusters of which one of two colours is right.
  public static let multiColor1 = Technique("multi-color-1")
  /// A colour that sees both colours of another cluster.
  public static let multiColor2 = Technique("multi-color-2")
}

extension TechniqueCatalogue {
  /// Colouring of one digit.
  static let coloring: [Technique.Entry] = [
    .init(
      .simpleColorTrap, "Simple Colors Trap", .coloring,
      also: ["Simple Coloring", "Singles Chain", "Simple Colors", "Color Trap"]
    ) { $0.colorTrapReasons },
    .init(
      .simpleColorWrap, "Simple Colors Wrap", .coloring,
      also: ["Simple Coloring", "Singles Chain", "Simple Colors", "Color Wrap"]
    ) { $0.colorWrapReasons },
    .init(
      .multiColor1, "Multi Colors 1", .coloring,
      also: ["Multi Colors", "Multicoloring", "Color Wing"]
    ) {
      $0.multiColor1Reasons
    },
    .init(
      .multiColor2, "Multi Colors 2", .coloring,
      also: ["Multi Colors", "Multicoloring", "Color Wing"]
    ) {
      $0.multiColor2Reasons
    },
  ]
}

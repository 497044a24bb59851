extension Technique {
  /// A pivot of two digits with two pincers.
  public static let xyWing = Technique("xy-wing")
  /// A pivot of three digits with two pincers.
  public static let xyzWing = Technique("xyz-wing")
}

extension TechniqueCatalogue {
  /// Wings.
  static let wings: [Technique.Entry] = [
    .init(.xyWing, "XY-Wing", .wing, also: ["Y-Wing"]) { $0.wingReasons },
    .init(.xyzWing, "XYZ-Wing", .wing) { $0.wingReasons },
  ]
}

extension Technique {
  /// A pivot of two digits with two pincers.
  public static let xyWing = Technique("xy-wing")
  /// A pivot of three digits with two pincers.
  public static let xyzWing = Technique("xyz-wing")
  /// Four cells with four digits, of which one can be there twice.
  public static let wxyzWing = Technique("wxyz-wing")
  /// Two cells with the same two digits, joined by a conjugate pair of one of them.
  public static let wWing = Technique("w-wing")
}

extension TechniqueCatalogue {
  /// Wings.
  static let wings: [Technique.Entry] = [
    .init(.xyWing, "XY-Wing", .wing, also: ["Y-Wing", "Bent Triple"]) { $0.wingReasons },
    .init(.xyzWing, "XYZ-Wing", .wing, also: ["Bent Naked Triple"]) { $0.wingReasons },
    .init(.wxyzWing, "WXYZ-Wing", .wing, also: ["Bent Naked Quad"]) { $0.wxyzWingReasons },
    .init(.wWing, "W-Wing", .wing, also: ["Semi-Remote Naked Pair"]) { $0.wWingReasons },
  ]
}

/// Sets of techniques, as players name those that they know.
extension Set<Technique> {
  /// The techniques that a name stands for.
  ///
  /// ```swift
  /// Set<Technique>(named: "X-Wing")           // [.xWing]
  /// Set<Technique>(named: "naked triplets")   // [.nakedTriple]
  /// Set<Technique>(named: "Hidden Single")    // those of blocks and those of lines
  /// Set<Technique>(named: "subset")           // a whole family
  /// ```
  ///
  /// An id as it is written stands for its technique alone. Of other names case, hyphens and plurals
  /// don't count, and several techniques may share one.
  ///
  /// - Parameter name: An id, a name, another name in use or a family; `nil` where there is none of
  ///   them.
  public init?(named name: some StringProtocol) {
    if let technique = Technique(id: name) {
      self = [technique]
      return
    }
    guard let named = TechniqueCatalogue.byName[TechniqueName(name)] else { return nil }
    self.init(named)
  }
}

/// Sets of techniques, as players name those that they know.
extension Set<Technique> {
  /// The techniques that a name stands for.
  ///
  /// ```swift
  /// Set<Technique>(named: "X-Wing")           // [.xWing]
  /// Set<Technique>(named: "Hidden Single")    // those of blocks and those of lines
  /// Set<Technique>(named: "subset")           // a whole family
  /// ```
  ///
  /// - Parameter name: An id, a name, another name in use or a family, in upper or lower case; `nil`
  ///   where there is none of them.
  public init?(named name: some StringProtocol) {
    let name = name.lowercased()
    let entries = TechniqueCatalogue.all
    let exact = entries.filter { $0.technique.id == name || $0.name.lowercased() == name }
    if !exact.isEmpty {
      self.init(exact.map(\.technique))
      return
    }
    let named = entries.filter { entry in
      entry.family.rawValue.lowercased() == name
        || entry.aliases.contains { $0.lowercased() == name }
    }
    if named.isEmpty { return nil }
    self.init(named.map(\.technique))
  }
}

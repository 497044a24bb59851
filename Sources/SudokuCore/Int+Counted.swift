extension Int {
  /// The number of things: `1 game`, `2 games`.
  ///
  /// - Parameter noun: One of them.
  /// - Returns: The text.
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

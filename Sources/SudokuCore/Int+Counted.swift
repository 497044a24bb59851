extension Int {
  /// The number of things: `1 game`, `2 games`.
  ///
  /// - Parameters:
  ///   - noun: One of them.
  ///   - plural: Several of them, where that is not the noun with an s.
  /// - Returns: The text.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}

/// A name that no scale has.
public struct UnknownScale: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was asked for.
  public let name: String
  /// The names of the scales that there are.
  public let validNames: [String]

  /// What is wrong, and what is valid.
  public var description: String {
    "'\(name)' is not a valid scale; valid scales: \(validNames.joined(separator: ", "))"
  }
}

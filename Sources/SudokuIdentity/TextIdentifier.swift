/// What the identifiers have in common: each is its text, everywhere.
///
/// They are coded as that one string, compare as that string and read it back strictly.
public protocol TextIdentifier: Hashable, Comparable, Sendable, Codable, LosslessStringConvertible {
}

extension TextIdentifier {
  /// Reads the identifier's text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a text that is not an identifier of this kind.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let identifier = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not a valid \(Self.self)")
    }
    self = identifier
  }

  /// Writes the identifier's text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Orders identifiers by their text.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.description < rhs.description }
}

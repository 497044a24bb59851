/// The ID of a document: a game, the player's profile or the settings.
///
/// Its text is the game's ID, `profile` or `settings`. A name that only a newer version knows is
/// treated like the others.
public struct DocumentID: Hashable, Comparable, Sendable {
  /// The text.
  public let rawValue: String

  /// The player's profile.
  public static let profile = DocumentID(unchecked: "profile")
  /// The player's settings.
  public static let settings = DocumentID(unchecked: "settings")

  /// The document that maps IDs of games in other programs to their IDs here.
  package static let oldGames = DocumentID(unchecked: "old-games")

  package static let deviceSettings = DocumentID(unchecked: "device-settings")

  init(unchecked text: String) { rawValue = text }

  /// The name that a game had in another program, which may be any text.
  package init(oldID: String) { self.init(unchecked: oldID) }

  package var isGame: Bool { rawValue.hasPrefix("game-") }

  /// True for a document that never leaves the device: no store may see it.
  package var isLocalOnly: Bool { self == .deviceSettings }

  /// Orders documents by their text.
  public static func < (lhs: DocumentID, rhs: DocumentID) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension DocumentID: Codable, LosslessStringConvertible {
  /// The text.
  public var description: String { rawValue }

  /// Creates an ID from its text.
  public init?(_ description: String) {
    let isNameable = description.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "-")
    }
    guard 1...128 ~= description.utf8.count, isNameable else { return nil }
    rawValue = description
  }

  /// Reads the text.
  public init(from decoder: any Decoder) throws { self = try decodeText(Self.self, from: decoder) }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws { try encodeText(self, to: encoder) }
}

/// A token as it is kept: whose it is, but not what it is.
public struct TokenRecord: Hashable, Sendable, Codable {
  /// What a token lets its bearer do.
  public enum Role: String, Hashable, Sendable, Codable {
    /// Reads and writes one player's store.
    case player
    /// Reads the server's metrics, and nobody's games.
    case metrics
  }

  /// Its name; see `AccessToken.id`.
  public let id: String
  /// What it is good for.
  public let role: Role
  /// The player as the server names them; empty for tokens that are no player's.
  public let player: String
  /// A label by its creator: "Anna's phone".
  public let label: String
  /// When it was made, in milliseconds since 1970.
  public let createdMilliseconds: Int64
  /// When it was revoked, in milliseconds since 1970; `nil` while it is valid.
  public var revokedMilliseconds: Int64?

  /// Creates a record of a valid token.
  ///
  /// - Parameters:
  ///   - id: Its name.
  ///   - role: What it is good for.
  ///   - player: The player as the server names them.
  ///   - label: What it is for.
  ///   - createdMilliseconds: When it was made, in milliseconds since 1970.
  public init(
    id: String, role: Role, player: String, label: String, createdMilliseconds: Int64
  ) {
    self.id = id
    self.role = role
    self.player = player
    self.label = label
    self.createdMilliseconds = createdMilliseconds
  }
}

/// A token as it is kept: whose it is, but not what it is.
package struct TokenRecord: Hashable, Sendable, Codable {
  /// What a token lets its bearer do.
  package enum Role: String, Hashable, Sendable, Codable {
    /// Reads and writes one player's store.
    case player
    /// Reads the server's metrics, and nobody's games.
    case metrics
  }

  /// Its name; see `AccessToken.id`.
  package let id: String
  /// What it is good for.
  package let role: Role
  /// The player as the server names them; empty for tokens that are no player's.
  package let player: String
  /// A label by its creator: "Anna's phone".
  package let label: String
  /// When it was made, in milliseconds since 1970.
  package let createdMilliseconds: Int64
  /// When it was revoked, in milliseconds since 1970; `nil` while it is valid.
  package var revokedMilliseconds: Int64?
}

/// A token as it is kept: its owner and its name, but not its text.
package struct TokenRecord: Hashable, Sendable, Codable {
  /// The rights of a token's holder.
  package enum Role: String, Hashable, Sendable, Codable {
    /// Reads and writes one player's store.
    case player
    /// Reads the server's metrics, and no games.
    case metrics
  }

  /// The token's name; see `AccessToken.id`.
  package let id: String
  /// The rights that the token gives.
  package let role: Role
  /// The player's name on the server; empty for tokens that belong to no player.
  package let player: String
  /// A label by its creator: "Anna's phone".
  package let label: String
  /// The time at which it was made, in milliseconds since 1970.
  package let createdMilliseconds: Int64
  /// The time at which it was revoked, in milliseconds since 1970; `nil` while it is valid.
  package var revokedMilliseconds: Int64?
}

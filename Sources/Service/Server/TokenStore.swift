import SudokuSync

/// Where tokens are kept, as hashes.
package protocol TokenStore: Sendable {
  /// Keeps a new token with its SHA-256.
  func add(_ record: TokenRecord, hash: [UInt8]) async throws(SyncError)

  /// The record and the hash of a token; `nil` for an unknown name.
  func find(_ id: String) async throws(SyncError) -> (record: TokenRecord, hash: [UInt8])?

  /// A page of the tokens of a player, `nil` for all, in the order in which they were made.
  func list(
    player: String?, after previous: TokenRecord?, limit: Int
  ) async throws(SyncError) -> [TokenRecord]

  /// Revokes a token at a time in milliseconds since 1970; returns whether it exists.
  func revoke(_ id: String, at milliseconds: Int64) async throws(SyncError) -> Bool

  /// A text that changes when a token is added, revoked or removed.
  func mark() async throws(SyncError) -> String
}

extension TokenStore {
  /// Draws a token and keeps its hash.
  package func issue(
    to player: String, role: TokenRecord.Role = .player, label: String = "",
    at milliseconds: Int64,
    using random: some RandomNumberGenerator = SystemRandomNumberGenerator()
  ) async throws(SyncError) -> AccessToken {
    var random = random
    let token = AccessToken(using: &random)
    let record = TokenRecord(
      id: token.id, role: role, player: player, label: label, createdMilliseconds: milliseconds)
    try await add(record, hash: token.hash)
    return token
  }

  /// The record of a token that is valid; `nil` for any other.
  package func valid(_ token: AccessToken) async throws(SyncError) -> TokenRecord? {
    guard let (record, hash) = try await find(token.id), token.has(hash),
      record.revokedMilliseconds == nil
    else { return nil }
    return record
  }
}

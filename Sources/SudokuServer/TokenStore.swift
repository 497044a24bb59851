import SudokuSync

/// Where tokens are kept, as hashes.
package protocol TokenStore: Sendable {
  /// Keeps a new token.
  ///
  /// - Parameters:
  ///   - record: Whose it is.
  ///   - hash: Its SHA-256.
  /// - Throws: `SyncError`.
  func add(_ record: TokenRecord, hash: [UInt8]) async throws(SyncError)

  /// The record and the hash of a token.
  ///
  /// - Parameter id: Its name.
  /// - Returns: `nil` where there is none.
  /// - Throws: `SyncError`.
  func find(_ id: String) async throws(SyncError) -> (record: TokenRecord, hash: [UInt8])?

  /// The tokens in the order in which they were made, in pages.
  ///
  /// - Parameters:
  ///   - player: Whose; `nil` for everybody's.
  ///   - previous: The last one of the page before.
  ///   - limit: The most records wanted.
  /// - Returns: The records.
  /// - Throws: `SyncError`.
  func list(
    player: String?, after previous: TokenRecord?, limit: Int
  ) async throws(SyncError) -> [TokenRecord]

  /// Revokes a token.
  ///
  /// - Parameters:
  ///   - id: Its name.
  ///   - milliseconds: The time, in milliseconds since 1970.
  /// - Returns: Whether there was such a token.
  /// - Throws: `SyncError`.
  func revoke(_ id: String, at milliseconds: Int64) async throws(SyncError) -> Bool
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

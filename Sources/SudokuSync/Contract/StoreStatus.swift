import SudokuSession

/// Who a store is and what it holds at the moment of a response.
public struct StoreStatus: Hashable, Sendable, Codable {
  /// Made once, when the store was: another store, another identity.
  public var identity: String
  /// Changes when the store was made anew or knows that it went back to an older state: cursors of
  /// another epoch mean nothing.
  public var epoch: String
  /// Whose documents it holds; `nil` until the first `append`.
  public var player: PlayerID?
  /// The store's clock, in milliseconds since 1970.
  public var milliseconds: Int64
  /// The digest of all documents and heads, see `DigestTree`; `nil` where it is not known yet.
  public var digest: Digest?
  /// A number that only grows while nothing is lost; `nil` where the store has none.
  public var revision: Int64?
  /// What lies in the store and was skipped, the first hundred by name; `nil` for nothing.
  public var skipped: [SkippedFile]?

  /// Creates a status.
  ///
  /// - Parameters:
  ///   - identity: Made once, when the store was.
  ///   - epoch: Changes when the store was made anew.
  ///   - player: Whose documents it holds.
  ///   - milliseconds: The store's clock, in milliseconds since 1970.
  ///   - digest: The digest of all documents and heads.
  ///   - revision: A number that only grows while nothing is lost.
  public init(
    identity: String, epoch: String, player: PlayerID?, milliseconds: Int64, digest: Digest?,
    revision: Int64? = nil
  ) {
    self.identity = identity
    self.epoch = epoch
    self.player = player
    self.milliseconds = milliseconds
    self.digest = digest
    self.revision = revision
  }
}

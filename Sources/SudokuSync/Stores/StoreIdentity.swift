import JSONCoding
import SudokuSession

/// Who a store is: what it remembers of itself, and whom it lets in.
public struct StoreIdentity: Hashable, Sendable, Codable {
  /// Made once, when the store was.
  public let identity: String
  /// Changes when the store was made anew or knows that it went back to an older state.
  public var epoch: String
  /// Whose documents it holds; `nil` until the first `append`.
  public var player: PlayerID?

  /// Creates an identity.
  ///
  /// - Parameters:
  ///   - identity: A text that no other store has ever had.
  ///   - epoch: A text that this store has never had.
  ///   - player: Whose documents it holds.
  public init(identity: String, epoch: String, player: PlayerID? = nil) {
    self.identity = identity
    self.epoch = epoch
    self.player = player
  }

  /// Draws the identity of a new store.
  ///
  /// - Parameter random: Where it comes from.
  /// - Returns: The identity.
  public static func random(using random: inout some RandomNumberGenerator) -> StoreIdentity {
    StoreIdentity(
      identity: StreamHash(rawValue: random.next()).hexadecimal,
      epoch: StreamHash(rawValue: random.next()).hexadecimal)
  }

  /// Lets a request in, or not; the first `append` says whose the store is.
  ///
  /// - Parameter request: The request.
  /// - Returns: Whether the store belongs to somebody from now on, which has to be stored.
  /// - Throws: `SyncError` of kind `anotherPlayer`.
  public mutating func admit(_ request: StoreRequest) throws(SyncError) -> Bool {
    if let player {
      guard request.player == nil || request.player == player else {
        throw SyncError(
          .anotherPlayer,
          "the store holds the games of another player, \(player): merge them if both are yours")
      }
      return false
    }
    guard case .append(let batch) = request.query else { return false }
    player = request.player ?? PlayerID(of: batch.writer)
    return true
  }
}

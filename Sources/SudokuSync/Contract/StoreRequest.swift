import SudokuSession

/// A request to a store, as it travels: who asks, how long they will wait, and what for.
///
/// This and `StoreReply` are the one wire form of the store protocol, as JSON, for every store that
/// is another process or machine (`exec:`, `http:`, `postgres:`). The field `version` is 1; a newer
/// request is refused as `recordFromNewerVersion`.
///
/// ```json
/// {"player":"p-3f9k2m7q0a1bz","query":{"kind":"inProgress","limit":20},"timeLimitMilliseconds":2000,"version":1}
/// ```
public struct StoreRequest: Hashable, Sendable {
  /// The version of the wire form.
  public static let version = 1

  /// Who asks; `nil` for a device that does not know its player yet, or takes the store's.
  public var player: PlayerID?
  /// After how many milliseconds nobody waits for the answer any more; `nil` for the store's own
  /// limit.
  public var timeLimitMilliseconds: Int?
  /// What is asked.
  public var query: StoreQuery

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - player: Who asks.
  ///   - timeLimitMilliseconds: After how many milliseconds nobody waits for the answer any more.
  ///   - query: What is asked.
  public init(player: PlayerID? = nil, timeLimitMilliseconds: Int? = nil, query: StoreQuery) {
    self.player = player
    self.timeLimitMilliseconds = timeLimitMilliseconds
    self.query = query
  }
}

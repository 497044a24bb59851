import SudokuSession

/// A response or an error, as it travels.
///
/// ```json
/// {"answer":{"contents":{"completedGames":1,"games":2},"kind":"contents"},"status":{...},"version":1}
/// {"error":{"kind":"anotherPlayer","message":"..."},"version":1}
/// ```
public enum StoreReply: Hashable, Sendable {
  /// The store's response.
  case response(StoreResponse)
  /// Why there is none.
  case failure(SyncError)

  /// Runs a request and catches its error.
  ///
  /// - Parameter body: The request.
  public init(_ body: () throws(SyncError) -> StoreResponse) {
    do { self = .response(try body()) } catch { self = .failure(error) }
  }
}

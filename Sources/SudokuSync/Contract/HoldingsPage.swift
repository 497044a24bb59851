import SudokuSession

/// What a store holds of some documents.
public struct HoldingsPage: Hashable, Sendable, Codable {
  /// The documents, in order.
  public var holdings: [DocumentHolding]
  /// Whether more follow.
  public var hasMore: Bool

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - holdings: The documents, in order.
  ///   - hasMore: Whether more follow.
  public init(holdings: [DocumentHolding], hasMore: Bool) {
    self.holdings = holdings
    self.hasMore = hasMore
  }
}

import SudokuSession

/// What a store holds of a document, as it said itself.
public struct StoreHolding: Hashable, Sendable {
  /// The document.
  public let id: DocumentID
  /// The streams.
  public let heads: StreamHeads
  /// The summary that the store has merged in; `nil` if it may have none.
  public let summary: DocumentSummary?

  /// Creates a holding.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - heads: The streams.
  ///   - summary: The summary that the store has merged in.
  public init(id: DocumentID, heads: StreamHeads, summary: DocumentSummary?) {
    self.id = id
    self.heads = heads
    self.summary = summary
  }
}

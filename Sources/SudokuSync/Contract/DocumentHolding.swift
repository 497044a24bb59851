import SudokuSession

/// A document and what is held of it.
public struct DocumentHolding: Hashable, Sendable, Codable {
  /// The document.
  public let id: DocumentID
  /// The head of each stream.
  public var heads: StreamHeads

  /// Creates a holding.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - heads: The head of each stream.
  public init(id: DocumentID, heads: StreamHeads) {
    self.id = id
    self.heads = heads
  }
}

import SudokuSession

/// What a replica or store lacks of a document.
public struct DocumentDelta: Hashable, Sendable, Codable {
  /// The document.
  public let id: DocumentID
  /// The summary.
  public var summary: DocumentSummary
  /// All that the sender, store or replica, holds of the document; `nil` where a page of changes
  /// does not tell.
  public var heads: StreamHeads?
  /// The operations, each stream's in order without gaps.
  public var chunks: [OperationChunk]

  /// Creates a delta.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - summary: The summary.
  ///   - heads: All the sender holds of the document, if known.
  ///   - chunks: The operations, each stream's in order without gaps.
  public init(
    id: DocumentID, summary: DocumentSummary, heads: StreamHeads? = nil, chunks: [OperationChunk]
  ) {
    self.id = id
    self.summary = summary
    self.heads = heads
    self.chunks = chunks
  }
}

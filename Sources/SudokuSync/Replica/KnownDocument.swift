import SudokuSession

/// What a replica says of a document, without its operations.
public struct KnownDocument: Hashable, Sendable {
  /// Its summary.
  public var summary: DocumentSummary
  /// All that is held of it.
  public var heads: StreamHeads

  /// Creates one.
  ///
  /// - Parameters:
  ///   - summary: Its summary.
  ///   - heads: All that is held of it.
  public init(summary: DocumentSummary, heads: StreamHeads) {
    (self.summary, self.heads) = (summary, heads)
  }
}

import SudokuSession

/// A summary that was made from a document's operations.
public struct FoldedSummary: Hashable, Sendable {
  /// The summary.
  public var summary: DocumentSummary
  /// The operations it was made from.
  public var heads: StreamHeads
  /// What the store says, if it is known.
  public var stored: DocumentSummary?

  /// Creates one.
  ///
  /// - Parameters:
  ///   - summary: The summary.
  ///   - heads: The operations it was made from.
  ///   - stored: What the store says, if it is known.
  public init(summary: DocumentSummary, heads: StreamHeads, stored: DocumentSummary?) {
    (self.summary, self.heads, self.stored) = (summary, heads, stored)
  }
}

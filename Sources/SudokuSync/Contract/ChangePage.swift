import SudokuSession

/// A page of changes.
public struct ChangePage: Hashable, Sendable, Codable {
  /// The documents that changed.
  public var documents: [DocumentDelta]
  /// Where to go on; also on the last page.
  public var next: ChangeCursor
  /// Whether more changes wait.
  public var hasMore: Bool

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - documents: The documents that changed.
  ///   - next: Where to go on.
  ///   - hasMore: Whether more changes wait.
  public init(documents: [DocumentDelta], next: ChangeCursor, hasMore: Bool) {
    self.documents = documents
    self.next = next
    self.hasMore = hasMore
  }
}

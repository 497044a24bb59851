import SudokuSession

/// A document and what is known of it.
public struct DocumentQuestion: Hashable, Sendable, Codable {
  /// The document.
  public let id: DocumentID
  /// What the asking replica holds of it.
  public let known: StreamHeads

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - known: What the asking replica holds of it.
  public init(id: DocumentID, known: StreamHeads) {
    self.id = id
    self.known = known
  }
}

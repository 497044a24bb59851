import SudokuSession

/// Operations on their way to a store.
public struct OperationBatch: Hashable, Sendable, Codable {
  /// The device that sends the batch, which need not have made the operations.
  public let writer: DeviceID
  /// The documents with their summaries and new operations.
  public var documents: [DocumentDelta]
  /// A document whose news the receipt shall bring along, and what is known of it.
  public var question: DocumentQuestion?

  /// Creates a batch.
  ///
  /// - Parameters:
  ///   - writer: The device that sends the batch.
  ///   - documents: The documents with their summaries and new operations.
  ///   - question: A document whose news the receipt shall bring along.
  public init(
    writer: DeviceID, documents: [DocumentDelta], question: DocumentQuestion? = nil
  ) {
    self.writer = writer
    self.documents = documents
    self.question = question
  }
}

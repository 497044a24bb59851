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

/// What a store did with a batch.
public struct AppendReceipt: Hashable, Sendable, Codable {
  /// What became of each document of the batch, in its order.
  public var outcomes: [AppendOutcome]
  /// The answer to the batch's question; `nil` if there was none or the document is unknown.
  public var answer: DocumentDelta?

  /// Creates a receipt.
  ///
  /// - Parameters:
  ///   - outcomes: What became of each document of the batch, in its order.
  ///   - answer: The answer to the batch's question.
  public init(outcomes: [AppendOutcome], answer: DocumentDelta? = nil) {
    self.outcomes = outcomes
    self.answer = answer
  }
}

/// What became of one document of a batch.
public struct AppendOutcome: Hashable, Sendable, Codable {
  /// The document.
  public let id: DocumentID
  /// What the store holds of it now, durably.
  public var heads: StreamHeads
  /// Devices whose operations contradict stored ones and were not stored.
  public var diverged: [DeviceID]
  /// Why the store refuses the document for good; `nil` if it does not.
  public var refusal: String?

  /// Creates an outcome.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - heads: What the store holds of it.
  ///   - diverged: Devices whose operations contradict stored ones.
  ///   - refusal: Why the store refuses the document.
  public init(
    id: DocumentID, heads: StreamHeads, diverged: [DeviceID] = [], refusal: String? = nil
  ) {
    self.id = id
    self.heads = heads
    self.diverged = diverged
    self.refusal = refusal
  }
}

extension AppendOutcome {
  /// Whether the store holds all operations of a delta, and so may believe its summary.
  public func covers(_ delta: DocumentDelta) -> Bool {
    refusal == nil && diverged.isEmpty
      && delta.chunks.allSatisfy { $0.lastSeq <= heads[$0.device]?.seq ?? 0 }
  }
}

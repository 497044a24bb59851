import SudokuSession

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

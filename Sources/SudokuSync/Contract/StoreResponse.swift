import SudokuSession

/// A store's response: who the store is, what it holds, and the answer.
public struct StoreResponse: Hashable, Sendable {
  /// Who the store is and what it holds.
  public var status: StoreStatus
  /// The answer, of the query's kind.
  public var answer: StoreAnswer

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: Who the store is and what it holds.
  ///   - answer: The answer.
  public init(status: StoreStatus, answer: StoreAnswer) {
    self.status = status
    self.answer = answer
  }
}

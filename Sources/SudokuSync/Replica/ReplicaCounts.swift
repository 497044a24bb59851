import SudokuSession

/// How many documents a replica holds, and how much waits for the store.
public struct ReplicaCounts: Hashable, Sendable {
  /// The number of documents.
  public var documents = 0
  /// The number of games.
  public var games = 0
  /// The number of completed games.
  public var completedGames = 0
  /// The number of documents with something that the store has not acknowledged.
  public var pendingDocuments = 0
  /// The number of operations that the store has not acknowledged.
  public var pendingOperations = 0

  /// Creates counts of nothing.
  public init() {}
}

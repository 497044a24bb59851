import JSONCoding
import SudokuCore
import SudokuSession

/// A part of a game's history: the answer of `game.history`.
public struct HistoryRecord: Record {
  /// The game.
  public var game: DocumentID
  /// The operations, oldest first.
  public var operations: [OperationRecord]
  /// Whether there are more.
  public var hasMore: Bool
  /// The revision of the game.
  public var rev: Int

  /// Creates a record.
  public init(game: DocumentID, operations: [OperationRecord], hasMore: Bool, rev: Int) {
    self.game = game
    self.operations = operations
    self.hasMore = hasMore
    self.rev = rev
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "History", "A part of a game's history.",
    [
      .required("game", "The game's ID.") { $0.game.rawValue },
      .required("more", "Whether there are more.") { $0.hasMore },
      .required("operations", "Oldest first.") { $0.operations },
      .required("rev", "The revision of the game.", .integer(minimum: 0)) { $0.rev },
    ])
}

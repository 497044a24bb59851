import JSONCoding
import SudokuCore
import SudokuSession

/// There is a new conflict for the player to resolve.
public struct SyncConflictFound: NotificationRecord {
  /// `sync.conflict`.
  public static let topic = "sync.conflict"
  /// The game.
  public var game: DocumentID
  /// The conflict.
  public var conflict: SyncConflictRecord

  /// Creates a notification.
  public init(game: DocumentID, conflict: Conflict) {
    self.game = game
    self.conflict = SyncConflictRecord(conflict)
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SyncConflictFound", "There is a new conflict for the player to resolve.",
    [
      .required("conflict") { $0.conflict },
      .required("game", "The game's ID.") { $0.game.rawValue },
    ])
}

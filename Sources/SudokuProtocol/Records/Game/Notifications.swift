import JSONCoding
import SudokuCore
import SudokuSession

/// All notifications.
public enum Notifications {
  /// Their types, by topic in order.
  public static let all: [any NotificationRecord.Type] = [
    GameChanged.self, GameCompleted.self, GameCompletedElsewhere.self, GameEnded.self,
    ProgressMade.self,
    SyncConflictFound.self, SyncMerged.self, SyncStatusChanged.self,
  ]
}

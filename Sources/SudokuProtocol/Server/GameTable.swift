import SudokuSession
import SudokuSync

final class GameTable {
  var hasTouchedUncommitted = false
  var hasUncommitted: Bool { false }
  init(replica: any Replica) {}
  func commit() throws(SyncError) {}
}

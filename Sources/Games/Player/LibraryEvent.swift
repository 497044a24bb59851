import SudokuCore
import SudokuSession
import SudokuSync

/// Something that happened in a `GameLibrary` and that a client may want to show.
public enum LibraryEvent: Sendable {
  /// Where a change came from.
  public enum Origin: String, Hashable, Sendable {
    /// The player, on this device.
    case local
    /// Another device.
    case sync
  }

  /// A game changed; these cells look different now.
  case changed(
    DocumentID, origin: Origin, rev: Int, status: GameState.Status, cells: CellSet)
  /// The player completed a game here.
  case completed(DocumentID, elapsedMilliseconds: Int, mistakes: Int)
  /// A game was completed on another device.
  case completedElsewhere(DocumentID, wasCurrent: Bool)
  /// A game ended by news from elsewhere, other than by a completion: it was abandoned, or the
  /// mistakes of all devices together reached the limit.
  case ended(DocumentID, reason: GameState.Status)
  /// Operations of another device came to a game in memory; these cells look different now.
  case merged(DocumentID, cells: CellSet, from: DeviceID?)
  /// There is a new conflict for the player to resolve.
  case conflict(DocumentID, Conflict)
  /// Another device made a move in the game that is being played here, or plays a game that is newer
  /// than the current one.
  case activeElsewhere(DocumentID, DeviceID)
  /// Games came into the list, left it or have another status there.
  case listChanged([DocumentID], origin: Origin)
  /// The profile or the settings changed.
  case profileChanged(origin: Origin)
  /// A sync finished, with or without an error.
  case synced(SyncReport)
}

/// Why a `GameLibrary` can't do what it was asked.
public enum PlayerError: Error, Hashable, Sendable {
  /// There is no such game; `nil` where no game was named and none is current.
  case unknownGame(DocumentID?)
  /// So many games are open already.
  case tooManyOpenGames(limit: Int)
  /// The games being played have as many operations as may be in memory.
  case tooManyOpenOperations(limit: Int)
  /// So many imported operations wait for those before them already.
  case tooManyWaiting(limit: Int)
  /// The given time lies before the last one that was given for the game, in milliseconds since 1970.
  case timeGoesBack(last: Int64)
  /// The game refuses it.
  case game(GameError)
  /// The profile refuses it.
  case profile(ProfileError)
  /// The replica or the store failed.
  case sync(SyncError)
  /// There is no store.
  case noStore
  /// There is no backup of this name.
  case unknownBackup(String)
  /// There is no folder for backups.
  case noBackupFolder
}

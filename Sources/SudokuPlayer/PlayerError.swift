import SudokuSession
import SudokuSync

/// Why a `GameLibrary` can't do what it was asked.
public enum PlayerError: Error, Hashable, Sendable {
  /// There is no such game; `nil` where no game was named and none is current.
  case unknownGame(DocumentID?)
  /// So many games are open already.
  case tooManyOpenGames(limit: Int)
  /// So many imported operations wait for those before them already.
  case tooManyWaiting(limit: Int)
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

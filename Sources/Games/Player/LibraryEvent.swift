import SudokuCore
import SudokuSession
import SudokuSync

/// An event of a `GameLibrary` for clients to show.
public enum LibraryEvent: Sendable {
  /// The origin of a change.
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
  /// Operations of other devices ended a game without completing it.
  ///
  /// It was abandoned, or the mistakes of all devices together reached the limit.
  case ended(DocumentID, reason: GameState.Status)
  /// Operations of another device were merged into a game in memory; these cells look different now.
  case merged(DocumentID, cells: CellSet, from: DeviceID?)
  /// A game has a new conflict for the player to settle.
  case conflict(DocumentID, Conflict)
  /// Another device made a move in the game that is being played here, or plays a game that is newer
  /// than the current one.
  case activeElsewhere(DocumentID, DeviceID)
  /// Games were added to the list or removed from it, or have another status there.
  case listChanged([DocumentID], origin: Origin)
  /// The profile or the settings changed.
  case profileChanged(origin: Origin)
  /// A sync finished, with or without an error.
  case synced(SyncReport)
}

/// An error that prevents a `GameLibrary` from carrying out a request.
public enum PlayerError: Error, Hashable, Sendable {
  /// The game is unknown; `nil` if no game was named and none is current.
  case unknownGame(DocumentID?)
  /// The limit of open games is reached.
  case tooManyOpenGames(limit: Int)
  /// The games being played have reached the limit of operations in memory.
  case tooManyOpenOperations(limit: Int)
  /// The limit of imported operations that wait for earlier ones is reached.
  case tooManyWaiting(limit: Int)
  /// The given time is before the last one given for the game, which is in milliseconds since 1970.
  case timeGoesBack(last: Int64)
  /// The game refuses the request.
  case game(GameError)
  /// The profile refuses the request.
  case profile(ProfileError)
  /// The replica or the store failed.
  case sync(SyncError)
  /// No store is connected.
  case noStore
  /// No backup has this name.
  case unknownBackup(String)
  /// No folder for backups is set.
  case noBackupFolder
}

extension PlayerError {
  /// The error in a sentence, as the command line and the protocol report it.
  public var message: String {
    switch self {
    case .unknownGame(nil): "there is no current game"
    case .unknownGame(let id?): "unknown game '\(id)'"
    case .tooManyOpenGames(let limit): "the limit openGames is \(limit)"
    case .tooManyOpenOperations(let limit): "the limit openOperations is \(limit)"
    case .tooManyWaiting(let limit): "the limit waitingOperations is \(limit)"
    case .timeGoesBack(let last):
      "the time 'at' is before the last one for this game, \(UTCTime(milliseconds: last))"
    case .game(let error): error.message
    case .profile(let error): error.message
    case .sync(let error): error.message
    case .noStore: "there is no store: none was given"
    case .unknownBackup(let name): "unknown backup '\(name)'"
    case .noBackupFolder: "there is no folder for backups"
    }
  }
}

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

  /// A game changed.
  case changed(DocumentID, origin: Origin, rev: Int, status: GameState.Status)
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
  /// A sync finished, with or without an error.
  case synced(SyncReport)
}

import SudokuSession

/// What a sync is for.
public enum SyncGoal: String, Hashable, Sendable, CaseIterable {
  /// The current game in exactly one request; without one, the newest game of all devices.
  case now
  /// The newest game of all devices, whatever is played here.
  case discover
  /// What waits to be sent.
  case push
  /// What waits to be sent, and all that changed elsewhere.
  case news
  /// The current game, what waits to be sent, and all that changed elsewhere.
  case everything
  /// Everything, and the player says that the store's games are theirs, whoever the store thinks it
  /// belongs to.
  case merge
}

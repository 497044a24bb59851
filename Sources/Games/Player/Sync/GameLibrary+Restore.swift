import SudokuSession
import SudokuSync

/// The question of a new device to its player: restore the games of the store, or decline.
extension GameLibrary {
  /// True while the player has not yet accepted the store's games on this device.
  ///
  /// Until then only the current game is synced.
  public var asksBeforeRestoring: Bool { link.asksBeforeRestoring }

  /// True if this device has no games and has never read the store's changes.
  var isNew: Bool {
    guard let counts = try? replica.counts(), counts.games == 0 else { return false }
    return ((try? replica.value(for: .cursor)) ?? nil) == nil
  }

  /// Ends the question if a new device found nothing in the store.
  func settleRestoreQuestion(_ report: SyncReport) {
    guard link.asksBeforeRestoring, report.error == nil, report.pulled == 0, report.current == nil
    else { return }
    joinStore()
  }

  /// Ends the question if the player asked for a sync of everything or a merge.
  ///
  /// A sync of everything does not take back that the player declined.
  package func joinStore(for goal: SyncGoal) {
    if goal == .merge || goal == .everything && !link.hasDeclined { joinStore() }
  }

  /// Records the player's answer not to restore the store's games.
  ///
  /// From now on only new games are synced, and games requested by their ID. A later restore reverts the answer.
  ///
  /// - Returns: True if the question was open, or was declined before.
  /// - Throws: `SyncError` of the replica.
  @discardableResult
  public func declineRestore() throws(SyncError) -> Bool {
    guard link.asksBeforeRestoring else { return link.hasDeclined }
    let now = silentReading.dateMilliseconds / 1_000
    try replica.setValue("declined \(now)", for: .restoreQuestion)
    (link.asksBeforeRestoring, link.hasDeclined) = (false, true)
    return true
  }

  /// True while the player's answer is not to restore the store's games.
  public var hasDeclinedRestore: Bool { link.hasDeclined }

  /// Ends the question as accepted; from then on everything is synced.
  package func joinStore() {
    guard link.asksBeforeRestoring || link.hasDeclined else { return }
    (link.asksBeforeRestoring, link.hasDeclined) = (false, false)
    try? replica.setValue(nil, for: .restoreQuestion)
  }
}

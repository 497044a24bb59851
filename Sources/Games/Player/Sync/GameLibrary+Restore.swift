import SudokuSession
import SudokuSync

/// The question that a new device asks: whether to restore what the store holds.
extension GameLibrary {
  /// Whether the store holds games that the player has not yet accepted on this device; only the
  /// current game is synced until then.
  public var asksBeforeRestoring: Bool { link.asksBeforeRestoring }

  /// Whether this device has no games and never read what the store has.
  var isNew: Bool {
    guard let counts = try? replica.counts(), counts.games == 0 else { return false }
    return ((try? replica.value(for: .cursor)) ?? nil) == nil
  }

  /// Takes note of what a new device found in the store: where it found nothing there is nothing to
  /// ask.
  func settleRestoreQuestion(_ report: SyncReport) {
    guard link.asksBeforeRestoring, report.error == nil, report.pulled == 0, report.current == nil
    else { return }
    joinStore()
  }

  /// Takes note of what the player asked to sync.
  package func joinStore(for goal: SyncGoal) {
    if goal == .everything || goal == .merge { joinStore() }
  }

  /// Leaves in the store what it holds, as the player's answer to the question whether to restore it.
  ///
  /// Only games that begin from now on come, and those asked for by their ID. A restore takes it back.
  ///
  /// - Returns: Whether there was such a question, or the answer is this one already.
  /// - Throws: `SyncError` of the replica.
  @discardableResult
  public func declineRestore() throws(SyncError) -> Bool {
    guard link.asksBeforeRestoring else { return link.hasDeclined }
    let now = silentReading.dateMilliseconds / 1_000
    try replica.setValue("declined \(now)", for: .restoreQuestion)
    (link.asksBeforeRestoring, link.hasDeclined) = (false, true)
    return true
  }

  /// Whether the player has declined to restore what the store holds.
  public var hasDeclinedRestore: Bool { link.hasDeclined }

  /// Ends the question whether to restore what the store holds; from then on everything is synced.
  func joinStore() {
    guard link.asksBeforeRestoring || link.hasDeclined else { return }
    (link.asksBeforeRestoring, link.hasDeclined) = (false, false)
    try? replica.setValue(nil, for: .restoreQuestion)
  }
}

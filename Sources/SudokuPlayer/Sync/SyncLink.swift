import SudokuSync

/// How the library stands with the player's store.
struct SyncLink {
  /// Keeps the replica and the store in step; `nil` without a store.
  var engine: SyncEngine?
  /// Whether the outbox is being sent beside the games.
  var isPushing = false
  /// Whether something came meanwhile that is to be sent at once.
  var pushesAgain = false
  /// Whether the next commit is to be sent at once: the player leaves.
  var sendsNextCommit = false
  /// When the store is to be asked again after a failure, by the wall clock.
  var nextAttemptMilliseconds: Int64?
  /// What to add to the wall clock for the store's, in milliseconds, where it is known.
  var storeOffsetMilliseconds: Int64?
}

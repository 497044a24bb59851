import SudokuSession
import SudokuSync

/// The library's connection to the player's store, and its timers.
struct SyncLink {
  /// Synchronises the replica and the store; `nil` without a store.
  var engine: SyncEngine?
  var isBusy = false
  var next: Job?
  /// The time of the next push, by the monotonic clock; `nil` for none.
  var pushDueMilliseconds: Int64?
  /// The time to fetch signalled changes, by the monotonic clock; `nil` for none.
  var newsDueMilliseconds: Int64?
  /// The time of the last fetch of changes, by the monotonic clock.
  var lastNewsMilliseconds: Int64?
  /// True if the next commit must be sent at once, as the player leaves.
  var sendsNextCommit = false
  /// The time of the next attempt after a failure, by the wall clock.
  var nextAttemptMilliseconds: Int64?
  /// The offset from the wall clock to the store's, in milliseconds, if known.
  var storeOffsetMilliseconds: Int64?
  /// True while the player has not yet accepted the store's games on this device.
  ///
  /// Then only the current game is synced. A restore, or the first operation made here, accepts them.
  var asksBeforeRestoring = false
  /// True if the player has declined to restore them; then only games begun later are synced.
  var hasDeclined = false
  /// Returns true if the store would signal a change now.
  var isWatchLive: @Sendable () -> Bool = { false }
  /// The interval between polls of a store that can't signal, in milliseconds.
  var pollMilliseconds: @Sendable () -> Int64 = { 4_000 }
  /// The time of the next poll of a store that can't signal, by the monotonic clock.
  ///
  /// It is `nil` if no store is watched.
  var pollDueMilliseconds: Int64?
  /// True if the store could not be read last time.
  var isAway = false
  /// The conflicts of the profile that were emitted, or existed before.
  var knownProfileConflicts: Set<String> = []
  /// Ends whose events were emitted before the report that brings them; the next report omits them.
  var endsReported: [DocumentID: GameState.Status] = [:]
  /// The time to report that operations still wait for the store, by the monotonic clock.
  var stallDueMilliseconds: Int64?

  /// A kind of background sync.
  enum Job {
    /// Send pending operations.
    case push
    /// Send pending operations and fetch changes.
    case news
    /// The same, unless the store failed a moment ago.
    case poll
  }

  /// The delay of a push, in milliseconds, so that a burst of moves is one request.
  static let pushDelayMilliseconds: Int64 = 100
  /// The least interval between two fetches of changes, in milliseconds.
  ///
  /// A store that many devices write to at once signals all the time.
  static let newsIntervalMilliseconds: Int64 = 150
  /// The time that operations wait for the store before a report, in milliseconds.
  static let stallMilliseconds: Int64 = 60_000
}

/// The time until which the first requests wait for the store.
///
/// The store decides the current game and its state, so play waits for its answer. It waits no
/// longer than a limit, and not for all changes.
struct LaunchDeadline {
  /// The time at which play begins even without the store, by the monotonic clock.
  private(set) var endsAtMilliseconds: Int64
  private let beganAtMilliseconds: Int64

  /// The longest wait for changes of games other than the current one, in milliseconds.
  static let newsMilliseconds: Int64 = 200

  init(at nowMilliseconds: Int64, waitingAtMost milliseconds: Int64) {
    beganAtMilliseconds = nowMilliseconds
    endsAtMilliseconds = nowMilliseconds + max(0, milliseconds)
  }

  mutating func currentGameIsKnown() {
    endsAtMilliseconds = min(endsAtMilliseconds, beganAtMilliseconds + Self.newsMilliseconds)
  }
}

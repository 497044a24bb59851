import SudokuSession
import SudokuSync

/// The library's connection to the player's store, and its timers.
struct SyncLink {
  /// Synchronises the replica and the store; `nil` without a store.
  var engine: SyncEngine?
  var isBusy = false
  var next: Job?
  /// When what was stored is sent, by the monotonic clock.
  var pushDueMilliseconds: Int64?
  /// When news are fetched that the store has signalled, by the monotonic clock.
  var newsDueMilliseconds: Int64?
  /// When news were fetched last, by the monotonic clock.
  var lastNewsMilliseconds: Int64?
  /// Whether the next commit is to be sent at once: the player leaves.
  var sendsNextCommit = false
  /// When the store is to be asked again after a failure, by the wall clock.
  var nextAttemptMilliseconds: Int64?
  /// What to add to the wall clock for the store's, in milliseconds, where it is known.
  var storeOffsetMilliseconds: Int64?
  /// Whether the store holds a player's games that the player has not yet accepted on this device.
  ///
  /// Then only the current game is synced. A restore, or the first operation made here, is a yes.
  var asksBeforeRestoring = false
  /// Whether the player has declined to restore them; only games begun later are synced then.
  var hasDeclined = false
  /// Whether a change in the store would be signalled now.
  var isWatchLive: @Sendable () -> Bool = { false }
  /// When the store is asked for news that it can't signal, by the monotonic clock; `nil` where nobody
  /// waits for changes.
  var pollDueMilliseconds: Int64?
  /// Whether the store could not be read last time.
  var isAway = false
  /// The conflicts of the profile that were emitted, or were there before.
  var knownProfileConflicts: Set<String> = []
  /// Ends whose events were emitted before the report that brings them; the next report omits them.
  var endsReported: [DocumentID: GameState.Status] = [:]
  /// When the next report is due that operations still wait, by the monotonic clock.
  var stallDueMilliseconds: Int64?

  /// A kind of background sync.
  enum Job {
    /// Send what waits.
    case push
    /// Send what waits and fetch what changed.
    case news
    /// The same, unless the store failed a moment ago.
    case poll
  }

  /// How long what was stored waits for more, so that a burst of moves is one request.
  static let pushDelayMilliseconds: Int64 = 100
  /// How long to wait between two fetches of news, in milliseconds: a store that many devices write
  /// to at once signals all the time.
  static let newsIntervalMilliseconds: Int64 = 150
  /// How often a store is asked for news that can't signal them, in milliseconds.
  static let pollIntervalMilliseconds: Int64 = 4_000
  /// How long operations wait for the store before that is reported, in milliseconds.
  static let stallMilliseconds: Int64 = 60_000
}

/// The time until which the first requests wait for the store: sync first, then local play.
///
/// The store decides which game is the current one and how it stands, so nothing is played before
/// it has answered, but play waits no longer than a limit for a slow store, and not for all changes.
struct LaunchDeadline {
  /// When play begins even without the store, by the monotonic clock.
  private(set) var endsAtMilliseconds: Int64
  private let beganAtMilliseconds: Int64

  /// How long to wait for changes of games other than the current one, in milliseconds.
  static let newsMilliseconds: Int64 = 200

  init(at nowMilliseconds: Int64, waitingAtMost milliseconds: Int64) {
    beganAtMilliseconds = nowMilliseconds
    endsAtMilliseconds = nowMilliseconds + max(0, milliseconds)
  }

  mutating func currentGameIsKnown() {
    endsAtMilliseconds = min(endsAtMilliseconds, beganAtMilliseconds + Self.newsMilliseconds)
  }
}

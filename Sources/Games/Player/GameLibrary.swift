import SudokuSession
import SudokuSync

/// The player's games on this device, as an app, the protocol and a terminal use them.
///
/// It holds the open games and the current one, begins, opens and restarts games, and stores their
/// operations. It syncs with the player's store, and manages profile, backups and saves.
///
/// ```swift
/// let library = try GameLibrary(replica: replica, environment: environment)
/// library.onEvent = { event in ... }                     // changes of other devices among them
/// let opening = try library.begin(NewGame(puzzle: board))
/// let (_, outcome) = try library.perform(.place(cell, digit))
/// try library.commit()                                   // durable: now show it
/// outcome.mistakes
/// ```
///
/// All operations since the last `commit()` are stored in one transaction; if they can't be stored,
/// the games are as before. A library is used from one thread (or actor). Background work (syncs,
/// backups, counting) posts its results, and `collect()` applies them on that thread.
/// An `opID` identifies a request: sent again, it gets the same answer and changes nothing. An `at`
/// replaces the clocks, in milliseconds since 1970.
public final class GameLibrary {
  package let replica: any Replica
  /// The clocks, the randomness and the runner of background jobs.
  package let environment: PlayerEnvironment
  /// Receives all events, in order.
  public var onEvent: ((LibraryEvent) -> Void)?

  /// True if a request whose `at` is before the last one of its game is refused.
  package var timeMustGrow = false

  let table: GameTable
  var clock = PlayClock()
  let mailbox: Mailbox
  var link = SyncLink()
  /// The time of the last time note, by the monotonic clock.
  var lastNoteMilliseconds: Int64 = 0
  var hasTimeNote = false
  /// The last reading of the clocks for the player's eyes, by the monotonic clock.
  var shownTimeMilliseconds: Int64 = 0
  /// The latest time that a client gave with a request, in milliseconds since 1970-01-01 00:00 UTC.
  private(set) var latestTimeGiven = Int64.min
  /// The time up to which the running game's time is stored, by the monotonic clock.
  var storedTimeMilliseconds: Int64 = 0
  /// The time of the last look for other processes' writes, by the monotonic clock.
  var lastLookMilliseconds: Int64 = 0
  /// The game that is played here, and the stamps known when it was opened.
  var attention = Attention()
  /// The time until which play waits for the store; `nil` once play has begun.
  var launchDeadline: LaunchDeadline?
  package internal(set) lazy var decisions = DecisionLog(replica)
  let profileCache: ProfileCache
  var countsInBackground = false
  /// A latch that opens when the games are counted; `nil` while no count runs.
  var counting: AsyncLatch?
  /// Receives the lines that were stored.
  private var journal: ((DocumentID, [UInt8]) -> Void)?
  /// Parts of imported documents that wait for the operations before them.
  var parts = SaveParts()
  /// The local backups; `nil` for none.
  var backups: BackupSchedule?

  /// Opens the games of a replica.
  ///
  /// - Throws: `SyncError` if the replica can't be read.
  public init(
    replica: any Replica, environment: PlayerEnvironment, openGameLimit: Int = 4_096
  ) throws(SyncError) {
    self.replica = replica
    self.environment = environment
    table = try GameTable(replica: replica, limit: openGameLimit)
    mailbox = Mailbox(wake: environment.wake)
    profileCache = ProfileCache(replica)
    table.didCommit = { [weak self] entries in self?.stored(entries) }
    table.didFindDamage = { damage in environment.log(damage) }
    // From here on the replica reports other processes' writes.
    _ = try replica.changesByOthers()
    lastLookMilliseconds = environment.monotonicMilliseconds()
    lastNoteMilliseconds = environment.monotonicMilliseconds()
    recoverTime()
    followNewest(atStart: true)
    table.hasTouchedUncommitted = false
  }

  /// The game for requests that name none; `nil` if no game is current.
  public var current: DocumentID? { table.current }

  package func reading(_ at: Int64? = nil) -> ClockReading {
    if let at {
      latestTimeGiven = max(at, latestTimeGiven)
      return ClockReading(wallMilliseconds: at)
    }
    shownTimeMilliseconds = environment.monotonicMilliseconds()
    return ClockReading(
      wallMilliseconds: environment.wallMilliseconds(),
      monotonicMilliseconds: shownTimeMilliseconds,
      storeOffsetMilliseconds: link.storeOffsetMilliseconds)
  }

  /// Applies the results of background work, among them operations of other devices.
  public func collect() {
    for message in mailbox.take() { message(self) }
  }

  func emit(_ event: LibraryEvent) { onEvent?(event) }

  // MARK: Commit

  package var hasUncommitted: Bool { table.hasUncommitted }

  /// True once a request has used a game with operations that are not stored yet.
  ///
  /// The caller that answers requests sets it to `false` before each of them.
  package var hasTouchedUncommitted: Bool {
    get { table.hasTouchedUncommitted }
    set { table.hasTouchedUncommitted = newValue }
  }

  /// Stores all new operations in one transaction and schedules a push.
  ///
  /// - Throws: `SyncError`; no operation was stored, and the games are as before.
  public func commit() throws(SyncError) {
    guard table.hasUncommitted else { return }
    let last = clock.game.flatMap { table.openGame($0)?.commands.last?.reading }
    do throws(SyncError) { try table.commit() } catch {
      leaveGamesEndedMeanwhile()
      throw error
    }
    if !table.endedMeanwhile.isEmpty {
      leaveGamesEndedMeanwhile()
      // Store the change of the current game.
      if table.hasUncommitted { try table.commit() }
    }
    if let stored = last?.monotonicMilliseconds { storedTimeMilliseconds = stored }
    if table.hasStoredCompletion || link.sendsNextCommit {
      pushInBackground()
    } else {
      pushSoon()
    }
    link.sendsNextCommit = false
    backUpIfDue()
  }

  /// Schedules a push that also sends the operations of the next moments.
  func pushSoon() {
    guard link.engine != nil, link.pushDueMilliseconds == nil else { return }
    link.pushDueMilliseconds =
      environment.monotonicMilliseconds() + SyncLink.pushDelayMilliseconds
    if link.stallDueMilliseconds == nil {
      link.stallDueMilliseconds =
        environment.monotonicMilliseconds() + SyncLink.stallMilliseconds
    }
  }

  /// Calls `body` with the lines of each document that was stored, as they are stored.
  package func onCommit(_ body: @escaping (DocumentID, [UInt8]) -> Void) { journal = body }

  func stored(_ entries: [ReplicaEntry]) {
    for entry in entries {
      profileCache.stored(entry)
      journal?(entry.id, entry.lines)
    }
    // A name or a setting of the device is not an answer.
    if link.asksBeforeRestoring, entries.contains(where: { $0.id.isGame || $0.id == .profile }) {
      joinStore()
    }
    countIfStale()
  }
}

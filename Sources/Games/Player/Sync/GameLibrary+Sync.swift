import SudokuSession
import SudokuSync
import Synchronization

/// Syncing the library: when syncs start, and how their results reach the games in memory.
///
/// **Who does what.** `SyncEngine` moves operations between replica and store and knows nothing of games
/// in memory. It runs in the background (`environment.start`); its `SyncReport` comes back through the
/// mailbox and is applied by `take` on the library's thread. One background job runs at a time: `link.isBusy` and
/// `link.next` (a fetch of news replaces a push, as it also sends). Timers are times, nearly all in `SyncLink`;
/// `runDueTasks` compares them with the clock, so tests need no waiting.
///
/// **Launch.** `launch` fetches the current game only (`.now`) and sets a `LaunchDeadline`: until it
/// passes, `isLaunching` is true and the client should not let the player play, because the store
/// decides which game is current. When the current game is known, the deadline shrinks to 200 ms after the launch
/// and the rest is fetched (`.news`). A store that does not answer costs at most the deadline. A new,
/// empty device stops after the current game and asks first (`asksBeforeRestoring`); the first stored
/// operation or a sync of everything is a yes.
///
/// **News.** A watched store signals changes. A signal fetches at once, or 150 ms after the last fetch
/// (`newsDueMilliseconds`), since a busy store signals all the time. While the store can't signal,
/// because its watch failed or it has none, it is asked every four seconds, or as its address says
/// (`pollDueMilliseconds`).
///
/// **Push.** A commit sets `pushDueMilliseconds` 100 ms ahead, so a burst of moves is one request. A
/// completion, and a player who leaves, push at once. After a failure `nextAttemptMilliseconds` holds the
/// engine's back-off. Nothing is lost meanwhile: the replica's outbox is the truth, not these timers.
///
/// **Taking a report.** Per event: operations are merged into the open game; ends and completions emit
/// one event each (`reported` prevents a second one); a cloned identity makes the game read again. Only
/// then are games under an old identity read again, the profile cache and the current game updated,
/// and an ended current game left.
extension GameLibrary {
  /// Connects the player's store.
  public func connect(_ engine: SyncEngine, watching store: (any SyncStore)? = nil) {
    link.engine = engine
    link.knownProfileConflicts = Set(((try? profileCache.conflicts()) ?? []).map(\.id))
    let question = (try? replica.value(for: .restoreQuestion)) ?? nil
    link.hasDeclined = question?.hasPrefix("declined") ?? false
    link.asksBeforeRestoring = question != nil && !link.hasDeclined
    guard let store else { return }
    let watch = RunningWatch()
    if let store = store as? any WatchingStore {
      link.isWatchLive = { store.isWatchLive }
      link.pollMilliseconds = { store.pollMilliseconds }
    } else {
      link.isWatchLive = { watch.isRunning.withLock { $0 } }
    }
    link.pollDueMilliseconds = environment.monotonicMilliseconds() + link.pollMilliseconds()
    let mailbox = mailbox
    environment.start {
      for await _ in store.watch() {
        mailbox.post { $0.fetchNewsSoon() }
      }
      watch.isRunning.withLock { $0 = false }
    }
  }

  /// Fetches signalled changes, at once or a moment after the last fetch.
  private func fetchNewsSoon() {
    let now = environment.monotonicMilliseconds()
    let earliest = (link.lastNewsMilliseconds ?? .min / 2) + SyncLink.newsIntervalMilliseconds
    guard earliest > now else { return fetchNews() }
    link.newsDueMilliseconds = link.newsDueMilliseconds ?? earliest
  }

  func fetchNews() {
    link.newsDueMilliseconds = nil
    link.lastNewsMilliseconds = environment.monotonicMilliseconds()
    run(.news)
  }

  /// Synchronises the replica and the store; `nil` without a store.
  package var engine: SyncEngine? { link.engine }

  /// The lead of the newest stamp over this device's clock, in milliseconds, 0 for none.
  ///
  /// A lead means that some device's clock is, or was, ahead.
  package var clockSkewMilliseconds: Int64 {
    let newest = (try? replica.summaries(.all, limit: 1, before: nil))?.summaries.first
    return max(0, (newest?.lastStamp.milliseconds ?? 0) - environment.wallMilliseconds())
  }

  /// The offset from this device's clock to the store's, in milliseconds, if known.
  package var storeOffsetMilliseconds: Int64? { link.storeOffsetMilliseconds }

  /// True while the first answers wait for the store.
  public var isLaunching: Bool { launchDeadline != nil }

  /// Begins to sync in the background.
  ///
  /// Until the store has answered, or for a limited time, `isLaunching` is true and nothing should be played.
  ///
  /// An unreachable store is not a failure: the replica then decides. A new device gets the
  /// newest game only; the player is asked before the rest is restored.
  public func launch(waitingAtMost milliseconds: Int64 = 2_000) {
    guard let engine else { return }
    launchDeadline = LaunchDeadline(
      at: environment.monotonicMilliseconds(), waitingAtMost: milliseconds)
    if isNew, !link.hasDeclined {
      try? replica.setValue("new", for: .restoreQuestion)
      link.asksBeforeRestoring = true
    }
    link.isBusy = true
    let mailbox = mailbox
    environment.start {
      let first = await engine.sync(.now)
      mailbox.post { library in
        library.take(first)
        library.lookForNewest(after: first)
        library.launchDeadline?.currentGameIsKnown()
        library.settleRestoreQuestion(first)
        library.launchNews(isOver: first.error != nil)
      }
    }
  }

  /// Fetches all other changes, after the current game is known.
  private func launchNews(isOver: Bool) {
    guard let engine, !isOver, !link.asksBeforeRestoring else {
      launchDeadline = nil
      jobIsDone()
      return
    }
    let mailbox = mailbox
    environment.start {
      let report = await engine.sync(.news)
      mailbox.post { library in
        library.take(report)
        library.lookForNewest(after: report)
        library.launchDeadline = nil
        library.jobIsDone()
      }
    }
  }

  /// Takes the report of a sync after its caller has stopped waiting, on any thread.
  package var lateReport: @Sendable (SyncReport) -> Void {
    let mailbox = mailbox
    return { report in mailbox.post { $0.take(report) } }
  }

  /// Sends pending operations at the end of a session; it waits for the store longer than other calls.
  public nonisolated(nonsending) func pushAtEnd() async {
    guard let engine else { return }
    try? commit()
    let timeout = environment.storeTimeoutMilliseconds + 1_200
    if let report = await engine.sync(.push, waitingAtMost: timeout, late: { _ in }) {
      take(report)
    }
  }

  /// Sends pending operations in the background; call it when the player leaves.
  package func pushInBackground() { run(.push) }

  /// Runs a job in the background; a job requested meanwhile follows it.
  func run(_ job: SyncLink.Job, isRetry: Bool = false) {
    guard let engine else { return }
    guard !link.isBusy else {
      if case .news? = link.next {} else { link.next = job }
      return
    }
    link.isBusy = true
    link.pushDueMilliseconds = nil
    let asks = link.asksBeforeRestoring
    let mailbox = mailbox
    environment.start {
      let report: SyncReport? =
        switch job {
        case .push: await engine.pushIfDue()
        case .news: await engine.syncInBackground(asks ? .now : .news)
        case .poll: await engine.pollIfDue(asks ? .now : .news)
        }
      mailbox.post { library in
        if let report {
          library.take(report)
          library.lookForNewest(after: report)
        } else if isRetry {
          library.link.nextAttemptMilliseconds = library.environment.wallMilliseconds() + 500
        }
        library.jobIsDone()
      }
    }
  }

  private func jobIsDone() {
    link.isBusy = false
    guard let next = link.next else { return }
    link.next = nil
    run(next)
  }

  /// Applies a sync's report to the games in memory and emits its events.
  package func take(_ report: SyncReport) {
    if report.error == nil, report.requests > 0 { link.nextAttemptMilliseconds = nil }
    link.isAway = report.isAway
    notePending(after: report)
    let now = environment.wallMilliseconds()
    let before = table.current
    var reported = link.endsReported
    link.endsReported = [:]
    for event in report.events {
      noteDecision(event)
      switch event {
      case .merged(let id, let chunks):
        merge(id, chunks, &reported)
        claimCompletion(of: id, &reported)
      case .completedElsewhere(let id, let wasCurrent):
        if reported.updateValue(.completed, forKey: id) != .completed {
          emit(.completedElsewhere(id, wasCurrent: wasCurrent))
        }
      case .ended(let id, let end, _):
        if reported[id] == nil {
          reported[id] = end == .abandoned ? .abandoned : .gameOver
          emit(.ended(id, reason: end == .abandoned ? .abandoned : .gameOver))
        }
      case .cloned(let id, _, _):
        if let game = table.openGame(id) { table.readAgain(game, at: reading(game.lastAt)) }
        merge([], into: id, &reported)
      case .failed(_, let wait): link.nextAttemptMilliseconds = now + wait + 10
      default: break
      }
    }
    // The device may have a new identity, and games in memory would continue under the old one.
    // Read them only after their events: a game that is read again holds the new operations
    // already.
    table.readRenamed { reading($0.lastAt) }
    for id in report.changed { profileCache.changed(id) }
    if report.changed.contains(.profile) { emitProfileConflicts() }
    table.reloadCurrent()
    if let before, before != table.current { leaveClock(of: before) }
    table.observeNewest()
    leaveEndedGame(before, reported)
    link.storeOffsetMilliseconds = ((try? replica.value(for: .clockOffset)) ?? nil)
      .flatMap { Int64($0) }
    countIfStale()
    if !report.events.isEmpty { storeDecisions() }
    announceDocuments(report.changed)
    emit(.synced(report))
  }

  /// Applies the report of a sync that a caller waits for.
  ///
  /// An earlier sync may have stored operations whose own report has not arrived here. The caller's
  /// answer would precede them in the open games, so they are read from the replica.
  ///
  /// - Parameter follows: True if the newest game becomes the current one.
  /// - Returns: The report, with ends that no client has heard of.
  @discardableResult
  package func takeAwaited(_ report: SyncReport, follows: Bool = true) -> SyncReport {
    collect()
    let shown = table.current
    take(report)
    let before = table.current
    var reported: [DocumentID: GameState.Status] = [:]
    for id in openGameIDs {
      guard let held = table.openGame(id)?.session.document.operations.version,
        let stored = try? replica.heads(of: id),
        stored.contains(where: { $0.value.seq > held[$0.key] }),
        let chunks = try? replica.chunks(of: id, after: [:])
      else { continue }
      merge(id, chunks, &reported)
    }
    leaveEndedGame(before, reported)
    link.endsReported = reported
    if follows, report.goal != .push { followNewest(isForced: report.goal == .discover) }
    return report.error == nil ? withNews(report, instead: shown) : report
  }

  /// Merges chunks of other devices into a game in memory.
  private func merge(
    _ id: DocumentID, _ chunks: [OperationChunk], _ reported: inout [DocumentID: GameState.Status]
  ) {
    guard table.openGame(id) != nil else { return }
    var operations: [DocumentOperation] = []
    for chunk in chunks {
      guard let more = try? chunk.operations() else {
        // The replica reports the damage when the game is next read.
        table.forget(id)
        return
      }
      operations += more
    }
    merge(operations, into: id, &reported)
  }

  /// Merges other devices' operations into a game in memory.
  func merge(
    _ operations: [DocumentOperation], into id: DocumentID,
    _ reported: inout [DocumentID: GameState.Status]
  ) {
    guard let game = table.openGame(id) else { return }
    let old = game.session.document
    let known = Set(game.session.document.state.conflicts.map(\.id))
    let status = game.session.document.status
    if game.session.document.operations.isContradicted(by: operations) {
      // Operations of a copied device got other keys. Mixed with those here, the game would show
      // moves that no device made. So it is read again; the next commit replays pending commands.
      table.readAgain(game, at: reading(game.lastAt))
      guard table.openGame(id) != nil, !game.isOutdated else { return }
    } else {
      let reading = reading(game.lastAt)
      game.willChange()
      let (merge, own) = game.session.merge(operations, at: reading, clock: &table.clock)
      table.add(own, to: game, by: PendingCommand(kind: .merge, reading: reading, opID: nil))
      guard !merge.inserted.isEmpty || !own.isEmpty else { return }
      if let last = merge.inserted.last {
        emit(.merged(id, cells: merge.changedCells, from: last.device))
      }
    }
    let document = game.session.document
    for conflict in document.state.conflicts where !known.contains(conflict.id) {
      emit(.conflict(id, conflict))
    }
    emit(
      .changed(
        id, origin: .sync, rev: document.operations.count, status: document.status,
        cells: document.changedCells(since: old)))
    noteActivity(id, operations)
    guard document.status != status, !document.status.isPlayable else { return }
    emitEnd(of: id, document.status, &reported)
  }

  /// Emits the end of a game by operations from elsewhere, once.
  private func emitEnd(
    of id: DocumentID, _ status: GameState.Status, _ reported: inout [DocumentID: GameState.Status]
  ) {
    clock.stop(id)
    guard reported[id] != status, reported[id] != .completed else { return }
    reported[id] = status
    keepUnreported(id, status)
    emit(
      status == .completed
        ? .completedElsewhere(id, wasCurrent: table.current == id) : .ended(id, reason: status))
  }

  /// Emits the ends of the games that a commit found ended, and leaves them.
  func leaveGamesEndedMeanwhile() {
    guard !table.endedMeanwhile.isEmpty else { return }
    let before = table.current
    var reported: [DocumentID: GameState.Status] = [:]
    for (id, status) in table.endedMeanwhile.sorted(by: { $0.key < $1.key }) {
      emitEnd(of: id, status, &reported)
    }
    leaveEndedGame(before, reported)
  }

  /// Announces the conflicts of a game that is not in memory, and claims its completion if it is solved.
  ///
  /// Several devices' moves may solve a game only together; then no device has claimed the completion.
  ///
  /// Games in memory do this as they merge. Of the others only those that this device has played
  /// are read, so a restore of thousands of games reads none.
  func claimCompletion(of id: DocumentID, _ reported: inout [DocumentID: GameState.Status]) {
    guard table.openGame(id) == nil, let heads = try? replica.heads(of: id),
      heads[replica.device] != nil, let summary = try? replica.summary(of: id)?.game,
      summary.isInProgress, let document = try? table.document(id)
    else { return }
    if heads.count > 1 { announceConflicts(of: document) }
    guard document.isSolved, let game = try? table.game(id) else { return }
    merge([], into: game.id, &reported)
  }

}

/// The flag of a store's watch: true while it runs.
private final class RunningWatch: Sendable {
  let isRunning = Mutex(true)
}

import SudokuCore
import SudokuSession

/// The sync protocol of a device, as a state machine without I/O.
///
/// The machine sends nothing. `nextRequest` returns the next request, `receive` takes the response
/// or the failure. So the same code runs in `SyncEngine` on a real store and in the simulator,
/// whose network loses, duplicates and delays messages. It reads no clock: every call passes the
/// time.
///
/// ```swift
/// machine.begin(.now, at: now)
/// while let request = machine.nextRequest() {
///   machine.receive(.success(try core.perform(request, at: now)), at: now)
/// }
/// machine.report.requests    // 1, when a current game is known
/// ```
///
/// A goal becomes a list of steps; each step makes one request or several:
///
/// - `current`: with a current game, exactly one request sends its new operations and fetches
///   others'.
/// - `discover`: without one, a query finds the newest game, and one request fetches it.
/// - `look`: if the store holds operations unknown here, a query finds a newer game to fetch.
/// - `drain`: the outbox is sent in batches of many documents. A batch that the store refuses
///   shrinks until one bad document is found, which is left out for a while (`+Waiting`).
/// - `changes`: everything else arrives as pages of changes since the remembered cursor.
/// - `compareNodes` and the following: if the digests still differ, the tree is compared
///   (`+Reconcile`).
/// - `replace`: a diverged stream is settled (`Divergence`).
///
/// Every response is validated (`StoreResponse.admitted`). A sync whose answers bring nothing new
/// ends with an error after `patienceLimit`.
///
/// State between syncs lives in the replica (`ReplicaKey`), except for backoff and documents on
/// hold. A sync that fails or is abandoned leaves no other trace and can simply be started again.
package final class SyncMachine {
  enum Step: Hashable {
    case current
    /// Exchanges one game, known here or not.
    case game(DocumentID)
    case discover
    /// Fetches the newest game if the store holds operations unknown here.
    case look
    case fetch(DocumentID)
    /// Fetches an unknown game and makes it the current one, unless the current game is no longer
    /// `insteadOf`.
    case adopt(DocumentID, insteadOf: DocumentID?)
    case send(DocumentID)
    case replace(DocumentID)
    case drain
    case changes
    case compareNodes
    case compareLeaves([Int])
    case compareDocuments([Int], after: DocumentID?)
  }

  struct Pending {
    let query: StoreQuery
    let step: Step
    let sentAtMilliseconds: Int64
    /// The newest revision of the store known at the time of the request.
    let revision: Int64?
  }

  package let replica: any Replica
  /// The report of the running or last sync.
  package internal(set) var report = SyncReport(goal: .now)
  /// The wait before the next attempt after a failure; `nil` after a success.
  package internal(set) var retry: RetryDelay?
  /// The last failure; `nil` after a success.
  ///
  /// An error of writing stays until the store has accepted everything.
  package internal(set) var lastError: SyncError?
  /// The time since which syncs have failed, in milliseconds since 1970; `nil` while `lastError` is.
  package internal(set) var failingSinceMilliseconds: Int64?
  /// True if the store could not be read last time.
  package internal(set) var isAway = false
  /// The files that the store skipped, according to its last response.
  package internal(set) var skippedFiles: [SkippedFile] = []

  var steps: [Step] = []
  var outstanding: Pending?
  var nowMilliseconds: Int64 = 0
  var random: SeededRandom
  var backoff: Backoff
  var batchLimit = SyncMachine.fullBatch
  var lastDrained: DocumentID?
  var onHold: [DocumentID: Hold] = [:]
  /// True if no caller waits for this sync.
  var isInBackground = false
  /// Documents that failed in this sync.
  var heldNow: Set<DocumentID> = []
  /// The number of single documents that have failed in a row in this sync.
  var failedInARow = 0
  /// True once the store has accepted an append of this sync.
  var hasAccepted = false
  /// Documents whose last append in this sync the store acknowledged only in part.
  var keptLess: Set<DocumentID> = []
  /// Documents that were sent in part because a request would be too long.
  var pieces: Set<DocumentID> = []
  /// The time for which requests may go on to bring nothing new, in milliseconds.
  var patience = 0
  var marks = Marks()
  var fetched: Set<DocumentID> = []
  /// The error for which the store accepts no changes during this sync, though it can be read.
  var writeFailure: SyncError?
  /// True if this sync sends nothing, because the store refused changes shortly before.
  var skipsWrites = false
  var resent: Set<DocumentID> = []
  /// Games in the store that this sync rejected.
  var unfit: Set<DocumentID> = []
  /// The player, as the replica has it.
  var player: PlayerID?
  /// The digests of store and replica at the last complete comparison that left them different.
  ///
  /// `rounds` counts such comparisons in a row.
  var reconciled: (store: Digest, replica: Digest, rounds: Int)?
  /// Documents with operations that the store has lost; `missed`: documents with operations missed here.
  var lost: [DocumentID] = []
  var missed: [DocumentID] = []

  static let fullBatch = 500
  static let batchBytes = 1 << 20
  /// The most of one document in a request, in bytes: a request may have 8 MiB, and JSON at most doubles the lines.
  static let pieceBytes = 2 << 20
  static let pageLength = 1_000

  package init(replica: any Replica, random: SeededRandom, backoff: Backoff = Backoff()) {
    self.replica = replica
    self.random = random
    self.backoff = backoff
  }

  package var isRunning: Bool { !steps.isEmpty }

  /// The game that the player plays at the moment.
  package var currentGame: DocumentID? {
    (try? replica.value(for: .currentGame)).flatMap { $0 }.flatMap { DocumentID($0) }
  }

  /// The time of declining to restore older games, in seconds since 1970; `nil` if all are synced.
  var newGamesSince: Int64? {
    let answer = (try? replica.value(for: .restoreQuestion)) ?? nil
    return answer?.split(separator: " ").last.flatMap { Int64($0) }
  }

  /// Begins a sync; a running one is abandoned.
  ///
  /// With `game`, only that game is exchanged. In the background, a store that recently refused
  /// changes is only read.
  package func begin(
    _ goal: SyncGoal, only game: DocumentID? = nil, fetching documents: [DocumentID] = [],
    inBackground: Bool = false, at nowMilliseconds: Int64
  ) {
    writeFailure = nil
    skipsWrites =
      inBackground && lastError?.concernsWriting == true
      && retry?.isPending(at: nowMilliseconds) == true
    isInBackground = inBackground
    self.nowMilliseconds = nowMilliseconds
    (heldNow, keptLess, pieces, fetched) = ([], [], [], [])
    (failedInARow, hasAccepted) = (0, false)
    (patience, marks) = (Self.patienceLimit, Marks())
    report = SyncReport(goal: goal)
    outstanding = nil
    lastDrained = nil
    resent = []
    unfit = []
    steps =
      switch goal {
      case .now: [.current, .look]
      case .discover: [.discover]
      case .push: [.drain]
      case .news: newGamesSince == nil ? [.drain, .changes] : [.drain, .look]
      case .everything where newGamesSince != nil: [.current, .drain, .look]
      case .everything, .merge: [.current, .drain, .changes]
      }
    if let game { steps = [.game(game)] }
    steps += documents.map { .fetch($0) }
  }

  /// The next request; `nil` when the sync has ended.
  ///
  /// The request stays the same until it is answered.
  package func nextRequest() -> StoreRequest? {
    if let outstanding { return request(outstanding.query) }
    do {
      player = try replica.value(for: .player).flatMap { PlayerID($0) }
      try makeStaleSummaries()
      while let step = steps.first {
        guard let query = try query(for: step) else {
          if steps.first == step { steps.removeFirst() }
          continue
        }
        guard spendsPatience(on: step) else {
          let error = SyncError(
            .storeFailed,
            "the store's answers bring nothing new; given up after \(report.requests) requests")
          fail(error)
          return nil
        }
        report.requests += 1
        outstanding = Pending(
          query: query, step: steps.first ?? step, sentAtMilliseconds: nowMilliseconds,
          revision: try storeRevision())
        return request(query)
      }
      try finish()
    } catch {
      report.hasFailedHere = true
      fail(error)
    }
    return nil
  }

  /// A request of the player; without a player when merging.
  private func request(_ query: StoreQuery) -> StoreRequest {
    StoreRequest(player: report.goal == .merge ? nil : player, query: query)
  }

  /// Takes the store's response to the last request.
  package func receive(
    _ result: Result<StoreResponse, SyncError>, at nowMilliseconds: Int64
  ) {
    guard let pending = outstanding else { return }
    outstanding = nil
    self.nowMilliseconds = nowMilliseconds
    noteDuration(since: pending.sentAtMilliseconds)
    let response: StoreResponse
    do throws(SyncError) { response = try result.get().admitted(to: pending.query) } catch {
      let error = error.admitted
      if error.concernsWriting, pending.query.isAppend {
        // Continue with the steps that only read.
        writeFailure = error
      } else if !isolate(error, pending) {
        fail(error)
      }
      return
    }
    do {
      try note(response.status, pending)
      try take(response, for: pending)
      try compareQuickly(response.status)
      if isAway { recover() }
      if lastError == nil, writeFailure == nil { backoff.succeeded() }
    } catch {
      report.hasFailedHere = true
      fail(error)
    }
  }

  /// Ends the running sync with an error, and sets the wait before the next attempt.
  func fail(_ error: SyncError) {
    steps = []
    outstanding = nil
    reconciled = nil
    // The store as a whole is the cause.
    onHold = onHold.filter { !$0.value.error.isRetryable }
    report.current = currentGame
    isAway = !error.concernsWriting
    report.isAway = isAway && !report.hasFailedHere
    let wait = backoff.failed(using: &random)
    delay(after: error, error.kind == .storeFailed ? min(wait, Self.soonMilliseconds) : wait)
  }

  /// Records an error that a request outside a sync met; the next answer to a sync clears it.
  func noteUnreachable(_ error: SyncError, at milliseconds: Int64) {
    guard lastError == nil else { return }
    (lastError, failingSinceMilliseconds, isAway) = (error, milliseconds, true)
  }

  /// Ends the running sync because its caller has cancelled it; this is not a failure.
  package func abandon() {
    steps = []
    outstanding = nil
    report.current = currentGame
    report.error = SyncError(.storeUnavailable, "the sync was cancelled")
  }

  private func delay(after error: SyncError, _ wait: Int64) {
    failingSinceMilliseconds = lastError == nil ? nowMilliseconds : failingSinceMilliseconds
    lastError = error
    retry = RetryDelay(wait, from: nowMilliseconds)
    report.error = error
    report.events.append(.failed(error, retryAfterMilliseconds: wait))
  }

  private func recover() {
    lastError = nil
    failingSinceMilliseconds = nil
    retry = nil
    isAway = false
    report.events.append(.recovered)
  }

  /// True if nothing is sent for the rest of this sync.
  var isReadOnly: Bool { writeFailure != nil || skipsWrites }

  private func finish() throws(SyncError) {
    guard report.error == nil else { return }
    report.current = currentGame
    if report.requests > 0 {
      try replica.setValue(String(nowMilliseconds), for: .lastSync)
    }
    if let writeFailure { return delay(after: writeFailure, backoff.failed(using: &random)) }
    if let error = try errorOfWaitingDocuments() {
      guard error != lastError || !heldNow.isEmpty || !keptLess.isEmpty else {
        // No document was tried again.
        report.error = error
        return
      }
      // The next attempt is due when that of a document is.
      let next = onHold.values.map { $0.wait.rest(at: nowMilliseconds) }.min()
      return delay(after: error, max(next ?? backoff.failed(using: &random), 100))
    }
    guard !skipsWrites, lastError != nil else { return }
    if !hasAccepted, try !replica.pendingDocuments(limit: 1, after: nil).isEmpty { return }
    recover()
  }

  private func take(_ response: StoreResponse, for pending: Pending) throws(SyncError) {
    switch response.answer {
    case .document(let delta):
      guard case .document(let id, _) = pending.query else { return mismatch() }
      steps.removeFirst()
      if pending.step == .replace(id) {
        if let delta { try resolveDivergence(of: id, with: delta) }
      } else {
        try takeNews(delta, of: id)
        if case .adopt(id, let old) = pending.step { try adopt(id, insteadOf: old) }
      }
    case .append(let receipt):
      guard case .append(let batch) = pending.query else { return mismatch() }
      noteAccepted()
      if pending.step != .drain { steps.removeFirst() }
      try take(receipt, for: batch, step: pending.step)
    case .inProgress(let page):
      guard case .inProgress = pending.query else { return mismatch() }
      steps.removeFirst()
      try choose(from: page, isLooking: pending.step == .look)
    case .changes(let page):
      guard case .changes = pending.query else { return mismatch() }
      if !page.hasMore { steps.removeFirst() }
      try merge(page.documents, cursor: page.next)
      if !page.hasMore { try compareRoots(response.status) }
    case .digests(let page):
      guard case .digests = pending.query else { return mismatch() }
      steps.removeFirst()
      try take(page, for: pending.step)
    case .holdings(let page):
      guard case .holdings = pending.query else { return mismatch() }
      steps.removeFirst()
      try take(page, for: pending.step, response.status)
    case .contents: return mismatch()
    }
  }

  private func mismatch() { fail(.mismatchedAnswer) }
}

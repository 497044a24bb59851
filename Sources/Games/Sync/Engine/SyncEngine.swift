import SudokuCore
import SudokuSession

/// Synchronises a replica with a store: `SyncMachine` on a real store.
///
/// ```swift
/// let engine = SyncEngine(replica: replica, store: store, storeName: "sqlite:/data/store.sqlite",
///   random: random, clock: { milliseconds() })
/// let report = await engine.sync(.now)
/// report.requests            // 1, when a current game is known
/// report.completedElsewhere  // games that another device has completed meanwhile
/// ```
///
/// Syncs run one after the other. If the store does not answer, the report has an error and play
/// continues: operations stay in the replica, and a later sync sends them. The caller provides
/// clock and randomness.
public actor SyncEngine {
  private let machine: SyncMachine
  private let store: any SyncStore
  private let clock: @Sendable () -> Int64
  private let timeoutMilliseconds: Int
  private let executor = StoreExecutor(label: "sudoku.sync.store")
  /// Runs syncs whose caller may stop waiting, independent of a blocked thread pool.
  private let backgroundExecutor = StoreExecutor(label: "sudoku.sync")
  private var isSyncing = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Returns true once the caller no longer wants the result.
  package typealias Cancellation = @Sendable () -> Bool

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - replica: The device's replica.
  ///   - store: The store.
  ///   - storeName: A name of the store, for replicas of older versions, which know no identities.
  ///   - player: The player whose documents these are; `nil` for the replica's player, or the
  ///     store's.
  ///   - random: The source of jitter and new identities.
  ///   - timeoutMilliseconds: The longest wait for an answer of the store, in milliseconds.
  ///   - clock: The device's clock, in milliseconds since 1970.
  /// - Throws: `SyncError` of the replica.
  public init(
    replica: any Replica, store: any SyncStore, storeName: String, player: PlayerID? = nil,
    random: SeededRandom, timeoutMilliseconds: Int = 30_000, clock: @escaping @Sendable () -> Int64
  ) throws(SyncError) {
    if try replica.value(for: .storeIdentity) == nil, let last = try replica.value(for: .store),
      last != storeName
    {
      try replica.forgetStore()
    }
    if let player, try replica.value(for: .player) == nil {
      try replica.setValue(player.description, for: .player)
    }
    if try replica.value(for: .store) != storeName {
      try replica.setValue(storeName, for: .store)
    }
    machine = SyncMachine(replica: replica, random: random)
    self.store = store
    self.clock = clock
    self.timeoutMilliseconds = timeoutMilliseconds
  }

  /// The replica that is synchronised.
  package var replica: any Replica { machine.replica }

  /// Syncs.
  ///
  /// - Parameters:
  ///   - goal: The purpose of the sync.
  ///   - documents: Further documents to fetch.
  /// - Returns: The report, with the error if the store did not answer.
  public func sync(
    _ goal: SyncGoal, fetching documents: [DocumentID] = []
  ) async -> SyncReport {
    await sync(goal, fetching: documents, unless: { false })
  }

  /// Exchanges one game, known here or not, with the store in one request.
  public func sync(game: DocumentID) async -> SyncReport {
    await sync(.now, only: game, unless: { false })
  }

  /// Syncs while no caller waits; this respects a store that asked for a pause or refused changes.
  package func syncInBackground(_ goal: SyncGoal) async -> SyncReport {
    await sync(goal, inBackground: true, unless: { false })
  }

  /// Syncs until the end or until it is cancelled, which is checked before each request.
  ///
  /// - Parameter isForgotten: Returns true if no caller waits any more; called after a wait for
  ///   other syncs.
  package func sync(
    _ goal: SyncGoal, only game: DocumentID? = nil, fetching documents: [DocumentID] = [],
    inBackground: Bool = false, unless isCancelled: Cancellation,
    isForgotten: Cancellation = { false }
  ) async -> SyncReport {
    let hasWaited = await takeTurn()
    defer { passTurn() }
    machine.begin(
      goal, only: game, fetching: documents, inBackground: inBackground, at: clock())
    if hasWaited, isForgotten() { machine.abandon() }
    while !isCancelled(), var request = machine.nextRequest() {
      request.isBackground = inBackground
      let result = await answer(to: request)
      machine.receive(result, at: clock())
    }
    if machine.isRunning { machine.abandon() }
    return machine.report
  }

  /// Waits for other syncs; returns true if there were any.
  private func takeTurn() async -> Bool {
    let waits = isSyncing
    while isSyncing { await withCheckedContinuation { waiting.append($0) } }
    isSyncing = true
    return waits
  }

  private func passTurn() {
    isSyncing = false
    let next = waiting
    waiting = []
    for continuation in next { continuation.resume() }
  }

  /// Completes a first sync: sends the other pending operations and fetches the other changes.
  package func syncRest(
    after first: SyncReport, unless isCancelled: Cancellation = { false }
  ) async -> SyncReport {
    guard !first.isAway, !first.hasFailedHere else { return first }
    let pending = (try? machine.replica.pendingDocuments(limit: 1, after: nil)) ?? []
    guard first.isBehind || !pending.isEmpty else { return first }
    var report = first
    // After an error the second sync respects the store's pause.
    report.append(await sync(.news, inBackground: first.error != nil, unless: isCancelled))
    return report
  }

  /// Sends pending operations if an attempt is due; after a failure it also fetches missed changes.
  ///
  /// - Returns: The report; `nil` if it is too early after a failure, or nothing is pending.
  public func pushIfDue() async -> SyncReport? {
    let isRefusing = machine.isAway || machine.lastError?.concernsWriting == true
    if isRefusing, machine.retry?.isPending(at: clock()) == true { return nil }
    let pending = try? machine.replica.pendingDocuments(limit: 1, after: nil)
    guard pending?.isEmpty == false || machine.lastError != nil else { return nil }
    return await syncInBackground(isRefusing ? .everything : .push)
  }

  /// Polls a store that can't signal changes; `nil` if it is too early after a failure.
  package func pollIfDue(_ goal: SyncGoal) async -> SyncReport? {
    if machine.isAway, machine.retry?.isPending(at: clock()) == true { return nil }
    return await syncInBackground(goal)
  }

  /// Syncs and waits for the report for a limited time; a sync that has begun continues in the background.
  ///
  /// At launch, play waits at most two seconds for a slow store and then begins with the local
  /// data. A sync whose turn comes after its caller has stopped waiting makes no request.
  ///
  /// - Parameters:
  ///   - goal: The purpose of the sync.
  ///   - game: Exchanges only this game.
  ///   - milliseconds: The longest wait.
  ///   - late: Receives the report of a sync that took longer.
  /// - Returns: The report; `nil` if it comes later or never.
  public nonisolated func sync(
    _ goal: SyncGoal, only game: DocumentID? = nil, waitingAtMost milliseconds: Int = 2_000,
    late: @escaping @Sendable (SyncReport) -> Void
  ) async -> SyncReport? {
    await sync(goal, only: game, waitingAtMost: milliseconds, unless: { false }, late: late)
  }

  /// Syncs as above; a cancellation is checked before each request.
  package nonisolated func sync(
    _ goal: SyncGoal, only game: DocumentID? = nil, waitingAtMost milliseconds: Int,
    unless isCancelled: @escaping Cancellation, late: @escaping @Sendable (SyncReport) -> Void
  ) async -> SyncReport? {
    let call = OneShot<SyncReport?>()
    let timeout = Timeout(milliseconds: milliseconds) { call.give(nil) }
    defer { timeout.cancel() }
    Task(executorPreference: backgroundExecutor) {
      let report = await self.sync(
        goal, only: game, unless: isCancelled, isForgotten: { call.isGiven })
      if !call.give(report), report.requests > 0 { late(report) }
    }
    return await call.answer()
  }

  /// The number of games in the store, without fetching any: a new device asks its player first.
  ///
  /// - Parameter isMerging: True to accept a store of any player.
  /// - Returns: The store's numbers of games.
  /// - Throws: The store's error.
  public func contents(merging isMerging: Bool = false) async throws(SyncError) -> StoreContents {
    let known = try machine.replica.value(for: .player).flatMap { PlayerID($0) }
    let player = isMerging ? nil : known
    let request = StoreRequest(player: player, query: .contents)
    let response = try await answer(to: request).get().admitted(to: request.query)
    guard case .contents(let contents) = response.answer else { throw .mismatchedAnswer }
    return contents
  }

  /// Records that the store did not answer a request outside a sync, so that the status names what waits.
  package func noteUnreachable(_ error: SyncError) {
    machine.noteUnreachable(error, at: clock())
  }

  /// Fetches quarantined documents again.
  ///
  /// - Parameter document: One document; `nil` for all.
  /// - Returns: The report; `SyncStatus.quarantined` lists what is still rejected.
  /// - Throws: `SyncError` of the replica.
  public func retryQuarantined(_ document: DocumentID? = nil) async throws(SyncError) -> SyncReport
  {
    let replica = machine.replica
    let ids = Set(try replica.quarantined().map(\.document))
      .filter { document == nil || document == $0 }
    for id in ids { try replica.releaseQuarantined(id) }
    return await sync(.news, fetching: ids.sorted())
  }

  /// Repairs quarantined documents from the store.
  ///
  /// It cuts off operations that are unreadable on this device, fetches them again, and sends the
  /// store what it lacks.
  ///
  /// If the store cannot be reached, nothing is cut off.
  /// - Parameter document: One document; `nil` for all.
  /// - Returns: The number of operations cut off by document, and the sync's report;
  ///   `SyncStatus.quarantined` lists what is still rejected.
  /// - Throws: `SyncError` of the replica or the store.
  public func repairQuarantined(
    _ document: DocumentID? = nil
  ) async throws(SyncError) -> (cutOff: [DocumentID: Int], report: SyncReport) {
    let replica = machine.replica
    let ids = Set(try replica.quarantined().map(\.document))
      .filter { document == nil || document == $0 }
    _ = try await contents()
    var cutOff: [DocumentID: Int] = [:]
    for id in ids { cutOff[id] = try replica.dropQuarantined(id) }
    return (cutOff, await sync(.everything, fetching: ids.sorted()))
  }

  /// Signals that another device may have changed the store; see `SyncStore.watch`.
  public nonisolated func watch() -> AsyncStream<Void> { store.watch() }

  /// Ends all requests to the store; syncs fail from now on.
  public func close() async { await store.close() }

  /// The state of the device's syncs.
  ///
  /// - Throws: `SyncError` of the replica.
  public func status() throws(SyncError) -> SyncStatus {
    let replica = machine.replica
    var status = SyncStatus()
    status.lastSyncMilliseconds = try replica.value(for: .lastSync).flatMap { Int64($0) }
    let counts = try replica.counts()
    status.pendingOperations = counts.pendingOperations
    status.pendingDocuments = counts.pendingDocuments
    status.waiting = try waitingDocuments()
    status.isAway = machine.isAway
    status.lastError = machine.lastError
    status.retryAtMilliseconds = machine.retry?.untilMilliseconds
    status.clockOffsetMilliseconds = try replica.value(for: .clockOffset).flatMap { Int64($0) }
    status.current = machine.currentGame
    status.quarantined = try replica.quarantined()
    status.skipped = machine.skippedFiles
    status.player = try replica.value(for: .player).flatMap { PlayerID($0) }
    let identity = try replica.value(for: .storeIdentity)?.split(separator: " ").map(String.init)
    status.storeIdentity = identity?.first
    status.storeEpoch = identity?.last
    return status
  }

  /// The documents that the store did not accept, and those that wait because the whole store fails.
  private func waitingDocuments() throws(SyncError) -> [WaitingDocument] {
    var waiting = machine.onHold.map { id, hold in
      WaitingDocument(
        id: id, sinceMilliseconds: hold.sinceMilliseconds, reason: hold.error.description)
    }
    if let error = machine.lastError, let since = machine.failingSinceMilliseconds,
      waiting.isEmpty || machine.isAway
    {
      for id in try machine.replica.pendingDocuments(limit: 100, after: nil)
      where machine.onHold[id] == nil {
        waiting.append(
          WaitingDocument(id: id, sinceMilliseconds: since, reason: error.description))
      }
    }
    return Array(waiting.sorted { $0.id < $1.id }.prefix(100))
  }

  private func answer(to request: StoreRequest) async -> Result<StoreResponse, SyncError> {
    var request = request
    request.timeLimitMilliseconds = timeoutMilliseconds
    let (store, limited) = (store, request)
    return await SudokuSync.answer(within: timeoutMilliseconds, on: executor) {
      () async throws(SyncError) in
      try await store.perform(limited)
    }
  }
}

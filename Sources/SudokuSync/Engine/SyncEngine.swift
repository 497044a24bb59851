import SudokuCore
import SudokuSession

/// Keeps a replica and a store in step: `SyncMachine` on a real store.
///
/// ```swift
/// let engine = SyncEngine(replica: replica, store: store, storeName: "sqlite:/data/store.sqlite",
///   random: random, clock: { milliseconds() })
/// let report = await engine.sync(.now)
/// report.requests            // 1, when a current game is known
/// report.completedElsewhere  // games that another device has completed meanwhile
/// ```
///
/// Syncs run one after the other. A store that does not answer is a report with an error, never a
/// failure of play: operations wait in the replica and are sent when it comes back. Clock and
/// randomness are handed in.
public actor SyncEngine {
  private let machine: SyncMachine
  private let store: any SyncStore
  private let clock: @Sendable () -> Int64
  private let timeoutMilliseconds: Int64
  private var isSyncing = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - replica: The device's replica.
  ///   - store: The store.
  ///   - storeName: A name of the store; acknowledgements are forgotten when it is another one
  ///     than last time.
  ///   - random: Where jitter and new identities come from.
  ///   - timeoutMilliseconds: How long to wait for an answer of the store, in milliseconds.
  ///   - clock: The device's clock, in milliseconds since 1970.
  /// - Throws: `SyncError` of the replica.
  public init(
    replica: any Replica, store: any SyncStore, storeName: String, random: SeededRandom,
    timeoutMilliseconds: Int64 = 30_000, clock: @escaping @Sendable () -> Int64
  ) throws(SyncError) {
    if let last = try replica.value(for: .store), last != storeName { try replica.forgetStore() }
    if try replica.value(for: .store) != storeName {
      try replica.setValue(storeName, for: .store)
    }
    machine = SyncMachine(replica: replica, random: random)
    self.store = store
    self.clock = clock
    self.timeoutMilliseconds = timeoutMilliseconds
  }

  /// Syncs.
  ///
  /// - Parameter goal: What for.
  /// - Returns: What was done, with the error if the store did not answer.
  public func sync(_ goal: SyncGoal) async -> SyncReport {
    while isSyncing { await withCheckedContinuation { waiting.append($0) } }
    isSyncing = true
    defer {
      isSyncing = false
      let next = waiting
      waiting = []
      for continuation in next { continuation.resume() }
    }
    machine.begin(goal, at: clock())
    while let request = machine.nextRequest() {
      let result = await answer(to: request)
      machine.receive(result, at: clock())
    }
    return machine.report
  }

  /// Sends what waits, if an attempt is due; after a failure it also brings what was missed.
  ///
  /// - Returns: The report; `nil` when it is too early after a failure or nothing waits.
  public func pushIfDue() async -> SyncReport? {
    if machine.retry?.goesOn(at: clock()) == true { return nil }
    let pending = try? machine.replica.pendingDocuments(limit: 1, after: nil)
    guard pending?.isEmpty == false || machine.lastError != nil else { return nil }
    return await sync(machine.lastError == nil ? .push : .everything)
  }

  /// What the store holds, without taking any of it: a new device asks its player first.
  ///
  /// - Returns: Numbers of games.
  /// - Throws: What the store throws.
  public func contents() async throws(SyncError) -> StoreContents {
    var summaries: [DocumentID: DocumentSummary] = [:]
    var cursor: Cursor?
    while true {
      guard
        case .changes(let page) = try await answer(
          to: .changes(since: cursor, limit: SyncMachine.pageLength)
        ).get()
      else { throw SyncError(.storeFailed, "the store answered another question") }
      for delta in page.documents { summaries[delta.id] = delta.summary }
      cursor = page.next
      if !page.hasMore { break }
    }
    let games = summaries.values.filter { $0.id.isGame }
    return StoreContents(
      games: games.count, completedGames: games.count { $0.isCompleted },
      lastSavedMilliseconds: games.map(\.lastStamp.milliseconds).max())
  }

  /// How the syncs go.
  ///
  /// - Returns: The status.
  /// - Throws: `SyncError` of the replica.
  public func status() throws(SyncError) -> SyncStatus {
    let replica = machine.replica
    var status = SyncStatus()
    status.lastSyncMilliseconds = try replica.value(for: .lastSync).flatMap { Int64($0) }
    status.pendingOperations = try replica.counts().pendingOperations
    status.pendingDocuments = try replica.counts().pendingDocuments
    status.lastError = machine.lastError
    status.retryAtMilliseconds = machine.retry?.untilMilliseconds
    status.clockOffsetMilliseconds = try replica.value(for: .clockOffset).flatMap { Int64($0) }
    status.current = machine.currentGame
    return status
  }

  private func answer(to request: SyncRequest) async -> Result<SyncResponse, SyncError> {
    let store = store
    let limit = timeoutMilliseconds
    return await withTaskGroup(of: Result<SyncResponse, SyncError>.self) { group in
      group.addTask {
        do {
          return .success(try await store.perform(request))
        } catch let error as SyncError {
          return .failure(error)
        } catch {
          return .failure(SyncError(.storeFailed, "\(error)"))
        }
      }
      group.addTask {
        try? await Task.sleep(for: .milliseconds(limit))
        return .failure(SyncError(.storeUnavailable, "no answer within \(limit) ms"))
      }
      let first = await group.next()
      group.cancelAll()
      return first ?? .failure(SyncError(.storeUnavailable, "no answer"))
    }
  }
}

/// What a store holds.
public struct StoreContents: Hashable, Sendable {
  /// The number of games.
  public let games: Int
  /// How many of them are completed.
  public let completedGames: Int
  /// When one of them was saved last, in milliseconds since 1970; `nil` without games.
  public let lastSavedMilliseconds: Int64?
}

/// How the syncs of a device go.
public struct SyncStatus: Hashable, Sendable {
  /// When the last sync succeeded, in milliseconds since 1970; `nil` for never.
  public var lastSyncMilliseconds: Int64?
  /// The number of operations that the store has not acknowledged.
  public var pendingOperations = 0
  /// The number of documents with something that the store has not acknowledged.
  public var pendingDocuments = 0
  /// What went wrong last; `nil` after a success.
  public var lastError: SyncError?
  /// When the next attempt is due after a failure, in milliseconds since 1970.
  public var retryAtMilliseconds: Int64?
  /// What the store's clock reads more than the device's, in milliseconds, if measured.
  public var clockOffsetMilliseconds: Int64?
  /// The current game.
  public var current: DocumentID?

  /// Creates the status before the first sync.
  public init() {}

  /// Whether the store answered last time.
  public var isOnline: Bool { lastError == nil && lastSyncMilliseconds != nil }
}

import SudokuSession

/// The result of a sync.
public struct SyncReport: Hashable, Sendable {
  package var goal: SyncGoal
  /// The number of requests to the store.
  public var requests = 0
  /// The number of operations fetched that were new here.
  public var pulled = 0
  /// The number of sent operations that the store holds.
  public var pushed = 0
  /// Games that this sync found completed elsewhere.
  public var completedElsewhere: [DocumentID] = []
  /// Games that ended on other devices since the last report; `completedElsewhere` has the completed ones.
  public var ended: [EndedGame] = []
  /// Games in progress that other devices have played since the last report, newest first, at most 20.
  public var newer: [DocumentID] = []
  /// Documents whose operations or summary changed, by any device.
  public var changed: Set<DocumentID> = []
  /// The current game afterwards.
  public var current: DocumentID?
  /// True if the store holds, or may hold, operations that this device lacks.
  ///
  /// `SyncGoal.news` fetches them.
  public var isBehind = false
  /// The error, `nil` for none.
  public var error: SyncError?
  /// True if the store could not be read.
  package var isAway = false
  /// True if the error is of this device, not of the store.
  package var hasFailedHere = false
  /// The events in order.
  public var events: [SyncEvent] = []

  package init(goal: SyncGoal) { self.goal = goal }

  /// Adds the report of the next sync.
  package mutating func append(_ next: SyncReport) {
    requests += next.requests
    pulled += next.pulled
    pushed += next.pushed
    completedElsewhere += next.completedElsewhere
    current = next.current
    changed.formUnion(next.changed)
    isAway = isAway || next.isAway
    isBehind = next.isBehind
    error = next.error ?? error
    hasFailedHere = hasFailedHere || next.hasFailedHere
    events += next.events
  }
}

/// The purpose of a sync.
public enum SyncGoal: String, Hashable, Sendable, CaseIterable {
  /// Exchange the current game in one request; if the store holds more, or no game is current,
  /// fetch the newest game of all devices.
  case now
  /// Fetch the newest game of all devices, even while another one is played here.
  case discover
  /// Send pending operations.
  case push
  /// Send pending operations and fetch all changes of other devices.
  case news
  /// Exchange the current game, send pending operations, and fetch all changes of other devices.
  case everything
  /// Sync everything with a store of any player, whose games the user has confirmed as their own.
  case merge
}

/// The state of a device's syncs.
public struct SyncStatus: Hashable, Sendable {
  /// The time of the last successful sync, in milliseconds since 1970; `nil` for none.
  public var lastSyncMilliseconds: Int64?
  /// The number of operations that the store has not acknowledged.
  public var pendingOperations = 0
  /// The number of documents with operations or a summary that the store has not acknowledged.
  public var pendingDocuments = 0
  /// The first hundred documents that the store has not accepted, each with its time and reason.
  public var waiting: [WaitingDocument] = []
  /// The last error, or the reason that documents wait; `nil` after a success.
  public var lastError: SyncError?
  /// The time of the next attempt after a failure, in milliseconds since 1970.
  public var retryAtMilliseconds: Int64?
  /// The store's clock minus the device's, in milliseconds, if measured.
  package var clockOffsetMilliseconds: Int64?
  /// The current game.
  public var current: DocumentID?
  /// The rejected operations and documents.
  public var quarantined: [QuarantineEntry] = []
  /// Files in the store that are not part of it or are damaged.
  public var skipped: [SkippedFile] = []
  /// The player whose documents these are, once known.
  public var player: PlayerID?
  /// The identity of the store that answered last.
  public var storeIdentity: String?
  /// The epoch of the store that answered last.
  package var storeEpoch: String?

  /// True if the store could not be read last time.
  package var isAway = false

  package init() {}

  /// True if the store answered last time.
  public var isOnline: Bool { !isAway && lastSyncMilliseconds != nil }
}

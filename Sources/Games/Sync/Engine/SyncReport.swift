import SudokuSession

/// What a sync did.
public struct SyncReport: Hashable, Sendable {
  package var goal: SyncGoal
  /// How many requests were sent to the store.
  public var requests = 0
  /// How many operations came that were new here.
  public var pulled = 0
  /// How many operations the store took over.
  public var pushed = 0
  /// Games that turned out to be completed elsewhere.
  public var completedElsewhere: [DocumentID] = []
  /// Games that ended on other devices since the last report; `completedElsewhere` has the completed ones.
  public var ended: [EndedGame] = []
  /// Games in progress that other devices have played since the last report, newest first, at most 20.
  public var newer: [DocumentID] = []
  /// Documents whose operations or summary changed, by any device.
  public var changed: Set<DocumentID> = []
  /// The current game afterwards.
  public var current: DocumentID?
  /// Whether the store holds something that this device lacks, or may do; `SyncGoal.news` fetches
  /// it.
  public var isBehind = false
  /// What went wrong; `nil` if nothing did.
  public var error: SyncError?
  /// Whether the store could not be read.
  package var isAway = false
  /// Whether that went wrong on this device and not in the store.
  package var hasFailedHere = false
  /// What happened, in order.
  public var events: [SyncEvent] = []

  package init(goal: SyncGoal) { self.goal = goal }

  /// What two syncs did, one after the other.
  mutating func append(_ next: SyncReport) {
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

/// What a sync is for.
public enum SyncGoal: String, Hashable, Sendable, CaseIterable {
  /// The current game in exactly one request, and where the store holds more, the newest game of all
  /// devices; without a current game that one.
  case now
  /// The newest game of all devices, whatever is played here.
  case discover
  /// What waits to be sent.
  case push
  /// What waits to be sent, and all that changed elsewhere.
  case news
  /// The current game, what waits to be sent, and all that changed elsewhere.
  case everything
  /// Everything, from a store of any player: the user confirmed that its games are theirs.
  case merge
}

/// How the syncs of a device go.
public struct SyncStatus: Hashable, Sendable {
  /// When the last sync succeeded, in milliseconds since 1970; `nil` for never.
  public var lastSyncMilliseconds: Int64?
  /// The number of operations that the store has not acknowledged.
  public var pendingOperations = 0
  /// The number of documents with something that the store has not acknowledged.
  public var pendingDocuments = 0
  /// The documents that the store has not accepted, the first hundred, since when and why.
  public var waiting: [WaitingDocument] = []
  /// What went wrong last, or why documents wait; `nil` after a success.
  public var lastError: SyncError?
  /// When the next attempt is due after a failure, in milliseconds since 1970.
  public var retryAtMilliseconds: Int64?
  /// What the store's clock reads more than the device's, in milliseconds, if measured.
  package var clockOffsetMilliseconds: Int64?
  /// The current game.
  public var current: DocumentID?
  /// What was rejected.
  public var quarantined: [QuarantineEntry] = []
  /// What lies in the store and is not part of it.
  public var skipped: [SkippedFile] = []
  /// Whose documents these are, once it is known.
  public var player: PlayerID?
  /// The identity of the store that answered last.
  public var storeIdentity: String?
  /// The epoch of the store that answered last.
  package var storeEpoch: String?

  /// Whether the store could not be read last time.
  package var isAway = false

  package init() {}

  /// Whether the store answered last time.
  public var isOnline: Bool { !isAway && lastSyncMilliseconds != nil }
}

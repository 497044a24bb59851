import SudokuCore
import SudokuSession
import Synchronization

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
  /// What could not be let in.
  public var quarantined: [QuarantineEntry] = []
  /// What lies in the store and is not part of it.
  public var skipped: [SkippedFile] = []
  /// Whose documents these are, once it is known.
  public var player: PlayerID?
  /// The identity of the store that answered last.
  public var storeIdentity: String?
  /// The epoch of the store that answered last.
  public var storeEpoch: String?

  /// Creates the status before the first sync.
  public init() {}

  /// Whether the store answered last time.
  public var isOnline: Bool { lastError == nil && lastSyncMilliseconds != nil }
}

import SudokuSession

/// How the syncs go: the answer of `sync.status`.
public struct SyncStatusRecord: Record {
  /// What the store holds, where it can be restored.
  public struct Restorable: Record {
    /// The number of completed games.
    public var completed: Int
    /// The number of games.
    public var games: Int
    /// When the newest was saved.
    public var lastSaved: UTCTime?

    /// Creates a record.
    public init(completed: Int, games: Int, lastSaved: UTCTime?) {
      self.completed = completed
      self.games = games
      self.lastSaved = lastSaved
    }

    /// Name and fields.
    public static let shape = RecordShape<Self>(
      "Restorable", "What the store holds, where it can be restored.",
      [
        .required("completed", "Games completed.") { $0.completed },
        .required("games") { $0.games },
        .nullable("lastSaved", "When the newest was saved.") { $0.lastSaved },
      ])
  }

  /// Whether there is a store.
  public var hasStore: Bool
  /// Whether the last request reached the store.
  public var isOnline = false
  /// How many operations the store has not acknowledged.
  public var pending: Int
  /// The last error.
  public var lastError: String?
  /// When the store last answered.
  public var lastSync: UTCTime?
  /// What to add to this device's clock for the store's.
  public var clockOffsetMilliseconds: Int64?
  /// How far the newest operation lies in the future by this device's clock, in milliseconds.
  public var clockSkewMilliseconds: Int64 = 0
  /// Whether the store holds another player's games and waits to hear whether to merge them.
  public var isMergeNeeded = false
  /// The current game of all devices.
  public var current: DocumentID?
  /// What the store holds, where this device has nothing.
  public var restore: Restorable?
  /// What was quarantined.
  public var quarantined: [QuarantineRecord] = []
  /// What lies in the store and is not part of it.
  public var skipped: [SkippedFileRecord] = []
  /// Whose games these are, once it is known.
  public var player: String?
  /// The identity of the store that answered last.
  public var storeIdentity: String?
  /// Its epoch, which changes when it is made anew.
  public var storeEpoch: String?
  /// Whether the store notifies of changes by other devices.
  public var isWatching = false

  /// Creates a record.
  public init(hasStore: Bool, pending: Int) {
    self.hasStore = hasStore
    self.pending = pending
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SyncStatus", "The state of sync.",
    [
      .nullable("clockOffsetMilliseconds", "What to add to this clock to get the store's.") {
        $0.clockOffsetMilliseconds
      },
      .required(
        "clockSkewMilliseconds",
        "How far the newest operation lies in the future: a device's clock is, or was, ahead.",
        .integer(minimum: 0)
      ) { $0.clockSkewMilliseconds },
      .nullable("current", "The current game of all devices.") { $0.current?.rawValue },
      .nullable("lastError") { $0.lastError },
      .nullable("lastSync", "When the store last answered.") { $0.lastSync },
      .required(
        "mergeNeeded",
        "The store holds another player's games; sync.now with merge says that they belong here."
      ) { $0.isMergeNeeded },
      .required("online", "Whether the last request reached the store.") { $0.isOnline },
      .required("pending", "Operations that the store has not acknowledged.") { $0.pending },
      .optional("player", "Whose games these are, once it is known.") { $0.player },
      .required(
        "quarantined", "What was quarantined: operations that are invalid or can't be read."
      ) { $0.quarantined },
      .optional("restore") { $0.restore },
      .required("restoreAvailable", "This device has no games but the store has some.") {
        ($0.restore?.games ?? 0) > 0
      },
      .optional(
        "skipped", "Files in the store that are not part of it, where there are any: not read."
      ) { $0.skipped.isEmpty ? nil : $0.skipped },
      .required("store", "Whether there is a store.") { $0.hasStore },
      .optional("storeEpoch", "Changes when the store is made anew.") { $0.storeEpoch },
      .optional("storeIdentity", "The identity of the store that answered last.") {
        $0.storeIdentity
      },
      .required("watching", "Whether the store notifies of changes by other devices.") {
        $0.isWatching
      },
    ])
}

import SudokuSession

/// What a sync did: the answer of `sync.now` and `sync.restore`.
public struct SyncReportRecord: Record {
  /// What this device has after everything was brought from the store.
  public struct Summary: Record, Hashable {
    /// The number of completed games.
    public var completed: Int
    /// The number of games.
    public var games: Int
    /// The player's level.
    public var level: Int
    /// How much was unlocked.
    public var unlocked: Int

    /// Creates a record.
    public init(completed: Int, games: Int, level: Int, unlocked: Int) {
      self.completed = completed
      self.games = games
      self.level = level
      self.unlocked = unlocked
    }

    /// Name and fields.
    public static let shape = RecordShape<Self>(
      "RestoredPlayer", "What this device has now.",
      [
        .required("completed", "Games completed.") { $0.completed },
        .required("games") { $0.games },
        .required("level", "The player's level.") { $0.level },
        .required("unlocked", "How much was unlocked.") { $0.unlocked },
      ])
  }

  /// How often the store was asked.
  public var requests: Int
  /// How many operations were new here.
  public var pulled: Int
  /// How many operations the store took over.
  public var pushed: Int
  /// Games completed on other devices.
  public var completedElsewhere: [DocumentID]
  /// The current game.
  public var current: DocumentID?
  /// What was decided, a line each.
  public var log: [String]
  /// What this device has now; for `sync.restore`.
  public var summary: Summary?

  /// Creates a record.
  public init(
    requests: Int, pulled: Int, pushed: Int, completedElsewhere: [DocumentID],
    current: DocumentID?, log: [String], summary: Summary? = nil
  ) {
    self.requests = requests
    self.pulled = pulled
    self.pushed = pushed
    self.completedElsewhere = completedElsewhere
    self.current = current
    self.log = log
    self.summary = summary
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SyncReport", "What a sync did.",
    [
      .required("completedElsewhere", "Games completed on other devices.") {
        $0.completedElsewhere.map(\.rawValue)
      },
      .nullable("current", "The current game's ID.") { $0.current?.rawValue },
      .required("log", "What was decided, a line each.") { $0.log },
      .required("pulled", "Operations that were new here.") { $0.pulled },
      .required("pushed", "Operations that the store took over.") { $0.pushed },
      .required("requests", "How often the store was asked.") { $0.requests },
      .optional("summary", "After a restore.") { $0.summary },
    ])
}

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
  /// When the store was last asked with success.
  public var lastSync: UTCTime?
  /// What to add to this device's clock for the store's.
  public var clockOffsetMilliseconds: Int64?
  /// The current game of all devices.
  public var current: DocumentID?
  /// What the store holds, where this device has nothing.
  public var restore: Restorable?

  /// Creates a record.
  public init(hasStore: Bool, pending: Int) {
    self.hasStore = hasStore
    self.pending = pending
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SyncStatus", "How the syncs go.",
    [
      .nullable("clockOffsetMilliseconds", "What to add to this clock for the store's.") {
        $0.clockOffsetMilliseconds
      },
      .nullable("current", "The current game of all devices.") { $0.current?.rawValue },
      .nullable("lastError") { $0.lastError },
      .nullable("lastSync", "When the store was last asked with success.") { $0.lastSync },
      .required("online", "Whether the last request reached the store.") { $0.isOnline },
      .required("pending", "Operations that the store has not acknowledged.") { $0.pending },
      .optional("restore") { $0.restore },
      .required("restoreAvailable", "This device has no games but the store has some.") {
        ($0.restore?.games ?? 0) > 0
      },
      .required("store", "Whether there is a store.") { $0.hasStore },
    ])
}

/// What the player has to decide: the answer of `sync.conflicts`.
public struct SyncConflictsRecord: Record {
  /// The conflicts.
  public var conflicts: [SyncConflictRecord]

  /// Creates a record.
  public init(_ conflicts: [SyncConflictRecord]) { self.conflicts = conflicts }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SyncConflicts", "What the player has to decide between devices.",
    [.required("syncConflicts") { $0.conflicts }])
}

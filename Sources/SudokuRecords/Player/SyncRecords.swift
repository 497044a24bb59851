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
  /// How far the newest operation lies in the future by this device's clock, in milliseconds.
  public var clockSkewMilliseconds: Int64 = 0
  /// Whether the store holds another player's games and waits to hear whether to merge them.
  public var isMergeNeeded = false
  /// The current game of all devices.
  public var current: DocumentID?
  /// What the store holds, where this device has nothing.
  public var restore: Restorable?
  /// What could not be let in.
  public var quarantined: [QuarantineRecord] = []
  /// Whose games these are, once it is known.
  public var player: String?
  /// Who the store is that answered last.
  public var storeIdentity: String?
  /// Its epoch, which changes when it is made anew.
  public var storeEpoch: String?
  /// Whether the store signals what other devices do.
  public var isWatching = false

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
      .required(
        "clockSkewMilliseconds",
        "How far the newest operation lies in the future: a device's clock is, or was, ahead.",
        .integer(minimum: 0)
      ) { $0.clockSkewMilliseconds },
      .nullable("current", "The current game of all devices.") { $0.current?.rawValue },
      .nullable("lastError") { $0.lastError },
      .nullable("lastSync", "When the store was last asked with success.") { $0.lastSync },
      .required(
        "mergeNeeded",
        "The store holds another player's games; sync.now with merge says that they belong here."
      ) { $0.isMergeNeeded },
      .required("online", "Whether the last request reached the store.") { $0.isOnline },
      .required("pending", "Operations that the store has not acknowledged.") { $0.pending },
      .optional("player", "Whose games these are, once it is known.") { $0.player },
      .required("quarantined", "What could not be let in, or can't be read.") { $0.quarantined },
      .optional("restore") { $0.restore },
      .required("restoreAvailable", "This device has no games but the store has some.") {
        ($0.restore?.games ?? 0) > 0
      },
      .required("store", "Whether there is a store.") { $0.hasStore },
      .optional("storeEpoch", "Changes when the store is made anew.") { $0.storeEpoch },
      .optional("storeIdentity", "Who the store is that answered last.") { $0.storeIdentity },
      .required("watching", "Whether the store signals what other devices do.") {
        $0.isWatching
      },
    ])
}

/// One thing that a sync found or decided.
public struct SyncDecisionRecord: Record {
  /// Its number, from 1.
  public var number: Int
  /// When.
  public var date: UTCTime
  /// The kind's stable name.
  public var kind: String
  /// The document that it was about.
  public var document: String?
  /// What was decided and why.
  public var reason: String

  /// Creates a record.
  public init(number: Int, date: UTCTime, kind: String, document: String?, reason: String) {
    self.number = number
    self.date = date
    self.kind = kind
    self.document = document
    self.reason = reason
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SyncDecision", "One thing that a sync found or decided.",
    [
      .required("date", "When.") { $0.date },
      .optional("document", "What it was about.") { $0.document },
      .required("kind", "The kind's stable name.") { $0.kind },
      .required("number", "It counts up from 1.", .integer(minimum: 1)) { $0.number },
      .required("reason", "What was decided and why.") { $0.reason },
    ])
}

/// What syncs found and decided: the answer of `sync.log`.
public struct SyncLogRecord: Record {
  /// The decisions, oldest first.
  public var decisions: [SyncDecisionRecord]
  /// Whether there are more.
  public var hasMore: Bool

  /// Creates a record.
  public init(decisions: [SyncDecisionRecord], hasMore: Bool) {
    self.decisions = decisions
    self.hasMore = hasMore
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SyncLog", "What syncs found and decided.",
    [
      .required("decisions", "Oldest first.") { $0.decisions },
      .required("more", "Whether there are more.") { $0.hasMore },
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

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

  /// The number of requests to the store.
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
      .required("pushed", "Operations that the store accepted.") { $0.pushed },
      .required("requests", "The number of requests to the store.") { $0.requests },
      .optional("summary", "After a restore.") { $0.summary },
    ])
}

import JSONCoding
import SudokuSession

/// What came with a backup or a save: the answer of `backup.restore` and `save.import`.
public struct RestoreRecord: Record {
  /// The number of completed games.
  public var completed: Int
  /// The number of games.
  public var games: Int
  /// How many operations were new here.
  public var newOperations: Int
  /// When the newest game was saved.
  public var lastSaved: UTCTime
  /// The game of an old save.
  public var game: String?
  /// What was quarantined.
  public var quarantined: [QuarantineRecord] = []
  /// How many operations are kept and change nothing, by kind.
  public var unknown: [String: Int] = [:]
  /// The number of operations that wait for another part of the same export.
  public var waiting = 0

  /// Creates a record.
  public init(
    completed: Int, games: Int, newOperations: Int, lastSaved: UTCTime, game: String? = nil
  ) {
    self.completed = completed
    self.games = games
    self.newOperations = newOperations
    self.lastSaved = lastSaved
    self.game = game
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Restore", "What was merged from a backup or a save.",
    [
      .required("completed", "Games completed.") { $0.completed },
      .optional("game", "The game of an old save.") { $0.game },
      .required("games") { $0.games },
      .required("lastSaved", "When the newest game was saved.") { $0.lastSaved },
      .required("newOperations", "Operations that were new here.") { $0.newOperations },
      .optional("quarantined", "What was quarantined.") {
        $0.quarantined.isEmpty ? nil : $0.quarantined
      },
      .optional(
        "unknown",
        "Operations that are kept and change nothing, by kind: of a newer version, or with values that "
          + "can't be read.", .map("Their number by kind.", of: Int.schema)
      ) { record in
        record.unknown.isEmpty
          ? nil
          : JSONObject(
            record.unknown.sorted { $0.key < $1.key }.map { ($0.key, JSONValue($0.value)) })
      },
      .optional("waiting", "Operations that wait for another part of the export.") {
        $0.waiting == 0 ? nil : $0.waiting
      },
    ])
}

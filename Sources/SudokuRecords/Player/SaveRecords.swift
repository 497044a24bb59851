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
  /// What could not be let in.
  public var quarantined: [QuarantineRecord] = []
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
    "Restore", "What came with a backup or a save.",
    [
      .required("completed", "Games completed.") { $0.completed },
      .optional("game", "The game of an old save.") { $0.game },
      .required("games") { $0.games },
      .required("lastSaved", "When the newest game was saved.") { $0.lastSaved },
      .required("newOperations", "Operations that were new here.") { $0.newOperations },
      .optional("quarantined", "What could not be let in.") {
        $0.quarantined.isEmpty ? nil : $0.quarantined
      },
      .optional("waiting", "Operations that wait for what another part of the export brings.") {
        $0.waiting == 0 ? nil : $0.waiting
      },
    ])
}

/// A backup: the answer of `backup.create`.
public struct BackupNameRecord: Record, Hashable {
  /// Its name.
  public var name: String

  /// Creates a record.
  public init(_ name: String) { self.name = name }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "BackupName", "A backup that was made.",
    [.required("backup", "What `backup.restore` takes.") { $0.name }])
}

/// A backup in a list.
public struct BackupRecord: Record {
  /// What a backup holds.
  public struct Content: Sendable {
    /// When it was made.
    public var date: UTCTime
    /// The number of games and other documents.
    public var documents: Int
    /// The number of operations.
    public var operations: Int
  }

  /// Its name.
  public var name: String
  /// What it holds; `nil` where it is damaged.
  public var content: Content?
  /// What is wrong with it.
  public var damage: String?

  /// Creates a record of a backup.
  public init(_ name: String, date: UTCTime, documents: Int, operations: Int) {
    self.name = name
    content = Content(date: date, documents: documents, operations: operations)
  }

  /// Creates a record of a backup that can't be read.
  public init(_ name: String, damage: String) {
    self.name = name
    self.damage = damage
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Backup", "A backup in a list.",
    [
      .required("backup", "What `backup.restore` takes.") { $0.name },
      .optional("damaged", "Why it can't be read.") { $0.damage },
      .optional("date", "When it was made.") { $0.content?.date },
      .optional("documents", "Games and other documents in it.") { $0.content?.documents },
      .optional("operations", "Operations in it.") { $0.content?.operations },
    ])
}

/// The local backups: the answer of `backup.list`.
public struct BackupListRecord: Record {
  /// The backups, oldest first.
  public var backups: [BackupRecord]

  /// Creates a record.
  public init(_ backups: [BackupRecord]) { self.backups = backups }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "BackupList", "The local backups.", [.required("backups", "Oldest first.") { $0.backups }])
}

/// What could not be let in, or can't be read, and why.
public struct QuarantineRecord: Record, Hashable {
  /// The document's ID.
  public var document: String
  /// Whose operations; `nil` for the whole document.
  public var device: String?
  /// Why.
  public var reason: String
  /// The first line that was left out.
  public var line: String?

  /// Creates a record.
  public init(document: String, device: String?, reason: String, line: String? = nil) {
    self.document = document
    self.device = device
    self.reason = reason
    self.line = line
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Quarantined", "What could not be let in, or can't be read.",
    [
      .optional("device", "Whose operations; missing for the whole document.") { $0.device },
      .required("document", "The document's ID.") { $0.document },
      .optional("line", "The first line that was left out, cut where it is long.") { $0.line },
      .required("reason", "Why.") { $0.reason },
    ])
}

/// A part of games and profile to keep: the answer of `save.export`.
public struct SaveRecord: Record {
  /// What `save.import` takes.
  public var save: JSONObject

  /// Asks for the next part; `nil` on the last one.
  public var nextPage: String?
  /// What could not be read and was left out.
  public var unreadable: [QuarantineRecord]

  /// Creates a record.
  public init(
    _ save: JSONObject, nextPage: String? = nil, unreadable: [QuarantineRecord] = []
  ) {
    self.save = save
    self.nextPage = nextPage
    self.unreadable = unreadable
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Save", "Games and profile to keep, or a part of them.",
    [
      .optional("nextPage", "Asks for the next part; missing on the last one.") { $0.nextPage },
      .required("save", "What `save.import` takes.", .openObject("")) { $0.save },
      .optional("unreadable", "What could not be read and was left out.") {
        $0.unreadable.isEmpty ? nil : $0.unreadable
      },
    ])
}

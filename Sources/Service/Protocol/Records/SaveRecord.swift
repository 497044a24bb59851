import JSONCoding
import SudokuSession
import SudokuSync

/// A part of an export: the result of `save.export`.
struct SaveRecord: Record {
  let save: JSONObject
  /// Asks for the next part; `nil` on the last one.
  let nextPage: String?
  let unreadable: [QuarantineEntry]

  static let shape = RecordShape<Self>(
    "Save", "Exported games and profile, or a part of them.",
    [
      .optional("nextPage", "The token of the next part; missing in the last one.") { $0.nextPage },
      .required("save", "The content of `save` for `save.import`.", .openObject("")) { $0.save },
      .nonEmpty("unreadable", "Operations that could not be read and are omitted.") {
        $0.unreadable
      },
    ])
}

/// The result of `backup.restore` and `save.import`.
struct RestoreRecord: Record {
  let summary: RestoreSummary
  /// The records of another program that it was.
  var old: OldSave?
  /// The number of operations that wait for another part of the same export.
  var waiting = 0

  static let shape = RecordShape<Self>(
    "Restore", "The content merged from a backup or a save.",
    [
      .required("completed", "Games completed.") { $0.summary.completed },
      .optional("game", "The game, where the save holds the record of one.") { record in
        record.old.flatMap { $0.games.count == 1 ? $0.games.first?.id : nil }
      },
      .required("games") { $0.summary.games },
      .nonEmpty("ignored", "Members of the records that were not understood.") {
        $0.old?.ignored ?? []
      },
      .nonEmpty("imported", "The games of the records, in their order.") { $0.old?.games ?? [] },
      .required("lastSaved", "The time at which the newest game was saved.") {
        UTCTime(milliseconds: $0.summary.lastSavedMilliseconds)
      },
      .required("newOperations", "Operations that were new here.") { $0.summary.newOperations },
      .optional("oldId", "The ID that the game had in the other program.") { record in
        record.old.flatMap { $0.games.count == 1 ? $0.games.first?.oldID : nil }
      },
      .nonEmpty("quarantined", "The quarantined operations.") { $0.summary.rejected },
      .nonEmpty("refused", "Records of the list that were refused: where, and why.") {
        $0.old?.refused ?? []
      },
      .optional(
        "unknown",
        "Operations that are kept and change nothing, by kind: of a newer version, or with values that "
          + "can't be read.", .map("Their number by kind.", of: Int.schema)
      ) { record in
        record.summary.unknown.isEmpty ? nil : record.summary.unknown
      },
      .optional("waiting", "Operations that wait for another part of the export.") {
        $0.waiting == 0 ? nil : $0.waiting
      },
    ])
}

extension OldSave.Game: Record {
  package static let shape = RecordShape<Self>(
    "ImportedGame", "A game of another program.",
    [
      .required("completed") { $0.isCompleted },
      .required("game", "Its ID here.") { $0.id },
      .optional("oldId", "Its ID there.") { $0.oldID },
    ])
}

extension QuarantineEntry: Record {
  package static let shape = RecordShape<Self>(
    "Quarantined", "Quarantined operations: they are invalid or can't be read.",
    [
      .nullable("device", "The device of the operations; null for the whole document.") {
        $0.device?.description
      },
      .required("document", "The document's ID.") { $0.document },
      .optional("line", "The first line that was left out, truncated if it is long.") { $0.line },
      .required("reason", "The reason.") { $0.reason },
    ])
}

// MARK: Backups

struct BackupRecord: Record {
  struct Content {
    let date: UTCTime
    let documents: Int
    let operations: Int
  }

  let name: String
  /// `nil` for a damaged backup.
  var content: Content?
  var damage: String?

  static let shape = RecordShape<Self>(
    "Backup", "A backup in a list.",
    [
      .required("backup", "The name of the backup, for `backup.restore`.") { $0.name },
      .optional("damaged", "The reason that it can't be read.") { $0.damage },
      .optional("date", "The time at which it was made.") { $0.content?.date },
      .optional("documents", "Games and other documents in it.") { $0.content?.documents },
      .optional("operations", "Operations in it.") { $0.content?.operations },
    ])
}

/// The result of `backup.list`.
struct BackupListRecord: Record {
  let backups: [BackupRecord]

  static let shape = RecordShape<Self>(
    "BackupList", "The local backups.", [.required("backups", "Oldest first.") { $0.backups }])
}

/// The result of `backup.create`.
struct BackupNameRecord: Record {
  let name: String

  static let shape = RecordShape<Self>(
    "BackupName", "A backup that was made.",
    [.required("backup", "The name of the backup, for `backup.restore`.") { $0.name }])
}

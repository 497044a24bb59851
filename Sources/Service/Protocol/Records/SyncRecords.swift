import JSONCoding
import SudokuSession
import SudokuSync

/// The result of `sync.now` and `sync.restore`.
struct SyncReportRecord: Record {
  /// This device's content after everything was restored from the store.
  struct Summary: Record {
    let completed: Int
    let games: Int
    let level: Int
    let unlocked: Int

    static let shape = RecordShape<Self>(
      "RestoredPlayer", "The content of this device after a restore.",
      [
        .required("completed", "Games completed.") { $0.completed },
        .required("games") { $0.games },
        .required("level", "The player's level.") { $0.level },
        .required("unlocked", "The number of unlocked items.") { $0.unlocked },
      ])
  }

  let report: SyncReport
  let current: DocumentID?
  /// For one game.
  var state: GameStateRecord?
  var wasCompletedElsewhere = false
  /// For `sync.restore`.
  var summary: Summary?

  static let shape = RecordShape<Self>(
    "SyncReport", "The result of a sync.",
    [
      .optional(
        "behind",
        "The store holds more than this device; absent where it does not. sync.restore fetches it."
      ) { $0.report.isBehind ? true : nil },
      .required(
        "completedElsewhere",
        "Games that other devices completed since the last report, each once."
      ) { $0.report.completedElsewhere },
      .nullable("current", "The current game's ID.") { $0.current },
      .nonEmpty("ended", "The same, and games that ended in another way.") { $0.report.ended },
      .required("log", "The decisions, a line each.") {
        $0.report.events.map(\.description.withoutFolders)
      },
      .nonEmpty(
        "newer",
        "Games in progress that other devices played since the last report, newest first."
      ) { $0.report.newer },
      .required("pulled", "Operations that were new here.") { $0.report.pulled },
      .required("pushed", "Operations that the store accepted.") { $0.report.pushed },
      .required("requests", "The number of requests to the store.") { $0.report.requests },
      .optional("state", "With `game`: the game's state.") { $0.state },
      .optional("summary", "After a restore.") { $0.summary },
      .optional("wasCompletedElsewhere", "With `game`: true if another device completed it.") {
        $0.state == nil ? nil : $0.wasCompletedElsewhere
      },
    ])
}

extension EndedGame: Record {
  package static let shape = RecordShape<Self>(
    "EndedGame", "A game that ended on another device.",
    [
      .required("game", "The game's ID.") { $0.game },
      .required(
        "reason", "The way in which it ended.", .choice("", ["completed", "abandoned", "gameOver"])
      ) { $0.reason },
      .required("wasCurrent", "True if it was the current game.") { $0.wasCurrent },
    ])
}

/// The result of `sync.decline`.
struct DeclineRecord: Record {
  let isDeclined: Bool

  static let shape = RecordShape<Self>(
    "Decline", "The answer to `sync.decline`: older games stay in the store.",
    [
      .required(
        "declined",
        "False where it was not asked: `restoreAvailable` is false, or a move was made here."
      ) { $0.isDeclined }
    ])
}

/// The result of `sync.status`.
struct SyncStatusRecord: Record {
  /// The store's content for a device without games.
  struct Restorable: Record {
    let completed: Int
    let games: Int
    let lastSaved: UTCTime?

    static let shape = RecordShape<Self>(
      "Restorable", "The games that can be restored from the store.",
      [
        .required("completed", "Games completed.") { $0.completed },
        .required("games") { $0.games },
        .nullable("lastSaved", "The time at which the newest was saved.") { $0.lastSaved },
      ])
  }

  let hasStore: Bool
  /// The number of operations that the store has not acknowledged.
  let pending: Int
  /// The lead of the newest operation over this device's clock, in milliseconds.
  let clockSkewMilliseconds: Int64
  var quarantined: [QuarantineEntry] = []
  var isOnline = false
  var lastError: String?
  var lastSync: UTCTime?
  /// The amount to add to this device's clock to get the store's.
  var clockOffsetMilliseconds: Int64?
  /// True if the store has another player's games and waits for a decision to merge them.
  var isMergeNeeded = false
  /// The current game of all devices.
  var current: DocumentID?
  var restore: Restorable?
  var hasDeclined = false
  var skipped: [SkippedFile] = []
  var player: String?
  var storeIdentity: String?
  var storeEpoch: String?
  var isWatching = false
  var waiting: [WaitingDocument] = []

  static let shape = RecordShape<Self>(
    "SyncStatus", "The state of sync.",
    [
      .nullable("clockOffsetMilliseconds", "The amount to add to this clock to get the store's.") {
        $0.clockOffsetMilliseconds
      },
      .required(
        "clockSkewMilliseconds",
        "The lead of the newest operation over this clock: a device's clock is, or was, ahead.",
        .integer(minimum: 0)
      ) { $0.clockSkewMilliseconds },
      .nullable("current", "The current game of all devices.") { $0.current },
      .nullable(
        "lastError", "The reason that the last sync failed or documents wait; null if all is well."
      ) { $0.lastError },
      .nullable("lastSync", "The time of the store's last answer.") { $0.lastSync },
      .required(
        "mergeNeeded",
        "The store has another player's games; sync.now with merge says that they belong here."
      ) { $0.isMergeNeeded },
      .required("online", "True if the last request reached the store.") { $0.isOnline },
      .required("pending", "Operations that the store has not acknowledged.") { $0.pending },
      .optional("player", "The player whose games these are, once known.") { $0.player },
      .required(
        "quarantined", "Quarantined operations: they are invalid or can't be read."
      ) { $0.quarantined },
      .optional("restore") { $0.restore },
      .required(
        "restoreAvailable",
        "This device has no games but the store has some: ask the player, then send `sync.restore` or "
          + "`sync.decline`."
      ) { ($0.restore?.games ?? 0) > 0 && !$0.hasDeclined },
      .flag("restoreDeclined", "`sync.decline` was sent.") { $0.hasDeclined },
      .nonEmpty("skipped", "Unknown files in the store, if there are any: not read.") {
        $0.skipped
      },
      .required("store", "True if there is a store.") { $0.hasStore },
      .optional("storeEpoch", "Changes when the store is re-created.") { $0.storeEpoch },
      .optional("storeIdentity", "The identity of the store that answered last.") {
        $0.storeIdentity
      },
      .nonEmpty(
        "waiting", "The documents that the store has not accepted, the first hundred, if any."
      ) { $0.waiting },
      .required("watching", "True if the store notifies of changes by other devices.") {
        $0.isWatching
      },
    ])
}

extension WaitingDocument: Record {
  package static let shape = RecordShape<Self>(
    "WaitingDocument", "A document with operations that the store has not accepted.",
    [
      .required("document", "Its ID.") { $0.id },
      .required("reason", "The reason.") { $0.reason.withoutFolders },
      .required("since", "The time since which it waits.") {
        UTCTime(milliseconds: $0.sinceMilliseconds)
      },
    ])
}

extension SkippedFile: Record {
  package static let shape = RecordShape<Self>(
    "SkippedFile", "An unknown file in a store, which was not read.",
    [
      .required("name", "Its place in the store.") { $0.name },
      .required("reason", "The reason that it was skipped.") { $0.reason },
    ])
}

// MARK: The log

/// The result of `sync.log`.
struct SyncLogRecord: Record {
  struct Decision: Record {
    /// The number of the entry, from 1.
    let number: Int
    let date: UTCTime
    let kind: String
    let document: DocumentID?
    let reason: String

    static let shape = RecordShape<Self>(
      "SyncDecision", "A finding or a decision of a sync.",
      [
        .required("date", "The time.") { $0.date },
        .optional("document", "The document's ID.") { $0.document },
        .required("kind", "The kind's stable name.") { $0.kind },
        .required("number", "The number of the entry, from 1.", .integer(minimum: 1)) { $0.number },
        .required("reason", "The decision and its reason.") { $0.reason },
      ])
  }

  let decisions: [Decision]
  let hasMore: Bool

  static let shape = RecordShape<Self>(
    "SyncLog", "The findings and decisions of syncs.",
    [
      .required("decisions", "Oldest first.") { $0.decisions },
      .required("more", "True if there are more.") { $0.hasMore },
    ])
}

// MARK: Conflicts

/// A decision for the player, because separate devices made different changes.
struct SyncConflictRecord: Record {
  let conflict: Conflict
  /// Its game, in lists over several.
  var game: DocumentID?
  /// The names of the devices that have a name.
  var deviceNames: [DeviceID: String] = [:]

  static let shape = RecordShape<Self>(
    "SyncConflict",
    "Conflicting changes by devices; the rule's choice is shown until the player resolves it.",
    [
      .optional("cell", "For `digits`: the cell.") { $0.conflict.cell },
      .optional("game", "The game's ID.") { $0.game },
      .required("id", "The ID of the conflict, for `sync.resolve`.") { $0.conflict.id },
      .optional("item", "For `balance`: the item.") { $0.conflict.item },
      .required("kind", "", .choice("", ["digits", "balance", "importedSave"])) {
        $0.conflict.kind.rawValue
      },
      .required("versions") { record in
        record.conflict.versions.map { version in
          let device = version.operation.device
          return ConflictVersionRecord(
            version: version, device: record.deviceNames[device] ?? device.description)
        }
      },
    ])
}

struct ConflictVersionRecord: Record {
  let version: Conflict.Version
  /// The device's name; without one, its identity.
  let device: String

  static let shape = RecordShape<Self>(
    "SyncConflictVersion", "One of the versions of a conflict.",
    [
      .required("date", "The time at which it was made.") {
        UTCTime(milliseconds: $0.version.stamp.milliseconds)
      },
      .required("device", "The name of the device that made it (`device.name`), or its identity.") {
        $0.device
      },
      .required("isShown", "True if the rule chose it.") { $0.version.isShown },
      .required("operation", "The `choice` for `sync.resolve`.") {
        "\($0.version.operation)"
      },
      .required("stamp", "The old form of `date`: milliseconds and counter.") {
        "\($0.version.stamp)"
      },
      .required("value", "Its value: a digit, an amount, a name.") { JSONValue($0.version.value) },
    ])
}

/// The result of `sync.conflicts`.
struct SyncConflictsRecord: Record {
  let conflicts: [SyncConflictRecord]

  static let shape = RecordShape<Self>(
    "SyncConflicts", "Conflicts between devices that the player has to resolve.",
    [.required("syncConflicts") { $0.conflicts }])
}

import JSONCoding
import SudokuCore
import SudokuSession

/// A message to the clients that subscribed to its topic.
package protocol NotificationRecord: Record {
  /// The topic, which is the notification's method.
  static var topic: String { get }
}

extension NotificationRecord {
  /// The description of the notification.
  static var summary: String { shape.summary }

  /// The schema of the parameters: the record's members and the notification's number.
  package static var parameters: Schema { shape.schema.adding("seq", Notifications.seq) }
}

/// All notifications.
package enum Notifications {
  /// Their types, by topic in order.
  package static let all: [any NotificationRecord.Type] = [
    GameActiveElsewhere.self, GameChanged.self, GameCompleted.self, GameCompletedElsewhere.self,
    GameEnded.self, GamesChanged.self, ProfileChanged.self, ProgressMade.self,
    SyncConflictFound.self, SyncMerged.self, SyncStatusChanged.self,
  ]

  static let seq = Schema.integer(
    "Its number; it grows by 1 with each notification of a session, and from session to session.",
    minimum: 0)
}

struct GameActiveElsewhere: NotificationRecord {
  static let topic = "game.activeElsewhere"
  let game: DocumentID
  /// The device's name; without one, its identity.
  let device: String

  static let shape = RecordShape<Self>(
    "GameActiveElsewhere",
    "Another device changed the game that is being played here; the setting "
      + "`pauseWhenActiveElsewhere` stops the clock then. Or it plays a newer game: `game.open` opens it.",
    [
      .required("device", "Its name (`device.name`), or its identity.") { $0.device },
      .required("game", "The game's ID: the current one or a newer one.") { $0.game },
    ])
}

struct GamesChanged: NotificationRecord {
  static let topic = "games.changed"
  let games: [GameSummary]
  let hasMore: Bool
  let origin: String

  static let limit = 100

  static let shape = RecordShape<Self>(
    "GamesChanged", "Games are new in the list, or have another status or content there.",
    [
      .required("games", "The first hundred of them.") { $0.games },
      .required("more", "True if there are more: `game.list` has all.") { $0.hasMore },
      .required("origin", "The cause of the change.", .choice("", ["local", "sync"])) { $0.origin },
    ])
}

struct ProfileChanged: NotificationRecord {
  static let topic = "profile.changed"
  let settings: JSONObject
  let origin: String

  static let shape = RecordShape<Self>(
    "ProfileChanged", "The profile or the settings changed.",
    [
      .required("origin", "The cause of the change.", .choice("", ["local", "sync"])) { $0.origin },
      .required("settings", "All settings now.", .openObject("")) { $0.settings },
    ])
}

struct GameChanged: NotificationRecord {
  static let topic = "game.changed"
  let game: DocumentID
  /// `local` or `sync`.
  let origin: String
  let rev: Int
  let status: GameState.Status
  let changes: [Outcome.Change]
  let elapsedMilliseconds: Int
  let mistakes: Int

  static let shape = RecordShape<Self>(
    "GameChanged", "A game changed.",
    [
      .required("changes", "The cells that changed.") { $0.changes },
      .required("elapsedMilliseconds", "The time played.") { $0.elapsedMilliseconds },
      .required("mistakes") { $0.mistakes },
      .required("game", "The game's ID.") { $0.game },
      .required(
        "origin", "The cause of the change: the player on this device, or another device.",
        .choice("", ["local", "sync"])
      ) { $0.origin },
      .required("rev", "Its new revision.") { $0.rev },
      .required("status") { $0.status },
    ])
}

struct GameCompleted: NotificationRecord {
  static let topic = "game.completed"
  let game: DocumentID
  let elapsedMilliseconds: Int
  let mistakes: Int

  static let shape = RecordShape<Self>(
    "GameCompleted", "The player completed a game on this device.",
    [
      .required("elapsedMilliseconds", "The time played.") { $0.elapsedMilliseconds },
      .required("game", "The game's ID.") { $0.game },
      .required("mistakes") { $0.mistakes },
    ])
}

struct GameCompletedElsewhere: NotificationRecord {
  static let topic = "game.completedElsewhere"
  let game: DocumentID
  let wasCurrent: Bool

  static let shape = RecordShape<Self>(
    "GameCompletedElsewhere", "A game was completed on another device.",
    [
      .required("game", "The game's ID.") { $0.game },
      .required("wasCurrent", "True if it was the current game.") { $0.wasCurrent },
    ])
}

struct GameEnded: NotificationRecord {
  static let topic = "game.ended"
  let game: DocumentID
  let reason: GameState.Status

  static let shape = RecordShape<Self>(
    "GameEnded", "A game ended on another device in another way than by completion.",
    [
      .required("game", "The game's ID.") { $0.game },
      .required(
        "reason", "It was abandoned, or the mistakes of all devices reached the limit.",
        .choice("", ["abandoned", "gameOver"])
      ) { $0.reason },
    ])
}

struct ProgressMade: NotificationRecord {
  static let topic = "progress"
  let id: JSONValue
  let done: Int
  let total: Int
  let best: JSONValue?

  static let shape = RecordShape<Self>(
    "Progress", "The progress of a long request.",
    [
      .optional("best", "The best result so far.") { $0.best },
      .required("done", "The amount of work done, at most `total`.") { $0.done },
      .required("id", "The request's ID.") { $0.id },
      .required("total", "The total amount of work.") { $0.total },
    ])
}

struct SyncConflictFound: NotificationRecord {
  static let topic = "sync.conflict"
  /// `nil` for a conflict of the profile.
  let game: DocumentID?
  let conflict: SyncConflictRecord

  static let shape = RecordShape<Self>(
    "SyncConflictFound", "There is a new conflict for the player to resolve.",
    [
      .required("conflict") { $0.conflict },
      .optional("game", "The game's ID; absent for a conflict of the profile.") { $0.game },
    ])
}

struct SyncMerged: NotificationRecord {
  static let topic = "sync.merged"
  let game: DocumentID
  let changes: [Outcome.Change]
  let fromDevice: String

  static let shape = RecordShape<Self>(
    "SyncMerged", "Operations of another device were merged into a game in memory.",
    [
      .required("cells", "The cells that changed.") { $0.changes.map(\.cell) },
      .required("changes", "The new content of the cells.") { $0.changes },
      .required("fromDevice", "Empty if it is unknown.") { $0.fromDevice },
      .required("game", "The game's ID.") { $0.game },
    ])
}

struct SyncStatusChanged: NotificationRecord {
  static let topic = "sync.status"
  let error: String?
  let pulled: Int
  let pushed: Int

  static let shape = RecordShape<Self>(
    "SyncStatusChanged", "A sync finished, with or without an error.",
    [
      .nullable("error", "The error message.") { $0.error },
      .required("online", "True if the store was reached.") { $0.error == nil },
      .required("pulled", "Operations that were new here.") { $0.pulled },
      .required("pushed", "Operations that the store accepted.") { $0.pushed },
    ])
}

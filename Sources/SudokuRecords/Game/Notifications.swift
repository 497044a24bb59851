import JSONCoding
import SudokuCore
import SudokuSession

/// What is told to clients that subscribed to its topic.
public protocol NotificationRecord: Record {
  /// The topic, which is the notification's method.
  static var topic: String { get }
}

/// All notifications.
public enum Notifications {
  /// Their types, by topic in order.
  public static let all: [any NotificationRecord.Type] = [
    GameChanged.self, GameCompleted.self, GameCompletedElsewhere.self, GameEnded.self,
    ProgressMade.self,
    SyncConflictFound.self, SyncMerged.self, SyncStatusChanged.self,
  ]
}

/// A game changed.
public struct GameChanged: NotificationRecord {
  /// `game.changed`.
  public static let topic = "game.changed"
  /// The game.
  public var game: DocumentID
  /// Who changed it: `local` or `sync`.
  public var origin: String
  /// Its revision now.
  public var rev: Int
  /// Where it stands.
  public var status: GameState.Status

  /// Creates a notification.
  public init(game: DocumentID, origin: String, rev: Int, status: GameState.Status) {
    self.game = game
    self.origin = origin
    self.rev = rev
    self.status = status
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "GameChanged", "A game changed.",
    [
      .required("game", "The game's ID.") { $0.game.rawValue },
      .required(
        "origin", "Who changed it: the player here, or another device.",
        .choice("", ["local", "sync"])
      ) { $0.origin },
      .required("rev", "Its revision now.") { $0.rev },
      .required("status", "", .status) { $0.status.rawValue },
    ])
}

/// The player completed a game here.
public struct GameCompleted: NotificationRecord {
  /// `game.completed`.
  public static let topic = "game.completed"
  /// The game.
  public var game: DocumentID
  /// The time played, in milliseconds.
  public var elapsedMilliseconds: Int
  /// The number of mistakes.
  public var mistakes: Int

  /// Creates a notification.
  public init(game: DocumentID, elapsedMilliseconds: Int, mistakes: Int) {
    self.game = game
    self.elapsedMilliseconds = elapsedMilliseconds
    self.mistakes = mistakes
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "GameCompleted", "The player completed a game here.",
    [
      .required("elapsedMilliseconds", "The time played.") { $0.elapsedMilliseconds },
      .required("game", "The game's ID.") { $0.game.rawValue },
      .required("mistakes") { $0.mistakes },
    ])
}

/// A game was completed on another device.
public struct GameCompletedElsewhere: NotificationRecord {
  /// `game.completedElsewhere`.
  public static let topic = "game.completedElsewhere"
  /// The game.
  public var game: DocumentID
  /// Whether it was the current game.
  public var wasCurrent: Bool

  /// Creates a notification.
  public init(game: DocumentID, wasCurrent: Bool) {
    self.game = game
    self.wasCurrent = wasCurrent
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "GameCompletedElsewhere", "A game was completed on another device.",
    [
      .required("game", "The game's ID.") { $0.game.rawValue },
      .required("wasCurrent", "Whether it was the current game.") { $0.wasCurrent },
    ])
}

/// A game ended by news from elsewhere, other than by a completion.
public struct GameEnded: NotificationRecord {
  /// The topic.
  public static let topic = "game.ended"
  /// The game.
  public var game: DocumentID
  /// How it ended.
  public var reason: GameState.Status

  /// Creates a record.
  public init(game: DocumentID, reason: GameState.Status) {
    self.game = game
    self.reason = reason
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "GameEnded", "A game ended by news from another device, other than by a completion.",
    [
      .required("game", "The game's ID.") { $0.game.rawValue },
      .required(
        "reason", "It was abandoned, or the mistakes of all devices reached the limit.",
        .choice("", ["abandoned", "gameOver"])
      ) { $0.reason.rawValue },
    ])
}

/// How far a long request is.
public struct ProgressMade: NotificationRecord {
  /// `progress`.
  public static let topic = "progress"
  /// The request's ID.
  public var id: JSONValue
  /// What is done.
  public var done: Int
  /// All there is to do.
  public var total: Int
  /// The best result so far.
  public var best: JSONValue?

  /// Creates a notification.
  public init(id: JSONValue, done: Int, total: Int, best: JSONValue? = nil) {
    self.id = id
    self.done = done
    self.total = total
    self.best = best
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Progress", "How far a long request is.",
    [
      .optional("best", "The best result so far.") { $0.best },
      .required("done", "What is done, at most `total`.") { $0.done },
      .required("id", "The request's ID.") { $0.id },
      .required("total", "All there is to do.") { $0.total },
    ])
}

/// The player has something new to decide.
public struct SyncConflictFound: NotificationRecord {
  /// `sync.conflict`.
  public static let topic = "sync.conflict"
  /// The game.
  public var game: DocumentID
  /// The conflict.
  public var conflict: SyncConflictRecord

  /// Creates a notification.
  public init(game: DocumentID, conflict: Conflict) {
    self.game = game
    self.conflict = SyncConflictRecord(conflict)
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SyncConflictFound", "The player has something new to decide.",
    [
      .required("conflict") { $0.conflict },
      .required("game", "The game's ID.") { $0.game.rawValue },
    ])
}

/// Operations of another device came to a game in memory.
public struct SyncMerged: NotificationRecord {
  /// `sync.merged`.
  public static let topic = "sync.merged"
  /// The game.
  public var game: DocumentID
  /// The cells that look different now.
  public var cells: CellSet
  /// The device; empty where it is not known.
  public var fromDevice: String

  /// Creates a notification.
  public init(game: DocumentID, cells: CellSet, fromDevice: String) {
    self.game = game
    self.cells = cells
    self.fromDevice = fromDevice
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SyncMerged", "Operations of another device came to a game in memory.",
    [
      .required("cells", "The cells that look different now.") { $0.cells },
      .required("fromDevice", "Empty where it is not known.") { $0.fromDevice },
      .required("game", "The game's ID.") { $0.game.rawValue },
    ])
}

/// A sync came to its end.
public struct SyncStatusChanged: NotificationRecord {
  /// `sync.status`.
  public static let topic = "sync.status"
  /// What went wrong.
  public var error: String?
  /// How many operations were new here.
  public var pulled: Int
  /// How many operations the store took over.
  public var pushed: Int

  /// Creates a notification.
  public init(error: String?, pulled: Int, pushed: Int) {
    self.error = error
    self.pulled = pulled
    self.pushed = pushed
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "SyncStatusChanged", "A sync came to its end, with or without an error.",
    [
      .nullable("error", "What went wrong.") { $0.error },
      .required("online", "Whether the store was reached.") { $0.error == nil },
      .required("pulled", "Operations that were new here.") { $0.pulled },
      .required("pushed", "Operations that the store took over.") { $0.pushed },
    ])
}

import SudokuSession

/// The name of a value that a device keeps for itself.
public struct ReplicaKey: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name.
  public let name: String

  /// Creates a key.
  public init(_ name: String) { self.name = name }

  /// Creates a key.
  public init(stringLiteral value: String) { name = value }

  /// The game that the player plays at the moment.
  public static let currentGame: ReplicaKey = "currentGame"
  /// How far the store's changes are read.
  public static let cursor: ReplicaKey = "cursor"
  /// The store that the acknowledgements and the cursor belong to.
  public static let store: ReplicaKey = "store"
  /// Identity and epoch of the store that answered last.
  public static let storeIdentity: ReplicaKey = "storeIdentity"
  /// The largest revision that this store has told.
  public static let storeRevision: ReplicaKey = "storeRevision"
  /// Whose documents the replica holds, once a store has said so or the player has.
  public static let player: ReplicaKey = "player"
  /// When the last sync succeeded, in milliseconds since 1970.
  public static let lastSync: ReplicaKey = "lastSync"
  /// What the store's clock reads more than this device's, in milliseconds.
  public static let clockOffset: ReplicaKey = "clockOffset"
  /// The local day of the last backup, as in `2026-11-21`.
  public static let lastBackupDay: ReplicaKey = "lastBackupDay"
}

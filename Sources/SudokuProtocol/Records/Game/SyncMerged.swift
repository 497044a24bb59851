import JSONCoding
import SudokuCore
import SudokuSession

/// Operations of another device were merged into a game in memory.
public struct SyncMerged: NotificationRecord {
  /// `sync.merged`.
  public static let topic = "sync.merged"
  /// The game.
  public var game: DocumentID
  /// The cells that changed.
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
    "SyncMerged", "Operations of another device were merged into a game in memory.",
    [
      .required("cells", "The cells that changed.") { $0.cells },
      .required("fromDevice", "Empty where it is not known.") { $0.fromDevice },
      .required("game", "The game's ID.") { $0.game.rawValue },
    ])
}

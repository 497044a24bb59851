import JSONCoding
import SudokuCore
import SudokuSession

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

import JSONCoding
import SudokuCore
import SudokuSession

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
    "GameEnded", "A game ended on another device in another way than by completion.",
    [
      .required("game", "The game's ID.") { $0.game.rawValue },
      .required(
        "reason", "It was abandoned, or the mistakes of all devices reached the limit.",
        .choice("", ["abandoned", "gameOver"])
      ) { $0.reason.rawValue },
    ])
}

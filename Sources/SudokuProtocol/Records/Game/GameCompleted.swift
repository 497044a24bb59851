import JSONCoding
import SudokuCore
import SudokuSession

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

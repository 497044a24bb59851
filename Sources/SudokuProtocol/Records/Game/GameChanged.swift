import JSONCoding
import SudokuCore
import SudokuSession

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
        "origin", "What changed it: the player on this device, or another device.",
        .choice("", ["local", "sync"])
      ) { $0.origin },
      .required("rev", "Its revision now.") { $0.rev },
      .required("status", "", .status) { $0.status.rawValue },
    ])
}

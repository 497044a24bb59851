import SudokuCore
import SudokuSession

/// A game in memory.
public final class OpenGame {
  /// The game's ID.
  public let id: DocumentID
  /// The game as it is played.
  public internal(set) var session: GameSession
  /// The last time that a request brought in place of the clocks, `nil` where none did.
  var lastAt: Int64?
  /// The operations that are not stored yet.
  var pending: [DocumentOperation] = []
  /// The eliminations that hints have told, with the game's revision then.
  var told: [(rev: Int, candidate: Candidate)] = []
  /// What led to them, in order.
  var commands: [PendingCommand] = []
  /// Whether the game is to be forgotten once it is stored.
  var isClosing = false

  init(_ session: GameSession) {
    id = session.document.documentID
    self.session = session
  }
}

import SudokuCore
import SudokuRating
import SudokuSession
import SudokuTechniques

/// A hint that is being looked for: what it is about, free of the game, so that any thread may
/// search.
public struct PendingHint: Sendable {
  /// The game.
  public let game: DocumentID
  /// The position that the player sees.
  public let position: HintPosition
  /// The game's revision in this position.
  public let rev: Int
  /// The techniques that the player knows, `nil` for all.
  public let techniques: Set<Technique>?
}

import SudokuCore
import SudokuIdentity
import SudokuSession

/// A game that was just begun or opened.
public struct GameOpening: Sendable {
  /// What the player sees.
  public let state: GameState
  /// Whether the game was there already.
  public var isExisting = false
  /// Whether the request was carried out before and this is its game.
  public var isDuplicate = false
}

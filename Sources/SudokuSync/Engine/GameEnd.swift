import SudokuSession

/// Why a game is over that was not completed.
public enum GameEnd: String, Hashable, Sendable, Codable {
  /// The mistake limit ended it.
  case gameOver
  /// It was given up.
  case abandoned
}

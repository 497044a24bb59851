import SudokuCore

/// The claim that a game is completed, with the proof and the result.
public struct Completion: Hashable, Sendable {
  /// The completed board, compared with the unique solution wherever the claim is merged.
  public var board: Board
  /// The time played, in milliseconds.
  public var elapsedMilliseconds: Int
  /// The number of mistakes.
  public var mistakes: Int
  /// The number of hints.
  public var hintsUsed: Int

  /// Creates a claim.
  ///
  /// - Parameters:
  ///   - board: The completed board.
  ///   - elapsedMilliseconds: The time played, in milliseconds.
  ///   - mistakes: The number of mistakes.
  ///   - hintsUsed: The number of hints.
  public init(board: Board, elapsedMilliseconds: Int, mistakes: Int, hintsUsed: Int) {
    self.board = board
    self.elapsedMilliseconds = elapsedMilliseconds
    self.mistakes = mistakes
    self.hintsUsed = hintsUsed
  }
}

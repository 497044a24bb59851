import SudokuCore

/// What is to be known of a board as a puzzle: its solutions, and the clues that it does not need.
public struct BoardCheck: Hashable, Sendable {
  /// The solutions, up to two.
  public var result: SolveResult
  /// Each clue that can be taken out alone; `nil` unless the board has exactly one solution, and where
  /// only minimality was asked.
  ///
  /// Of several at most one can go for sure.
  public var redundantClues: CellSet?
  /// Whether every clue is needed; `nil` unless the board has exactly one solution.
  public var isMinimal: Bool?

  /// Creates a check from the clues that can go.
  public init(result: SolveResult, redundantClues: CellSet?) {
    self.result = result
    self.redundantClues = redundantClues
    isMinimal = redundantClues.map(\.isEmpty)
  }

  /// Creates a check that does not list the clues that can go.
  public init(result: SolveResult, isMinimal: Bool?) {
    self.result = result
    self.isMinimal = isMinimal
  }
}

import SudokuCore

/// The answer to a command.
///
/// `operations` must be durable before the answer is given; the rest is shown to the player.
public struct Outcome: Sendable {
  /// The present digit and notes of a cell.
  public struct Change: Hashable, Sendable {
    /// The cell.
    public var cell: Cell
    /// Its digit.
    public var digit: Digit?
    /// Its notes.
    public var notes: DigitSet
    /// Its corner notes.
    public var corners = DigitSet.none
  }

  /// The new operations, in order; empty where nothing had to change.
  public var operations: [DocumentOperation]
  /// The game's revision after them.
  public var rev: Int
  /// The cells that look different now.
  public var changes: [Change]
  /// Cells whose digit is repeated in a house; empty where the option `mistakeCheck` is `off`.
  public var repeatedCells: CellSet
  /// Cells with a wrong digit: for a check, and where the option `mistakeCheck` is `solution`.
  public var wrongCells: CellSet
  /// The number of mistakes.
  public var mistakes: Int
  /// The time played, in milliseconds.
  public var elapsedMilliseconds: Int
  /// The number of hints.
  public var hintsUsed: Int
  /// True if a change can be undone.
  public var canUndo: Bool
  /// True if an undo can be taken back.
  public var canRedo: Bool
  /// True for a check, and if the option `mistakeCheck` is `solution`: `wrongCells` is then filled.
  package var reportsWrongCells: Bool
  /// The stage of the game.
  public var status: GameState.Status
  /// True if this command completed the game.
  public var didComplete: Bool
  /// True if this command resumed a paused game without being `resume`.
  public var didResume: Bool
  /// True for the repeated answer to a request that was carried out before.
  public var isDuplicate: Bool
  /// The bookmark that was set.
  public var bookmark: OperationKey?
}

extension Outcome {
  /// The old name of `repeatedCells`.
  @available(*, deprecated, renamed: "repeatedCells")
  public var conflicts: CellSet { repeatedCells }
}

import SudokuCore

/// The answer to a command.
///
/// `operations` must be durable before the answer is given; the rest is shown to the player.
public struct Outcome: Sendable {
  /// What a cell shows now.
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
  public var conflicts: CellSet
  /// Cells with a wrong digit: for a check, and where the option `mistakeCheck` is `solution`.
  public var wrongCells: CellSet
  /// The number of mistakes.
  public var mistakes: Int
  /// The time played, in milliseconds.
  public var elapsedMilliseconds: Int
  /// The number of hints.
  package var hintsUsed: Int
  /// Whether there is something to take back, and whether there is an undo to take back.
  package var canUndo: Bool
  package var canRedo: Bool
  /// Whether wrong digits are reported: the option `mistakeCheck` is `solution`, or it is a check.
  package var reportsWrongCells: Bool
  /// Where the game stands.
  public var status: GameState.Status
  /// Whether this command completed the game.
  public var didComplete: Bool
  /// Whether the game was paused and this command, another one than `resume`, has resumed it.
  public var didResume: Bool
  /// Whether the request was carried out before and this is its answer again.
  public var isDuplicate: Bool
  /// The bookmark that was set.
  public var bookmark: OperationKey?
}

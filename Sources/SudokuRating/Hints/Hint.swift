import SudokuCore
import SudokuTechniques

/// A hint, told as far as the player asked for: a rung of a `HintLadder`.
public struct Hint: Hashable, Sendable {
  /// What a hint is about.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Something the player entered is wrong.
    case mistake
    /// The next step.
    case step
    /// No technique finds a step: only a digit of the solution helps.
    case trial
    /// Nothing is left to do.
    case solved
  }

  /// How much is revealed, in `1...5`.
  public var depth: Int
  /// What it is about.
  public var kind: Kind
  /// Whether the step is one of the techniques that the player knows; always so where the player did
  /// not say which.
  public var isKnown = true
  /// The house to look at, from depth 2 on.
  public var house: House?
  /// The cell to look at, from depth 3 on; it lies in the house.
  public var cell: Cell?
  /// The cells with something wrong, from depth 3 on; empty for a step.
  public var wrongCells: CellSet = []
  /// The technique of the step, from depth 4 on.
  public var technique: Technique?
  /// The digit that can be placed, at depth 5.
  public var digit: Digit?
  /// The step, at depth 5.
  public var step: Step?
  /// The hint in a sentence or several.
  public var text: String

  init(depth: Int, kind: Kind, text: String) {
    self.depth = depth
    self.kind = kind
    self.text = text
  }
}

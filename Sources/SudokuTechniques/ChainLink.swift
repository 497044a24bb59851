import SudokuCore

/// One conclusion inside a chain: some literals together imply another.
public struct ChainLink: Hashable, Sendable {
  /// Why a conclusion holds.
  public enum Reason: Hashable, Sendable {
    /// The cell holds just one digit, or needs one.
    case cell
    /// The house holds the digit just once, or needs it.
    case house(House)
    /// A technique applied inside the chain (locked candidates, a pair, an X-Wing).
    case technique(Technique)
    /// A nested chain: its number in the step's `nested`.
    case nested(Int)
  }

  /// A step between premises and conclusion: a digit is in one of some cells, or in none of them.
  public struct Group: Hashable, Sendable {
    /// The cells, in a block and a line.
    public var cells: CellSet
    /// The digit.
    public var digit: Digit
    /// Whether one of the cells holds it.
    public var isOn: Bool
    /// The house in which that follows.
    public var house: House
    /// Cells of the house that are left with as many digits as cells, where it follows from that; else
    /// empty.
    public var lockedSet: CellSet

    /// Creates a group.
    public init(
      cells: CellSet, digit: Digit, isOn: Bool, house: House, lockedSet: CellSet = CellSet()
    ) {
      self.cells = cells
      self.digit = digit
      self.isOn = isOn
      self.house = house
      self.lockedSet = lockedSet
    }
  }

  /// What the conclusion rests on, the direct predecessor first.
  public var premises: [Literal]
  /// What follows.
  public var conclusion: Literal
  /// Why it follows.
  public var reason: Reason
  /// What follows in between for groups of cells, in order.
  public var groups: [Group]

  /// Creates a link.
  public init(
    premises: [Literal], conclusion: Literal, reason: Reason, groups: [Group] = []
  ) {
    self.premises = premises
    self.conclusion = conclusion
    self.reason = reason
    self.groups = groups
  }
}

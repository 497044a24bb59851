import SudokuCore

/// A chain of conclusions from one assumption to one target.
public struct ChainBranch: Hashable, Sendable {
  /// The literal assumed.
  public var assumption: Literal
  /// The literal that follows in the end.
  public var target: Literal
  /// The conclusions, each after those it rests on.
  public var links: [ChainLink]

  package init(assumption: Literal, target: Literal, links: [ChainLink]) {
    self.assumption = assumption
    self.target = target
    self.links = links
  }
}

extension ChainBranch {
  /// A chain of alternating links: the first candidate is off, so the second is on, and so forth.
  package init(_ path: [Candidate], startsOn: Bool = false, reasons: [ChainLink.Reason]) {
    let literals = path.enumerated().map { Literal($1, isOn: ($0 % 2 == 1) != startsOn) }
    self.init(
      assumption: literals[0], target: literals[literals.count - 1],
      links: zip(zip(literals, literals.dropFirst()), reasons).map { pair, reason in
        ChainLink(premises: [pair.0], conclusion: pair.1, reason: reason)
      })
  }
}

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
    /// True if one of the cells holds the digit, false if none does.
    public var isOn: Bool
    /// The house in which that follows.
    public var house: House
    /// Cells of the house that are left with as many digits as cells, where it follows from that; else
    /// empty.
    public var lockedSet: CellSet

    package init(
      cells: CellSet, digit: Digit, isOn: Bool, house: House, lockedSet: CellSet = CellSet()
    ) {
      self.cells = cells
      self.digit = digit
      self.isOn = isOn
      self.house = house
      self.lockedSet = lockedSet
    }
  }

  /// The literals from which the conclusion follows, the direct predecessor first.
  public var premises: [Literal]
  /// The literal that follows.
  public var conclusion: Literal
  /// Why it follows.
  public var reason: Reason
  /// The groups of cells that follow in between, in order.
  public var groups: [Group]

  package init(
    premises: [Literal], conclusion: Literal, reason: Reason, groups: [Group] = []
  ) {
    self.premises = premises
    self.conclusion = conclusion
    self.reason = reason
    self.groups = groups
  }
}

/// A literal of a chain: a candidate is the cell's digit ("on"), or is not ("off").
public struct Literal: Hashable, Sendable, CustomStringConvertible {
  /// The candidate.
  public var candidate: Candidate
  /// True if the candidate holds, false if it does not.
  public var isOn: Bool

  package init(_ candidate: Candidate, isOn: Bool) {
    self.candidate = candidate
    self.isOn = isOn
  }

  /// The literal in standard notation, as in `"r4c7=5"` or `"r4c7<>5"`.
  public var description: String {
    "\(candidate.cell)\(isOn ? "=" : "<>")\(candidate.digit)"
  }
}

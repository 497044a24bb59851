import SudokuCore

/// What a step's reason looks like on the board: the parts that a hint would highlight.
///
/// Empty parts do not apply to the technique. For a single, the candidate is the step's placement.
public struct Pattern: Hashable, Sendable {
  /// The cells that make the pattern (base cells of a fish, cells of a set, of a loop, of a chain).
  public var cells: CellSet
  /// Cells with a part of their own: the pivot of a wing, the cells of a unique loop or a bivalue
  /// grave with extra digits, the excluders of an aligned exclusion, the cells of a type 3's set.
  public var specialCells: CellSet
  /// The houses in which the pattern holds (base lines of a fish, the set's house).
  public var houses: HouseSet
  /// The houses in which it acts, where they are others (cover lines of a fish).
  public var coverHouses: HouseSet
  /// The digits that the pattern is about.
  public var digits: DigitSet
  /// Digits with a part of their own: the extra digits of unique loops and bivalue graves, the
  /// common digit of wings.
  public var specialDigits: DigitSet
  /// The candidates that make the pattern, in the order cell, digit.
  public var candidates: [Candidate]
  /// The chains from each assumption; empty for techniques without chains.
  public var branches: [Branch]

  /// Creates a pattern.
  public init(
    cells: CellSet = CellSet(), specialCells: CellSet = CellSet(), houses: HouseSet = HouseSet(),
    coverHouses: HouseSet = HouseSet(), digits: DigitSet = .none, specialDigits: DigitSet = .none,
    candidates: [Candidate] = [], branches: [Branch] = []
  ) {
    self.cells = cells
    self.specialCells = specialCells
    self.houses = houses
    self.coverHouses = coverHouses
    self.digits = digits
    self.specialDigits = specialDigits
    self.candidates = candidates
    self.branches = branches
  }

  /// All links of all branches.
  public var links: [Link] { branches.flatMap(\.links) }
}

/// A statement of a chain: a candidate is the cell's digit ("on"), or is not ("off").
public struct Statement: Hashable, Sendable, CustomStringConvertible {
  /// The candidate.
  public var candidate: Candidate
  /// Whether the candidate is said to hold.
  public var isOn: Bool

  /// Creates a statement.
  public init(_ candidate: Candidate, isOn: Bool) {
    self.candidate = candidate
    self.isOn = isOn
  }

  /// The statement in standard notation, as in `"r4c7=5"` or `"r4c7<>5"`.
  public var description: String {
    "\(candidate.cell)\(isOn ? "=" : "<>")\(candidate.digit)"
  }
}

/// One conclusion inside a chain: some statements together imply another.
public struct Link: Hashable, Sendable {
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

  /// What the conclusion rests on, the direct predecessor first.
  public var premises: [Statement]
  /// What follows.
  public var conclusion: Statement
  /// Why it follows.
  public var reason: Reason

  /// Creates a link.
  public init(premises: [Statement], conclusion: Statement, reason: Reason) {
    self.premises = premises
    self.conclusion = conclusion
    self.reason = reason
  }
}

/// A chain of conclusions from one assumption to one target.
public struct Branch: Hashable, Sendable {
  /// What is assumed.
  public var assumption: Statement
  /// What follows in the end.
  public var target: Statement
  /// The conclusions, each after those it rests on.
  public var links: [Link]

  /// Creates a branch.
  public init(assumption: Statement, target: Statement, links: [Link]) {
    self.assumption = assumption
    self.target = target
    self.links = links
  }
}

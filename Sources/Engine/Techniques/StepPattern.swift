import SudokuCore

/// The parts of the board that show a step's reason, as a hint would highlight them.
///
/// Empty parts do not apply to the technique. For a single, the candidate is the step's placement.
public struct StepPattern: Hashable, Sendable {
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
  /// Sets of cells that are linked one to the next, in order: almost locked sets, the sets of Sue de
  /// Coq in line and block, the colours of two clusters; empty for techniques without such.
  public var sets: [LinkedSet]
  /// The chains from each assumption; empty for techniques without chains.
  public var branches: [ChainBranch]

  package init(
    cells: CellSet = CellSet(), specialCells: CellSet = CellSet(), houses: HouseSet = HouseSet(),
    coverHouses: HouseSet = HouseSet(), digits: DigitSet = .none, specialDigits: DigitSet = .none,
    candidates: [Candidate] = [], sets: [LinkedSet] = [], branches: [ChainBranch] = []
  ) {
    self.cells = cells
    self.specialCells = specialCells
    self.houses = houses
    self.coverHouses = coverHouses
    self.digits = digits
    self.specialDigits = specialDigits
    self.candidates = candidates
    self.sets = sets
    self.branches = branches
  }

  /// All links of all branches.
  public var links: [ChainLink] { branches.flatMap(\.links) }

  /// A set of cells, and what it can't hold together with the next one.
  public struct LinkedSet: Hashable, Sendable {
    /// The cells.
    public var cells: CellSet
    /// The digits that the set and the next can't both hold, empty for the last one; for Sue de Coq
    /// the digits that the set and the cells of the crossing keep for themselves in the set's house; for
    /// fireworks the digits that are in the set.
    public var link: DigitSet

    package init(_ cells: CellSet, link: DigitSet = .none) {
      self.cells = cells
      self.link = link
    }
  }
}

extension StepPattern {
  /// A naked or hidden set: digits in as many cells of houses.
  package static func subset(
    _ digits: DigitSet, in cells: CellSet, of houses: HouseSet, _ grid: CandidateGrid
  ) -> Self {
    Self(
      cells: cells, houses: houses, digits: digits,
      candidates: grid.candidates(digits, in: cells))
  }

  /// Locked candidates: the places of a digit in a house, which lie in another one too.
  package static func locked(
    _ digit: Digit, in cells: CellSet, of base: House, cover: House
  ) -> Self {
    Self(
      cells: cells, houses: HouseSet(base), coverHouses: HouseSet(cover), digits: DigitSet(digit),
      candidates: cells.map { Candidate($0, digit) })
  }
}

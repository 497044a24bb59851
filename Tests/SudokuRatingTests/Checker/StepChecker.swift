import SudokuCore
import SudokuTechniques

/// Checks steps by the definitions of the literature: pattern, houses, links and conclusion.
///
/// It is written from the definitions and the form of a step, not from the searchers, so that a fault of
/// theirs is none of its own.
struct StepChecker {
  let clues: Board
  let solution: Board

  /// A checker for the steps of one puzzle.
  init(clues: Board, solution: Board) {
    self.clues = clues
    self.solution = solution
  }

  /// What is wrong with a step, `nil` where nothing is.
  func fault(of step: Step, in grid: CandidateGrid) -> String? {
    var marks = Marks(grid)
    for candidate in step.removedMeanwhile { marks[candidate.cell].insert(candidate.digit) }
    return fault(of: step, in: marks)
  }

  func fault(of step: Step, in marks: Marks) -> String? {
    do {
      let checked = CheckedStep(step: step, marks: marks, clues: clues)
      try checked.check()
      try checked.checkLength()
      try need(step.agrees(with: solution), "contradicts the solution")
      return nil
    } catch {
      return (error as? Fault)?.text ?? "\(error)"
    }
  }

  /// Techniques that have a definition here.
  ///
  /// Others are checked as far as their chains and result go.
  static func defines(_ technique: Technique) -> Bool {
    CheckedStep.hasDefinition(technique)
  }
}

/// What is wrong with a step.
struct Fault: Error {
  let text: String
}

/// Throws unless a condition of a definition holds.
func need(_ holds: Bool, _ what: @autoclosure () -> String) throws {
  if !holds { throw Fault(text: what()) }
}

/// The candidates of each cell, as plain data.
struct Marks {
  private var digits: [DigitSet]
  let board: Board

  init(_ grid: CandidateGrid) {
    digits = CellSet.all.map { grid[$0] }
    board = grid.board
  }

  subscript(cell: Cell) -> DigitSet {
    get { digits[cell.index] }
    set { digits[cell.index] = newValue }
  }

  func contains(_ candidate: Candidate) -> Bool { self[candidate.cell].contains(candidate.digit) }

  /// The cells of a set that have a digit.
  func places(of digit: Digit, in cells: CellSet) -> CellSet {
    CellSet(cells.filter { self[$0].contains(digit) })
  }

  func places(of digit: Digit, in house: House) -> CellSet {
    places(of: digit, in: house.cells)
  }

  func union(of cells: CellSet) -> DigitSet {
    cells.reduce(DigitSet.none) { $0.union(self[$1]) }
  }

  var emptyCells: CellSet { CellSet(CellSet.all.filter { board[$0] == nil }) }

  /// What a cell needs: one of its candidates.
  func needs(of cell: Cell) -> [Candidate] { self[cell].map { Candidate(cell, $0) } }

  /// What a house needs: a place for the digit.
  func needs(of digit: Digit, in house: House) -> [Candidate] {
    places(of: digit, in: house).map { Candidate($0, digit) }
  }
}

extension Candidate {
  /// Whether two candidates exclude each other.
  func excludes(_ other: Candidate) -> Bool {
    cell == other.cell ? digit != other.digit : digit == other.digit && cell.sees(other.cell)
  }
}

extension CellSet {
  /// Whether each cell of the set sees each of the other, none being in both.
  func allSee(_ other: CellSet) -> Bool { allSatisfy { other.isSubset(of: $0.peers) } }

  /// Whether the cells all lie in one house.
  var shareHouse: Bool { House.all.contains { isSubset(of: $0.cells) } }
}

/// Needs, of each of which a candidate is true: what a pattern says about the board.
struct Needs {
  var all: [[Candidate]]

  /// Whether the needs can't all be met where a candidate is true.
  func refute(_ candidate: Candidate) -> Bool {
    Self.isImpossible(Self.after(candidate, all))
  }

  private static func after(_ candidate: Candidate, _ needs: [[Candidate]]) -> [[Candidate]] {
    needs.filter { !$0.contains(candidate) }.map { $0.filter { !candidate.excludes($0) } }
  }

  private static func isImpossible(_ needs: [[Candidate]]) -> Bool {
    guard let least = needs.min(by: { $0.count < $1.count }) else { return false }
    return least.allSatisfy { isImpossible(after($0, needs)) }
  }
}

extension Marks {
  /// How many cells of a set can hold a digit at the same time.
  func room(for digit: Digit, in cells: CellSet) -> Int { Self.room(places(of: digit, in: cells)) }

  private static func room(_ places: CellSet) -> Int {
    guard let first = places.first else { return 0 }
    var rest = places
    rest.remove(first)
    let with = 1 + room(rest.subtracting(first.peers))
    // Without the first cell there is more room only where another cell of the rest sees it.
    return rest.isDisjoint(with: first.peers) ? with : Swift.max(with, room(rest))
  }

  /// Whether cells have just enough room for digits, and a candidate leaves too little.
  func countRefutes(_ candidate: Candidate, _ cells: CellSet) -> Bool {
    var rest = cells
    rest.remove(candidate.cell)
    let room = union(of: rest).reduce(0) { sum, digit in
      let free = digit == candidate.digit ? rest.subtracting(candidate.cell.peers) : rest
      return sum + self.room(for: digit, in: free)
    }
    return room < rest.count
  }
}

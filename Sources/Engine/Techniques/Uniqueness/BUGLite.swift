import SudokuCore

/// A BUG lite: cells with two candidates each, such that in every house a digit has two places among them or
/// none.
///
/// Such cells could all change to their other candidate at once. So where some of them have further
/// candidates, one of these guardians is right. Patterns of two digits alone are unique rectangles and
/// loops; here are those of three or more digits, with up to eight cells, of which at most two have one
/// further candidate each.
///
/// Order: first cell, then along the houses that lack a second place.
///
/// Source: "BUG Lite" of Sudopedia.
struct BUGLite: StepSearcher {
  static let mostCells = 8
  static let mostExtras = 2

  var techniques: [Technique] { [.bugLite] }

  /// Hands over the steps in order; each cell that is tried is a unit of work.
  func search(
    _ grid: CandidateGrid, budget: inout SearchBudget, emit: (Step) -> Bool
  ) throws(SearchInterruption) {
    let cells = CellSet(grid.emptyCells.filter { 2...3 ~= grid[$0].count })
    var walk = Walk(grid: grid, open: cells)
    // Every pattern has a cell without further candidates: the first is where it starts.
    for start in cells where grid[start].count == 2 {
      walk.open.remove(start)
      guard try walk.extend(by: start, grid[start], &budget, emit) else { return }
    }
  }

  /// The cells so far, and what they lack.
  private struct Walk {
    let grid: CandidateGrid
    /// The cells that may be added.
    var open: CellSet
    var pattern = DeadlyPattern()
    /// By house and digit: how many places the pattern has.
    var counts = [Int](repeating: 0, count: 243)
    var known: Set<Set<Int>> = []

    init(grid: CandidateGrid, open: CellSet) {
      self.grid = grid
      self.open = open
    }

    /// Adds a cell, all that may follow it, and takes it off again; returns whether to go on.
    mutating func extend(
      by cell: Cell, _ digits: DigitSet, _ budget: inout SearchBudget, _ emit: (Step) -> Bool
    ) throws(SearchInterruption) -> Bool {
      try budget.charge(1)
      let numbers = cell.houses.flatMap { house in digits.map { house.index * 9 + $0.index } }
      guard numbers.allSatisfy({ counts[$0] < 2 }) else { return true }
      let (oldPattern, oldOpen) = (pattern, open)
      guard pattern.add(cell, digits, in: grid), pattern.guardians.count <= BUGLite.mostExtras
      else {
        pattern = oldPattern
        return true
      }
      open.remove(cell)
      for number in numbers { counts[number] += 1 }
      let continues = try followUp(&budget, emit)
      for number in numbers { counts[number] -= 1 }
      (pattern, open) = (oldPattern, oldOpen)
      return continues
    }

    private mutating func followUp(
      _ budget: inout SearchBudget, _ emit: (Step) -> Bool
    ) throws(SearchInterruption) -> Bool {
      guard let number = counts.firstIndex(of: 1) else { return report(emit) }
      guard pattern.cells.count < BUGLite.mostCells else { return true }
      let (house, digit) = (House(index: number / 9), Digit(index: number % 9))
      for cell in open.intersection(house.cells) where grid[cell].contains(digit) {
        for other in grid[cell] where other != digit {
          guard try extend(by: cell, [digit, other], &budget, emit) else { return false }
        }
      }
      return true
    }

    private mutating func report(_ emit: (Step) -> Bool) -> Bool {
      let digits = pattern.cells.reduce(DigitSet.none) { $0.union($1.digits) }
      guard digits.count > 2 else { return true }
      let key = pattern.cells.map { $0.cell.index * 512 + Int($0.digits.rawValue) }
      guard known.insert(Set(key)).inserted, let step = pattern.step(.bugLite, in: grid) else {
        return true
      }
      return emit(step)
    }
  }
}

import SudokuCore
import SudokuTechniques

/// Steps that are taken one after the other, with what each of them rests on.
///
/// A step rests on candidates that are gone, and so on the steps that removed them. What a technique
/// needs at most is known by its pattern, so a step that is left out is needed by none.
struct StepTrace {
  private(set) var grid: CandidateGrid
  private(set) var steps: [Step] = []
  /// For each candidate that is gone the step that removed it; -1 for those that were never there.
  private var causes = [Int](repeating: -1, count: 729)
  /// For each step those that it rests on.
  private var premises: [Set<Int>] = []

  init(_ grid: CandidateGrid) { self.grid = grid }

  /// Carries a step out, if it still changes anything.
  mutating func take(_ step: Step) {
    var step = step
    step.eliminations = step.eliminations.filter(grid.contains)
    guard step.placement.map(grid.contains) ?? !step.eliminations.isEmpty else { return }
    premises.append(causes(of: Self.absences(behind: step, in: grid)))
    let before = grid
    step.apply(to: &grid)
    let touched =
      step.placement.map { $0.cell.peers.union(CellSet($0.cell)) }
      ?? CellSet(step.eliminations.map(\.cell))
    for cell in touched {
      for digit in before[cell].subtracting(grid[cell]) {
        causes[Candidate(cell, digit).index] = steps.count
      }
    }
    steps.append(step)
  }

  /// The steps that removed some candidates.
  func causes(of gone: [Candidate]) -> Set<Int> {
    Set(gone.map { causes[$0.index] }.filter { $0 >= 0 })
  }

  /// Some steps and all that they rest on.
  func closure(of roots: Set<Int>) -> Set<Int> {
    var found = roots
    var open = Array(roots)
    while let index = open.popLast() {
      for premise in premises[index] where found.insert(premise).inserted { open.append(premise) }
    }
    return found
  }

  /// The steps that some steps rest on, and these, in order.
  func steps(behind roots: Set<Int>) -> [Step] { closure(of: roots).sorted().map { steps[$0] } }

  /// The candidates whose absence a step rests on.
  private static func absences(behind step: Step, in grid: CandidateGrid) -> [Candidate] {
    switch step.technique {
    case .nakedSingle:
      guard let placed = step.placement else { return [] }
      return absent(DigitSet.all, in: CellSet(placed.cell), grid)
    case .fullHouse, .hiddenSingleBlock, .hiddenSingleLine:
      guard let placed = step.placement else { return [] }
      let cells = step.pattern.houses.first?.cells ?? CellSet()
      return absent(DigitSet(placed.digit), in: cells, grid)
    case .bug1, .bug2, .bug3, .bug4:
      // A grave needs two candidates in every cell but those named.
      return absent(.all, in: grid.emptyCells, grid)
    default:
      return absences(behind: step.pattern, in: grid)
        + step.nested.flatMap { absences(behind: $0, in: grid) }
    }
  }

  private static func absences(
    behind pattern: StepPattern, in grid: CandidateGrid
  ) -> [Candidate] {
    let digits = pattern.digits.union(pattern.specialDigits)
    var gone = absent(.all, in: pattern.allCells, grid)
    for house in Array(pattern.houses) + Array(pattern.coverHouses) {
      gone += absent(digits, in: house.cells, grid)
    }
    for link in pattern.links {
      for group in link.groups {
        gone += absent(DigitSet(group.digit), in: group.house.cells, grid)
      }
      let literals = [link.conclusion] + link.premises
      switch link.reason {
      case .house(let house):
        gone += absent(DigitSet(literals.map(\.candidate.digit)), in: house.cells, grid)
      case .cell: break
      default:
        // What a pattern inside a chain rests on is known only roughly: all around it.
        for cell in literals.map(\.candidate.cell) {
          for house in cell.houses { gone += absent(.all, in: house.cells, grid) }
        }
      }
    }
    return gone
  }

  private static func absent(
    _ digits: DigitSet, in cells: CellSet, _ grid: CandidateGrid
  ) -> [Candidate] {
    cells.flatMap { cell in digits.subtracting(grid[cell]).map { Candidate(cell, $0) } }
  }
}

extension StepPattern {
  /// All cells that the pattern or its chains name.
  var allCells: CellSet {
    var all = cells.union(specialCells).union(CellSet(candidates.map(\.cell)))
    for set in sets { all.formUnion(set.cells) }
    for branch in branches { all.formUnion(CellSet(branch.literals.map(\.candidate.cell))) }
    for group in links.flatMap(\.groups) { all.formUnion(group.cells.union(group.lockedSet)) }
    return all
  }
}

extension ChainBranch {
  /// All its literals.
  var literals: [Literal] {
    [assumption, target] + links.flatMap { $0.premises + [$0.conclusion] }
  }
}

import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

/// Expects the steps in a grid to be right, and those that a slow twin finds.
///
/// - Returns: How many they are.
func expectComplete(
  _ searcher: some PatternSearcher, in grid: CandidateGrid, of solution: Board,
  key: (Step) -> String, twin: (CandidateGrid) -> Set<String>,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Int {
  let steps = searcher.allSteps(in: grid)
  #expect(Set(steps.map(key)) == twin(grid), sourceLocation: sourceLocation)
  for step in steps {
    #expect(step.fault(in: grid, solution: solution) == nil, sourceLocation: sourceLocation)
  }
  return steps.count
}

/// Pencilmarks of a solved board that are likely to have a rare pattern.
struct PlantedGrids {
  private var cases: RandomCases
  /// Randomness of the pencilmarks.
  var random: SeededRandom

  init(seed: UInt64) {
    cases = RandomCases(seed: seed)
    random = SeededRandom(seed: seed)
  }

  /// A solved board.
  mutating func solution() -> Board { cases.solvedBoard() }

  /// Pencilmarks: the solution's digit and others by chance, as far as a pattern allows them.
  ///
  /// - Parameters:
  ///   - solution: The solution.
  ///   - chance: How many of six other digits are marked.
  ///   - allowed: The digits that a pattern allows in a cell; the solution's is marked in any case.
  /// - Returns: The grid.
  mutating func grid(
    _ solution: Board, chance: Int, allowed: (Cell) -> DigitSet
  ) -> CandidateGrid {
    var marks: [DigitSet] = []
    for cell in CellSet.all {
      let others = DigitSet(allowed(cell).filter { _ in random.next(below: 6) < chance })
      marks.append(others.union(solution[cell].map { DigitSet($0) } ?? .none))
    }
    return CandidateGrid { marks[$0.index] }
  }
}

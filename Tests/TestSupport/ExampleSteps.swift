import SudokuCore
import SudokuRating
import SudokuSolver
import SudokuTechniques

/// Steps of example puzzles, played in Sudoku Explainer's order.
package enum ExampleSteps {
  /// The fault of an example.
  package enum Fault: Error {
    /// The board does not have exactly one solution.
    case noSolution
    /// A step contradicts the solution.
    case wrong(Step)
    /// The technique is never met.
    case missing
  }

  /// The first step of a technique, and the grid in which it is found.
  package static func first(
    _ technique: Technique, in line: String, searchers: [any SESearcher] = SEOrder.patterns
  ) throws -> (step: Step, grid: CandidateGrid) {
    let board = try Board(line: line)
    guard let solution = Solver().uniqueSolution(of: board) else { throw Fault.noSolution }
    let finder = SEStepFinder(searchers: searchers)
    var grid = CandidateGrid(board)
    while let step = finder.firstStep(in: grid) {
      guard step.agrees(with: solution) else { throw Fault.wrong(step) }
      if step.technique == technique { return (step, grid) }
      step.apply(to: &grid)
    }
    throw Fault.missing
  }
}

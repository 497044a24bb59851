import SudokuCore
import SudokuSolver
import SudokuTechniques
import Testing

/// Plays a puzzle in Sudoku Explainer's order up to the first step of a technique, and compares it.
///
/// - Parameters:
///   - technique: The technique to wait for.
///   - line: The puzzle.
///   - description: What the step's description should be.
///   - text: What its explanation should be, where it is short enough to be written here.
///   - searchers: The searchers to play with.
///   - sourceLocation: Where a failure is reported.
/// - Throws: An error if the puzzle is none.
func expectStep(
  _ technique: Technique, in line: String, is description: String, text: String? = nil,
  searchers: [any StepSearcher] = SearchOrder.patterns,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let board = try Board(line: line)
  let solution = try #require(Solver().uniqueSolution(of: board))
  let finder = StepFinder(searchers: searchers)
  var grid = CandidateGrid(board)
  while let step = finder.firstStep(in: grid) {
    #expect(step.agrees(with: solution), "\(step)", sourceLocation: sourceLocation)
    if step.technique == technique {
      #expect(step.description == description, sourceLocation: sourceLocation)
      if let text { #expect(step.explanation.text == text, sourceLocation: sourceLocation) }
      #expect(step.explanation.title == technique.name, sourceLocation: sourceLocation)
      return
    }
    step.apply(to: &grid)
  }
  Issue.record("no step of \(technique)", sourceLocation: sourceLocation)
}

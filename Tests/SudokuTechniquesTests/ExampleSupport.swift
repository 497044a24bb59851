import SudokuRating
import TestSupport
import Testing

@testable import SudokuTechniques

/// Plays a puzzle in Sudoku Explainer's order up to the first step of a technique, and compares it.
///
/// - Parameters:
///   - technique: The technique to wait for.
///   - line: The puzzle.
///   - description: What the step's description should be.
///   - text: What its explanation should be, where it is short enough to be written here.
///   - searchers: The searchers to play with.
///   - sourceLocation: Where a failure is reported.
/// - Throws: An error if the example has no such step.
func expectStep(
  _ technique: Technique, in line: String, is description: String, text: String? = nil,
  searchers: [any SESearcher] = SEOrder.patterns, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let step = try ExampleSteps.first(technique, in: line, searchers: searchers).step
  #expect(step.description == description, sourceLocation: sourceLocation)
  if let text { #expect(step.explanation.text == text, sourceLocation: sourceLocation) }
  #expect(step.explanation.title == technique.entry.learnersName, sourceLocation: sourceLocation)
}

import SudokuTechniques
import TestSupport
import Testing

@testable import SudokuRating

/// Plays a puzzle in Sudoku Explainer's order up to the first step of a technique, and compares its
/// description and the text of its explanation.
func expectStep(
  _ technique: Technique, in line: String, is description: String, text: String? = nil,
  searchers: [any SESearcher] = SEOrder.patterns, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let step = try ExampleSteps.first(technique, in: line, searchers: searchers).step
  #expect(step.description == description, sourceLocation: sourceLocation)
  if let text { #expect(step.explanation.text == text, sourceLocation: sourceLocation) }
  #expect(step.explanation.title == technique.entry.learnersName, sourceLocation: sourceLocation)
}

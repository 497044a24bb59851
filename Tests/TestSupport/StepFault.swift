import SudokuCore
import SudokuTechniques

extension Step {
  /// The fault of the step.
  ///
  /// It must agree with the solution, change the grid, name only existing candidates, and list
  /// what changes and why.
  package func fault(in grid: CandidateGrid, solution: Board) -> String? {
    let changed = eliminations + [placement].compactMap { $0 }
    if !agrees(with: solution) { return "wrong" }
    if changed.isEmpty || !changed.allSatisfy(grid.contains) { return "not productive" }
    if (placement == nil) == eliminations.isEmpty { return "places and removes" }
    if eliminations != eliminations.sorted() { return "not in order" }
    let explanation = explanation
    let namesAll = changed.allSatisfy {
      explanation.conclusion.contains("\($0.cell)")
        && explanation.conclusion.contains("\($0.digit)")
    }
    if explanation.reasons.isEmpty || explanation.text.contains("nothing,") || !namesAll {
      return "no text"
    }
    return nil
  }
}

import SudokuCore
import SudokuRating
import SudokuTechniques

extension Lesson {
  /// The positions of the lesson's examples, each with the step to find.
  ///
  /// Each is on the path of a puzzle, before the first step of the technique.
  package var positions: [PracticePosition] {
    examples.compactMap { example in
      guard let clues = try? Board(line: example.clues) else { return nil }
      return position(in: clues, scale: String(example.scale))
    }
  }

  /// The position of the technique on a puzzle's path by a scale, or, for `walk`, beside it.
  package func position(in clues: Board, scale: String) -> PracticePosition? {
    let names = scale == "walk" ? ["level", "hodoku", "se"] : [scale]
    for name in names {
      guard let scale = try? ScaleRegistry.standard.scale(named: name) else { continue }
      let path = scale.grade(clues).steps.map(\.step)
      let found = names.count > 1 ? walk(path, from: clues) : stop(path, from: clues)
      if let found { return found }
    }
    return nil
  }

  /// The position in which the path takes the technique.
  private func stop(_ path: [Step], from clues: Board) -> PracticePosition? {
    var grid = CandidateGrid(clues)
    for step in path {
      if step.technique == technique {
        return PracticePosition(clues: clues, grid: grid, step: step)
      }
      step.apply(to: &grid)
    }
    return nil
  }

  /// The first position of the path that has the technique, whether or not it is taken.
  private func walk(_ path: [Step], from clues: Board) -> PracticePosition? {
    var grid = CandidateGrid(clues)
    for step in path {
      var budget = SearchBudget(workLimit: 400_000)
      let found = try? OwnScale.step(in: grid, [technique], budget: &budget) { _ in true }
      if let found { return PracticePosition(clues: clues, grid: grid, step: found) }
      step.apply(to: &grid)
    }
    return nil
  }
}

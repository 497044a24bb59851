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

  /// Further positions: examples whose cells have moved and whose digits have other names.
  ///
  /// A path breaks ties by position, so not every one of them meets the technique again.
  package func twins(atMost count: Int) -> [PracticePosition] {
    var random = SeededRandom(seed: 1)
    var twins: [PracticePosition] = []
    for _ in 0..<5 {
      for example in examples where twins.count < count {
        guard let clues = try? Board(line: example.clues) else { continue }
        let moved = Transformation.random(using: &random).applied(to: clues)
        if let twin = position(in: moved, scale: String(example.scale)) { twins.append(twin) }
      }
    }
    return twins
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

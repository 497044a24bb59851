import SudokuCore
import SudokuRating
import SudokuTechniques

/// A position in which a technique is the next step.
package struct PracticePosition: Sendable {
  /// The clues.
  package let clues: Board
  /// The candidates that are left, and the digits placed so far.
  package let grid: CandidateGrid
  /// The next step.
  package let step: Step

  package init(clues: Board, grid: CandidateGrid, step: Step) {
    (self.clues, self.grid, self.step) = (clues, grid, step)
  }
}

/// Looks for positions to practise techniques: plays random puzzles with the techniques that hints prefer
/// until one of those wanted is the next step.
///
/// ```swift
/// let search = try PracticeSearch([.xWing], seed: 7)
/// let position = search.position(at: 0)
/// ```
package struct PracticeSearch: Sendable {
  /// The number of puzzles tried for one position.
  package static let attemptLimit = 2_000

  private let wanted: Set<Technique>
  private let generator: Generator
  private let maker: HintMaker

  /// Creates a search; `nil` if hints know none of the techniques.
  package init?(_ wanted: Set<Technique>, seed: UInt64) {
    guard !wanted.isDisjoint(with: HintOrder.techniques),
      let generator = try? Generator(seed: seed, options: GeneratorOptions())
    else { return nil }
    self.wanted = wanted
    self.generator = generator
    // A technique that hints merely list comes after all that they prefer.
    let preferred = HintOrder.patterns.flatMap(\.techniques)
    maker = HintMaker(techniques: wanted.union(preferred))
  }

  /// A position; `nil` if none of the puzzles has one, or the caller stops.
  package func position(
    at index: Int, isCancelled: (@Sendable () -> Bool)? = nil
  ) -> PracticePosition? {
    for attempt in 0..<Self.attemptLimit {
      if isCancelled?() == true { return nil }
      let number = index * Self.attemptLimit + attempt
      guard case .made(let puzzle) = generator.puzzle(at: number, isCancelled: isCancelled) else {
        return nil
      }
      if let position = position(in: puzzle.board, isCancelled) { return position }
    }
    return nil
  }

  private func position(
    in clues: Board, _ isCancelled: (@Sendable () -> Bool)?
  ) -> PracticePosition? {
    guard let start = try? HintPosition(clues: clues) else { return nil }
    var grid = start.grid
    while !grid.isFull {
      let marks = Dictionary(uniqueKeysWithValues: grid.emptyCells.map { ($0, grid[$0]) })
      let now = try? HintPosition(
        clues: clues, board: grid.board, pencilmarks: marks, knownSolution: start.solution)
      let ladder = now.flatMap { try? maker.ladder(for: $0, isCancelled: isCancelled) }
      guard case .step(let step, isKnown: true, _)? = ladder?.subject else { return nil }
      if wanted.contains(step.technique) {
        return PracticePosition(clues: clues, grid: grid, step: step)
      }
      step.apply(to: &grid)
    }
    return nil
  }
}

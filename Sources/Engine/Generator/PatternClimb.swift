import SudokuCore
import SudokuSolver

/// Searches for a puzzle whose clues are in given cells.
///
/// A full grid's digits in these cells hardly ever leave one solution. The climb starts there and gives
/// one clue after the other the digit that leaves the fewest. The digits come from the solutions of the
/// board without that clue, so there is always one. The climb ends when a few rounds over all clues
/// leave no fewer solutions. With fewer than 20 clues it hardly ever ends well: `PatternAnneal` takes
/// its place.
struct PatternClimb {
  private let cells: [Cell]
  private let pattern: CellSet
  private let solver = Solver()
  /// The most solutions to count; beyond, digits are compared by the first ones.
  ///
  /// With many clues a rough comparison suffices; with few only a finer one succeeds. Measured over
  /// patterns of 17 to 32 clues.
  private let mostCounted: Int
  private let anneal: PatternAnneal?

  /// The most rounds over all clues without progress.
  private static let idleRounds = 2

  init(_ pattern: CellSet) {
    self.pattern = pattern
    cells = Array(pattern)
    mostCounted = pattern.count >= 23 ? 100 : 400
    anneal = pattern.count <= PatternAnneal.mostClues ? PatternAnneal(pattern) : nil
  }

  /// Climbs from one random grid; `nil` if the climb ends before one solution is left.
  ///
  /// - Parameter isCancelled: Called many times a second with few clues, where a climb may take
  ///   seconds.
  func climb(
    using random: inout SeededRandom, isCancelled: () -> Bool
  ) -> (puzzle: Board, solution: Board)? {
    if let anneal { return anneal.search(using: &random, isCancelled: isCancelled) }
    var board = RandomGrid.draw(using: &random).keeping(pattern)
    var order = cells
    var fewest = Int.max
    var idleSteps = 0
    while idleSteps < Self.idleRounds * cells.count {
      random.shuffle(&order)
      for cell in order {
        guard let choice = bestDigit(for: cell, in: board, using: &random) else { return nil }
        board = choice.board
        if choice.isPuzzle { return (board, choice.solution) }
        idleSteps += 1
        if choice.solutionCount < fewest {
          fewest = choice.solutionCount
          idleSteps = 0
        }
      }
    }
    return nil
  }

  private struct Choice {
    var board: Board
    var solutionCount: Int
    var solution: Board
    var isPuzzle: Bool
  }

  /// The board with the digit of a clue that leaves the fewest solutions.
  private func bestDigit(
    for cell: Cell, in board: Board, using random: inout SeededRandom
  ) -> Choice? {
    let census = census(of: cell, in: board)
    guard let fewest = DigitSet.all.lazy.map({ census.counts[$0.index] }).filter({ $0 > 0 }).min()
    else { return nil }
    let best = DigitSet.all.filter { census.counts[$0.index] == fewest }
    let digit = best[random.next(below: best.count)]
    var changed = board
    changed[cell] = digit
    return Choice(
      board: changed, solutionCount: fewest, solution: census.last[digit.index],
      isPuzzle: fewest == 1 && census.isComplete)
  }

  /// The solutions of a board without one clue, by its digit there.
  private struct Census {
    var counts = InlineArray<9, Int>(repeating: 0)
    var last = InlineArray<9, Board>(repeating: Board())
    var isComplete = false
  }

  private func census(of cell: Cell, in board: Board) -> Census {
    var rest = board
    rest[cell] = nil
    var census = Census()
    var total = 0
    for solution in solver.solutions(of: rest).prefix(mostCounted) {
      let index = Int(solution.value(at: cell)) - 1
      census.counts[index] += 1
      census.last[index] = solution
      total += 1
    }
    census.isComplete = total < mostCounted
    return census
  }
}

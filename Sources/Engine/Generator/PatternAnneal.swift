import SudokuCore
import SudokuSolver

/// Searches for a puzzle with few clues in given cells by simulated annealing.
///
/// Random digits in 17 or 18 cells leave millions of solutions, too many to compare. So the search
/// begins with further clues of a random grid that leave only a few solutions. It changes digits
/// at random, and takes the further clues away one by one as soon as enough solutions are gone. A
/// change is accepted if the number of solutions doesn't grow beyond a random limit, in the way of
/// Kirkpatrick, Gelatt and Vecchi ("Optimization by Simulated Annealing", Science 220, 1983) with
/// the logarithm of that number as the energy. The limit is drawn first: a bad change costs no
/// more than counting up to it.
///
/// With 17 and 18 clues the first puzzle takes about a second, where `PatternClimb` found none in
/// seconds. See `Benchmarks/Results/toolbox.md`.
struct PatternAnneal {
  /// The most clues for which it is used.
  static let mostClues = 19

  private let cells: [Cell]
  private let pattern: CellSet
  private let solver = Solver()

  /// The steps of one attempt; some never come down, so a fresh grid is better than more of them.
  private static let stepLimit = 15_000
  /// The steps between two questions whether to stop: less than a tenth of a second.
  private static let stepsBetweenQuestions = 64
  /// The most solutions of a board; a step costs less than a millisecond.
  private static let mostSolutions = 1_000
  /// A further clue is taken away when there are no more solutions than these.
  private static let fewSolutions = 20
  /// The steps until the next try if no further clue could go.
  private static let stepsBetweenTries = 100

  init(_ pattern: CellSet) {
    self.pattern = pattern
    cells = Array(pattern)
  }

  /// A board on its way: the clues of the pattern, and further ones.
  private struct State {
    var board: Board
    /// The cells of the clues: those of the pattern, then the further ones.
    var cells: [Cell]
    var solutionCount: Int
    /// Steps until a further clue may go.
    var wait = 0
  }

  /// Makes one attempt from a random grid; `nil` if it ends before one solution is left, or was
  /// cancelled.
  ///
  /// - Complexity: At most 15,000 steps, each of at most a thousand solutions: up to
  ///   three seconds.
  func search(
    using random: inout SeededRandom, isCancelled: () -> Bool
  ) -> (puzzle: Board, solution: Board)? {
    var state = start(using: &random)
    for step in 0..<Self.stepLimit {
      if step.isMultiple(of: Self.stepsBetweenQuestions), isCancelled() { return nil }
      takeFurtherClues(from: &state)
      if state.cells.count == cells.count, state.solutionCount == 1 {
        return solver.uniqueSolution(of: state.board).map { (state.board, $0) }
      }
      state.wait -= 1
      let limit = acceptedCount(after: state.solutionCount, using: &random)
      guard let board = changed(state, using: &random) else { continue }
      let count = solver.solve(board, limit: limit + 1).solutionCount
      if count >= 1, count <= limit {
        state.board = board
        state.solutionCount = count
      }
    }
    return nil
  }

  /// The digits of a random grid in the pattern, and further ones until few solutions are left.
  private func start(using random: inout SeededRandom) -> State {
    let grid = RandomGrid.draw(using: &random)
    var others = CellSet.all.filter { !pattern.contains($0) }
    random.shuffle(&others)
    var state = State(board: grid.keeping(pattern), cells: cells, solutionCount: .max)
    for cell in others {
      state.board[cell] = grid[cell]
      state.cells.append(cell)
      state.solutionCount =
        solver.solve(state.board, limit: Self.fewSolutions + 1).solutionCount
      if state.solutionCount <= Self.fewSolutions { break }
    }
    return state
  }

  /// Takes away further clues while few solutions are left, first the one whose absence leaves the
  /// fewest.
  private func takeFurtherClues(from state: inout State) {
    while state.cells.count > cells.count, state.solutionCount <= Self.fewSolutions, state.wait <= 0
    {
      var fewest = Self.mostSolutions + 1
      var best: Int?
      for place in cells.count..<state.cells.count {
        var board = state.board
        board[state.cells[place]] = nil
        let count = solver.solve(board, limit: fewest).solutionCount
        if count < fewest {
          fewest = count
          best = place
        }
      }
      guard let best else {
        state.wait = Self.stepsBetweenTries
        return
      }
      state.board[state.cells.remove(at: best)] = nil
      state.solutionCount = fewest
    }
  }

  /// The most solutions to accept.
  ///
  /// With the temperature 1/2 a change that multiplies the solutions by `r` is accepted with the
  /// probability `1 / r²`. So the limit needs only a square root, which is the same on every
  /// machine; other temperatures would need a logarithm, which isn't.
  private func acceptedCount(after count: Int, using random: inout SeededRandom) -> Int {
    let unit = Double((random.next() &>> 11) &+ 1) / 9_007_199_254_740_992
    let count = Double(count) / unit.squareRoot()
    return count < Double(Self.mostSolutions) ? Int(count) : Self.mostSolutions
  }

  /// Gives one clue another digit, or exchanges the digits of two; `nil` if the digits don't fit.
  private func changed(_ state: State, using random: inout SeededRandom) -> Board? {
    var board = state.board
    let cell = state.cells[random.next(below: state.cells.count)]
    if random.next(below: 10) < 3 {
      let other = state.cells[random.next(below: state.cells.count)]
      guard board[cell] != board[other] else { return nil }
      board[cell] = state.board[other]
      board[other] = state.board[cell]
      return fits(cell, in: board) && fits(other, in: board) ? board : nil
    }
    let digit = Digit(random.next(below: 9) + 1)
    guard board[cell] != digit else { return nil }
    board[cell] = digit
    return fits(cell, in: board) ? board : nil
  }

  /// True if no clue that the cell sees has its digit.
  private func fits(_ cell: Cell, in board: Board) -> Bool {
    let digit = board[cell]
    for peer in cell.peers where board[peer] == digit { return false }
    return true
  }
}

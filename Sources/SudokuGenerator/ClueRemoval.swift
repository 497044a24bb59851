import SudokuCore
import SudokuSolver

/// Takes clues off a solution, as long as it stays the only one.
///
/// Going through the clues in random order and dropping each one that is not needed would take one
/// uniqueness test a clue. Since a board with more clues has no more solutions, the first clue in
/// that order that can't go is found by bisection; only those before it are tested singly.
struct ClueRemoval {
  /// The full grid.
  let solution: Board
  /// The clues left.
  private(set) var board: Board
  /// Groups of clues that go together, the last one first.
  private let order: [CellSet]
  private let solver: Solver
  /// The groups taken off, the last one at the end.
  private var removed: [CellSet] = []

  init(solution: Board, order: [CellSet], solver: Solver) {
    self.solution = solution
    self.order = order
    self.solver = solver
    board = solution
  }

  /// Takes off all groups that can go.
  mutating func run() {
    let needed = neededPrefix()
    board = clues(of: order[..<needed])
    removed = order[needed...].reversed()
    guard needed > 1 else { return }
    // The group at `needed - 1` must stay: without it the prefix has several solutions.
    for group in order[..<(needed - 1)].reversed() {
      var fewer = board
      for cell in group { fewer[cell] = nil }
      if isUnique(fewer) {
        board = fewer
        removed.append(group)
      }
    }
  }

  /// Whether no single clue can go.
  var isMinimal: Bool {
    board.filledCells.allSatisfy { cell in
      var fewer = board
      fewer[cell] = nil
      return !isUnique(fewer)
    }
  }

  /// Puts the group back that was taken off last.
  ///
  /// - Parameter limit: The number of clues not to exceed.
  /// - Returns: Whether there was one that fits.
  mutating func addBack(upTo limit: Int) -> Bool {
    guard let group = removed.last, board.clueCount + group.count <= limit else { return false }
    removed.removeLast()
    for cell in group { board[cell] = solution[cell] }
    return true
  }

  /// Puts groups back until there is a number of clues drawn from the range, or a little fewer.
  mutating func addBack(to range: ClosedRange<Int>, using random: inout SeededRandom) {
    let low = max(range.lowerBound, board.clueCount)
    let target = low + random.next(below: max(1, range.upperBound - low + 1))
    while board.clueCount < target, addBack(upTo: range.upperBound) {}
  }

  /// How many groups from the start of the order it takes for one solution.
  private func neededPrefix() -> Int {
    var (tooFew, enough) = (0, order.count)
    while enough - tooFew > 1 {
      let middle = (tooFew + enough) / 2
      if isUnique(clues(of: order[..<middle])) {
        enough = middle
      } else {
        tooFew = middle
      }
    }
    return enough
  }

  private func isUnique(_ board: Board) -> Bool {
    board.mayHaveOneSolution && solver.solve(board).isUnique
  }

  private func clues(of groups: ArraySlice<CellSet>) -> Board {
    let cells = groups.reduce(CellSet()) { $0.union($1) }
    return Board { cells.contains($0) ? solution[$0] : nil }
  }
}

import SudokuCore
import SudokuSolver

/// Removes redundant clues from puzzles.
///
/// A puzzle is minimal if no clue is redundant. Any other has one or many minimal puzzles inside it.
///
/// ```swift
/// var random = SeededRandom(seed: 7)
/// Minimizer().minimalPuzzle(of: board, using: &random)
/// Minimizer().forEachMinimalPuzzle(of: board) { print($0.line); return true }
/// ```
public struct Minimizer: Sendable {
  private let solver = BatchSolver(threads: 1)

  /// Creates a minimizer.
  public init() {}

  /// One minimal puzzle inside a puzzle, by removing clues in random order; `nil` if the board hasn't
  /// exactly one solution.
  public func minimalPuzzle(of board: Board, using random: inout SeededRandom) -> Board? {
    guard Solver().solve(board).isUnique else { return nil }
    let filter = UniquenessFilter(board)
    var kept = board.filledCells
    var redundant = Array(solver.redundantClues(of: board))
    random.shuffle(&redundant)
    let single = Solver()
    for cell in redundant {
      let fewer = kept.subtracting(CellSet(cell))
      if filter.passes(fewer), single.solve(board.keeping(fewer)).isUnique { kept = fewer }
    }
    return board.keeping(kept)
  }

  /// Visits all minimal puzzles inside a puzzle, each once, until `body` returns `false`.
  ///
  /// Each redundant clue in turn is removed or kept for good. A needed clue stays needed without others,
  /// so only the redundant ones are tested again.
  ///
  /// - Returns: True if all were visited; `false` also for a board without exactly one solution.
  /// - Complexity: Grows with two to the number of redundant clues.
  @discardableResult
  public func forEachMinimalPuzzle(of board: Board, _ body: (Board) -> Bool) -> Bool {
    guard Solver().solve(board).isUnique else { return false }
    return visit(board, redundant: solver.redundantClues(of: board), kept: CellSet(), body)
  }

  /// Visits the minimal puzzles that have the `kept` clues; returns whether to continue.
  private func visit(
    _ board: Board, redundant: CellSet, kept: CellSet, _ body: (Board) -> Bool
  ) -> Bool {
    if redundant.isEmpty { return body(board) }
    var kept = kept
    for cell in redundant.subtracting(kept) {
      var fewer = board
      fewer[cell] = nil
      let rest = redundant.subtracting(CellSet(cell))
      if !visit(fewer, redundant: stillRedundant(rest, in: fewer), kept: kept, body) {
        return false
      }
      kept.insert(cell)
    }
    // Here every redundant clue is kept, so the board is not minimal.
    return true
  }

  private func stillRedundant(_ cells: CellSet, in board: Board) -> CellSet {
    let filter = UniquenessFilter(board)
    let clues = board.filledCells
    var candidates: [Cell] = []
    var boards: [Board] = []
    for cell in cells {
      let fewer = clues.subtracting(CellSet(cell))
      guard filter.passes(fewer) else { continue }
      candidates.append(cell)
      boards.append(board.keeping(fewer))
    }
    let counts = solver.solutionCounts(of: boards)
    return CellSet(zip(candidates, counts).filter { $1 == 1 }.map(\.0))
  }
}

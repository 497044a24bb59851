import SudokuCore
import SudokuSolver

/// A position that a player asks about: clues, digits, and what the player has ruled out.
///
/// ```swift
/// let position = try HintPosition(clues: clues, board: board, pencilmarks: [cell: [1, 5]])
/// ```
public struct HintPosition: Hashable, Sendable {
  /// The clues.
  public let clues: Board
  /// The clues and the player's digits.
  public let board: Board
  /// The digits that the player still allows, by cell; a cell that is missing allows all.
  public let pencilmarks: [Cell: DigitSet]
  /// The only solution of the clues.
  public let solution: Board

  /// Creates a position; proves that its clues have one solution.
  ///
  /// - Parameters:
  ///   - clues: The clues.
  ///   - board: The clues and the player's digits; the clues alone if omitted.
  ///   - pencilmarks: The digits that the player still allows, by cell. Cells with a digit don't
  ///     count.
  /// - Throws: A `HintError`.
  public init(
    clues: Board, board: Board? = nil, pencilmarks: [Cell: DigitSet] = [:]
  ) throws(HintError) {
    let result = Solver().solve(clues, limit: 2)
    guard let solution = result.solution else { throw .noSolution }
    guard result.solutionCount == 1 else { throw .severalSolutions }
    try self.init(
      clues: clues, board: board ?? clues, pencilmarks: pencilmarks, knownSolution: solution)
  }

  package init(
    clues: Board, board: Board, pencilmarks: [Cell: DigitSet] = [:], knownSolution: Board
  ) throws(HintError) {
    for cell in CellSet.all {
      if let clue = clues[cell], board[cell] != clue { throw .clueChanged(cell) }
    }
    self.clues = clues
    self.board = board
    self.pencilmarks = pencilmarks.filter { board[$0.key] == nil }
    solution = knownSolution
  }

  /// What notes say about candidates.
  ///
  /// Notes in every empty cell rule out what is missing. Where some cells have none, notes are mere
  /// reminders, and only those that lack the right digit count, as mistakes.
  package static func pencilmarks(
    ofNotes notes: [Cell: DigitSet], on board: Board, solution: Board
  ) -> [Cell: DigitSet]? {
    let marks = notes.filter { !$0.value.isEmpty && board[$0.key] == nil }
    if CellSet.all.subtracting(board.filledCells).allSatisfy({ marks[$0] != nil }) { return marks }
    let wrong = marks.filter { cell, notes in solution[cell].map { !notes.contains($0) } ?? false }
    return wrong.isEmpty ? nil : wrong
  }

  /// The cells with a digit that is not the solution's.
  package var wrongCells: CellSet {
    CellSet(CellSet.all.filter { board[$0] != nil && board[$0] != solution[$0] })
  }

  /// The empty cells whose pencilmarks lack the right digit.
  package var wronglyMarkedCells: CellSet {
    CellSet(
      pencilmarks.keys.filter { cell in
        solution[cell].map { pencilmarks[cell]?.contains($0) == false } ?? false
      })
  }

  /// The candidates that are left: those of the board that the pencilmarks allow.
  package var grid: CandidateGrid {
    var grid = CandidateGrid(board)
    for (cell, digits) in pencilmarks {
      for digit in grid[cell].subtracting(digits) { grid.remove(digit, from: cell) }
    }
    return grid
  }
}

/// Why there is no hint for a position.
public enum HintError: Error, Hashable, Sendable {
  /// The clues have no solution.
  case noSolution
  /// The clues have several solutions.
  case severalSolutions
  /// The board contradicts a clue.
  case clueChanged(Cell)
  /// The caller asked to stop.
  case cancelled
}

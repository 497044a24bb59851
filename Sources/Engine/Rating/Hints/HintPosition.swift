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
  /// The digits that the player still allows, by cell; a cell that is missing, or has none, allows all.
  public let pencilmarks: [Cell: DigitSet]
  /// The only solution of the clues.
  public let solution: Board
  /// True if a candidate missing from the notes counts as excluded.
  package let hasFullNotes: Bool
  /// The notes that exclude a digit of the solution.
  package let noteFaults: [NoteFault]

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
    try self.init(
      clues: clues, board: board, notes: pencilmarks, as: .full, knownSolution: knownSolution)
  }

  /// Creates a position with a player's notes.
  ///
  /// - Parameters:
  ///   - notes: The notes by cell.
  ///   - reading: Their reading.
  ///   - remembered: The candidates that earlier hints left in cells; they count where the notes
  ///     exclude nothing.
  package init(
    clues: Board, board: Board, notes: [Cell: DigitSet], as reading: NotesReading,
    remembered: [Cell: DigitSet] = [:], knownSolution: Board
  ) throws(HintError) {
    for cell in CellSet.all {
      if let clue = clues[cell], board[cell] != clue { throw .clueChanged(cell) }
    }
    self.clues = clues
    self.board = board
    solution = knownSolution
    let survey = NotesSurvey(notes, on: board, solution: knownSolution)
    hasFullNotes = reading == .full ? !survey.notes.isEmpty : reading == .auto && survey.isFull
    noteFaults = hasFullNotes ? survey.faultsOfFullNotes : survey.faultsOfPartialNotes
    self.pencilmarks = hasFullNotes ? survey.notes : remembered.filter { board[$0.key] == nil }
  }

  /// The cells with a digit that is not the solution's.
  package var wrongCells: CellSet {
    CellSet(CellSet.all.filter { board[$0] != nil && board[$0] != solution[$0] })
  }

  /// The wrong digits, those first that repeat another.
  var wrongDigits: [HintLadder.WrongDigit] {
    let wrong = wrongCells.compactMap { cell in
      board[cell].map { digit in
        HintLadder.WrongDigit(
          candidate: Candidate(cell, digit),
          repeats: CellSet(cell.peers.filter { board[$0] == digit }))
      }
    }
    return wrong.filter { !$0.repeats.isEmpty } + wrong.filter(\.repeats.isEmpty)
  }

  /// The empty cells whose notes exclude what the solution needs.
  package var wronglyMarkedCells: CellSet {
    noteFaults.reduce(CellSet()) { $0.union($1.cells) }
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

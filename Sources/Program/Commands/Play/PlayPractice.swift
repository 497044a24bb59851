import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuSolver
import SudokuTechniques

/// A step that is practised: what counts as having found it.
struct PlayPractice {
  /// The player's progress.
  enum Outcome {
    case open
    /// The step was made.
    case found
    /// The notes are gone for another reason, or with more than them.
    case other
  }

  let technique: Technique
  let position: PracticePosition
  private let solution: Board?

  init(_ technique: Technique, _ position: PracticePosition) {
    (self.technique, self.position) = (technique, position)
    solution = Solver().uniqueSolution(of: position.clues)
  }

  /// Compares a board and its notes with the step.
  ///
  /// Only what the step concludes is the step: its digit in its cell, or its notes gone from cells that keep
  /// what the solution needs. A wrong digit, cleared notes, and notes that went with a digit elsewhere are
  /// not.
  func outcome(board: Board, notes: [Cell: DigitSet]) -> Outcome {
    let step = position.step
    if let placement = step.placement {
      return board[placement.cell] == placement.digit ? .found : .open
    }
    var outcome = Outcome.found
    for candidate in step.eliminations {
      let (cell, digit) = (candidate.cell, candidate.digit)
      if let entered = board[cell] {
        // The last candidate that the step leaves is what it concludes, too.
        let left = left(in: cell)
        if left.count == 1, left.contains(entered) { continue }
        outcome = .other
      } else if notes[cell]?.contains(digit) == true {
        return .open
      } else if !keepsSolution(cell, notes) || wentWithAnotherDigit(candidate, board) {
        outcome = .other
      }
    }
    return outcome
  }

  /// The candidates that the step leaves in a cell.
  private func left(in cell: Cell) -> DigitSet {
    let gone = position.step.eliminations.filter { $0.cell == cell }.map(\.digit)
    return position.grid[cell].subtracting(DigitSet(gone))
  }

  private func keepsSolution(_ cell: Cell, _ notes: [Cell: DigitSet]) -> Bool {
    guard let left = notes[cell], !left.isEmpty, let needed = solution?[cell] else { return false }
    return left.contains(needed)
  }

  /// True if a digit that was entered since removed the note by itself.
  private func wentWithAnotherDigit(_ candidate: Candidate, _ board: Board) -> Bool {
    CellSet.all.contains { cell in
      position.grid.board[cell] == nil && board[cell] == candidate.digit
        && cell.sees(candidate.cell)
    }
  }

  /// The next step of the technique after this one, where the position has one.
  var next: PlayPractice? {
    var grid = position.grid
    position.step.apply(to: &grid)
    return PracticeSource.next(technique, in: grid, clues: position.clues).map {
      PlayPractice(technique, $0)
    }
  }

  /// The operations that lead from the clues to the position.
  var operations: [JSONValue] {
    let (clues, grid) = (position.clues, position.grid)
    var operations: [JSONValue] = grid.board.filledCells.subtracting(clues.filledCells).map {
      cell in
      [
        "op": "place", "cell": .string(cell.description),
        "digit": JSONValue(Int(grid.board[cell]?.rawValue ?? 0)),
      ]
    }
    operations.append(["op": "autoNotes"])
    let whole = CandidateGrid(grid.board)
    for cell in whole.emptyCells {
      for digit in whole[cell].subtracting(grid[cell]) {
        operations.append([
          "op": "note", "cell": .string(cell.description),
          "digit": JSONValue(Int(digit.rawValue)), "on": false,
        ])
      }
    }
    return operations
  }
}

import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuTechniques

/// A position to practise a technique: a line of `sudoku practice`.
package struct PracticeRecord: Record {
  package let position: PracticePosition

  package init(_ position: PracticePosition) { self.position = position }

  /// The candidates that the board leaves and earlier steps removed.
  package var removed: [Candidate] {
    let whole = CandidateGrid(position.grid.board)
    return whole.emptyCells.flatMap { cell in
      whole[cell].subtracting(position.grid[cell]).map { Candidate(cell, $0) }
    }
  }

  private var notes: JSONObject {
    var notes: JSONObject = [:]
    for cell in position.grid.emptyCells { notes[cell.description] = position.grid[cell].json }
    return notes
  }

  package static let shape = RecordShape<Self>(
    "Practice", "A position in which a technique is the next step.",
    [
      .required("board", "The clues and the digits placed so far.") { $0.position.grid.board },
      .required("clues", "The clues.") { $0.position.clues },
      .required(
        "notes", "The candidates that are left: digits by cell.",
        .map("Digits by cell: {\"r4c7\": [1, 5]}.", of: DigitSet.schema)
      ) { $0.notes },
      .required("step", "The step to find.") { StepRecord($0.position.step) },
      .required("technique", "The technique's ID.") { $0.position.step.technique.id },
    ])
}

/// The result of `puzzle.practice`.
struct PracticeListRecord: Record {
  let positions: [PracticeRecord]
  let seed: UInt64

  static let shape = RecordShape<Self>(
    "PracticeList", "Positions to practise a technique, fewer than wanted where it is rare.",
    [
      .required("positions", "The positions.") { $0.positions },
      .required("seed", "The seed.") { $0.seed },
    ])
}

/// The candidates of a puzzle's empty cells: a line of `sudoku candidates`.
package struct PuzzleCandidatesRecord: Record {
  package let puzzle: Board

  package init(_ puzzle: Board) { self.puzzle = puzzle }

  private var candidates: JSONObject {
    let grid = CandidateGrid(puzzle)
    return JSONObject(grid.emptyCells.map { (key: $0.description, value: grid[$0].json) })
  }

  package static let shape = RecordShape<Self>(
    "PuzzleCandidates", "The candidates of a puzzle's empty cells.",
    [
      .required(
        "candidates", "The digits that no peer of the cell holds.",
        .map("Digits by cell: {\"r4c7\": [1, 5]}.", of: DigitSet.schema)
      ) { $0.candidates },
      .required("puzzle", "The puzzle.") { $0.puzzle },
    ])
}

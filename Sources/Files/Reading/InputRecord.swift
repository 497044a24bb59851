import SudokuCore
import SudokuFormats

/// One puzzle of the input, or its mistake.
package struct InputRecord: Sendable {
  package let source: String
  package let puzzle: Result<PuzzleRecord, InputError>
  /// The number of the piece of its rows that is wanted (`FilterPlan.pieceCount`).
  package var piece = 0

  package var ruledPuzzle: PuzzleRecord? { try? puzzle.get() }

  /// True if it can't be read and gives a solution.
  package var hasFaultySolution: Bool {
    guard case .failure(let fault) = puzzle else { return false }
    return fault.fields.contains { $0.name == "solution" }
  }

  /// The puzzle, even if it breaks the rules; `nil` if it can't be read.
  package var placedPuzzle: PuzzleRecord? {
    switch puzzle {
    case .success(let record): record
    case .failure(let fault):
      fault.board.map {
        PuzzleRecord(puzzle: $0, fields: fault.fields, line: fault.line)
      }
    }
  }

  package var board: Board? {
    if case .success(let record) = puzzle { record.puzzle } else { nil }
  }
}

extension InputRecord {
  package init(fault: InputError) { self.init(source: fault.source, puzzle: .failure(fault)) }

  /// `text` finds the text of a line, if the reader has not kept it.
  package init(
    _ record: BoardReader.Record, source: String, text: (Int) -> String? = { _ in nil }
  ) {
    self.source = source
    switch record {
    case .puzzle(let found): puzzle = .success(found)
    case .failure(let error, let fields):
      puzzle = .failure(
        InputError(
          error, fields: fields, source: source,
          text: error.text == nil ? text(error.line) : nil))
    }
  }
}

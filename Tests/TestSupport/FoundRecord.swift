import SudokuCore
import SudokuFormats

/// The record by which readers of one file are compared: a board, or the line of a mistake.
package struct FoundRecord: Equatable, Sendable {
  /// The board; `nil` for a mistake.
  package var board: Board?
  /// Where it stands in the file.
  package var line: Int

  /// The records of a reader.
  package init(_ record: BoardReader.Record) {
    switch record {
    case .puzzle(let puzzle): (board, line) = (puzzle.puzzle, puzzle.line)
    case .failure(let error, _): line = error.line
    }
  }
}

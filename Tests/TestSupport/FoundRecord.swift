import SudokuCore
import SudokuFormats

/// What readers of one file are compared by: a board, or the line of a mistake.
package struct FoundRecord: Equatable, Sendable {
  /// The board; `nil` for a mistake.
  package var board: Board?
  /// Where it stands in the file.
  package var line: Int

  /// What a reader has found.
  package init(_ record: BoardReader.Record) {
    switch record {
    case .puzzle(let puzzle): (board, line) = (puzzle.puzzle, puzzle.line)
    case .failure(let error, _): line = error.line
    }
  }
}

import SudokuCore
import SudokuSolver
import SudokuTechniques
import TestSupport
import Testing

@testable import SudokuRating

/// A position for one searcher: a board, and candidates removed as in `"r1c1-57 r2c3-4"`.
struct SearcherPosition {
  let clues: Board
  let board: Board
  let removed: [Candidate]
  let solution: Board
  /// The row of the table.
  let row: [String: String]

  static func all(_ path: String) throws -> [SearcherPosition] {
    try DataSets.ownTable(path).map { try SearcherPosition($0) }
  }

  private init(_ row: [String: String]) throws {
    self.row = row
    board = try Board(line: row["board"] ?? "")
    let clueLine = row["clues"] ?? ""
    clues = clueLine.isEmpty ? board : try Board(line: clueLine)
    solution = try #require(Solver().uniqueSolution(of: clues))
    removed = (row["removed"] ?? "").split(separator: " ").flatMap { part in
      let numbers = part.compactMap(\.wholeNumberValue)
      let cell = Cell(row: numbers[0] - 1, column: numbers[1] - 1)
      return numbers.dropFirst(2).map { Candidate(cell, Digit(index: $0 - 1)) }
    }
  }

  var grid: CandidateGrid {
    var grid = CandidateGrid(board)
    for candidate in removed { grid.remove(candidate.digit, from: candidate.cell) }
    return grid
  }

  /// Candidates as a table has them: `"r1c1-57 r2c3-4"`.
  static func text(_ candidates: some Sequence<Candidate>) -> String {
    Dictionary(grouping: candidates, by: \.cell).sorted { $0.key < $1.key }
      .map { "\($0.key)-" + $0.value.sorted().map { "\($0.digit)" }.joined() }
      .joined(separator: " ")
  }
}

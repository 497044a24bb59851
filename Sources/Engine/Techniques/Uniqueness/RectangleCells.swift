import SudokuCore

/// Four cells in two rows, two columns and two blocks: two digits in them could change places.
struct RectangleCells: Sendable {
  /// The cells: first row and column, first row, first column, last row and column.
  let corners: InlineArray<4, Cell>

  /// All 486 rectangles, by first cell, then by last.
  static let all: [RectangleCells] = {
    var list: [RectangleCells] = []
    for first in CellSet.all {
      for last in CellSet.all where last.row > first.row && last.column > first.column {
        let sharesBand = first.row / 3 == last.row / 3
        let sharesStack = first.column / 3 == last.column / 3
        guard sharesBand != sharesStack else { continue }
        list.append(
          RectangleCells(corners: [
            first, Cell(row: first.row, column: last.column),
            Cell(row: last.row, column: first.column), last,
          ]))
      }
    }
    return list
  }()

  var cells: CellSet { [corners[0], corners[1], corners[2], corners[3]] }

  /// The pairs of digits that all four cells may hold.
  func pairs(in grid: CandidateGrid) -> [DigitSet] {
    let common = grid[corners[0]].intersection(grid[corners[1]]).intersection(grid[corners[2]])
      .intersection(grid[corners[3]])
    guard common.count >= 2 else { return [] }
    let digits = Array(common)
    return digits.indices.flatMap { high in
      digits[..<high].map { DigitSet([$0, digits[high]]) }
    }
  }
}

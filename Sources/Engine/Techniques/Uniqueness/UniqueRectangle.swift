import SudokuCore

/// Unique rectangles of all types, and hidden rectangles.
///
/// Four empty cells in two rows, columns and blocks, none of which sees a placed one of two digits a and b, could hold
/// just a and b both ways: the puzzle would have two solutions. A cell may lack one of them, by whatever steps.
/// One cell at least has just a and b.
///
/// Types 1 to 4: as those of `UniqueLoop`. Type 5: one extra digit is the same in two cells across or in three
/// cells, so one of them holds it. Type 6: two cells across have extra digits, and a digit of the rectangle has no
/// other places in its two rows or in its two columns; in the two cells it would complete the deadly pattern.
/// Hidden rectangle: one digit has no other places in the row and the column of the cell across from one
/// without extra digits; the other digit there would complete the pattern.
///
/// Order: first cell with the two digits alone, its neighbour in block and line, the line across.
struct UniqueRectangle: PatternSearcher {
  static let types: [Technique] = [
    .uniqueRectangle1, .uniqueRectangle2, .uniqueRectangle3Naked, .uniqueRectangle4,
    .uniqueRectangle5, .uniqueRectangle6, .hiddenRectangle,
  ]

  var techniques: [Technique] = types

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    var pass = UniqueRectanglePass(grid, asHoDoKu: false)
    pass.run()
    for find in pass.finds where techniques.contains(find.technique) {
      let step = Step(
        find.technique, removing: Set(find.removals).sorted(), pattern: find.pattern)
      guard emit(step) else { return }
    }
  }
}

/// The cells that may have held a digit: no placed cell rules it out.
package struct AllowedCells {
  private var cells: InlineArray<9, CellSet>

  package init(_ grid: CandidateGrid) {
    let empty = grid.emptyCells
    cells = InlineArray(repeating: empty)
    for cell in grid.board.filledCells {
      if let digit = grid.board[cell] {
        cells[digit.index] = cells[digit.index].subtracting(
          CellSet(rawValue: CellBits.peers[cell.index]))
      }
    }
  }

  /// The empty cells that see no placed cell with a digit.
  package subscript(digit: Digit) -> CellSet { cells[digit.index] }
}

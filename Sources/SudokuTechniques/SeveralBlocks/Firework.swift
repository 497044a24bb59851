import SudokuCore

/// Fireworks: digits whose room in a row and a column outside the block where these cross is one cell each.
extension CandidateGrid {
  /// The digits that are at a crossing, or in the one cell of its row or its column where they have room
  /// outside its block.
  ///
  /// - Parameters:
  ///   - crossing: Where row and column cross.
  ///   - inRow: The cell of the row.
  ///   - inColumn: The cell of the column.
  /// - Returns: The digits.
  func fireworkDigits(_ crossing: Cell, inRow: Cell, inColumn: Cell) -> DigitSet {
    let block = crossing.house(.block).cells
    return digits(of: crossing.house(.row), besides: block, in: inRow)
      .intersection(digits(of: crossing.house(.column), besides: block, in: inColumn))
  }

  /// The digits that a line lacks and that have room outside a block in one cell at most.
  func digits(of line: House, besides block: CellSet, in cell: Cell) -> DigitSet {
    DigitSet(
      DigitSet.all.filter { digit in
        let places = cells(of: digit, in: line)
        return !places.isEmpty && places.subtracting(block).subtracting([cell]).isEmpty
      })
  }
}

import SudokuCore

/// A triple firework: three digits that take a cell, one of its row and one of its column.
///
/// Outside one block, a row has room for each of the digits in one cell at most, and so has a column
/// that crosses the row in the block. A digit that is in neither of the two cells is in the block in
/// its row as well as in its column: where the two cross. So three such digits take the crossing and
/// the two cells, and nothing else is in them.
///
/// Order: crossing, cell of the row, cell of the column.
///
/// Source: "fireworks", found by "shye" on the forum of New Sudoku Players, 2021.
struct FireworkTriple: PatternSearcher {
  var techniques: [Technique] { [.fireworkTriple] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let empty = grid.emptyCells
    for crossing in empty {
      let block = crossing.house(.block).cells
      let (row, column) = (crossing.house(.row), crossing.house(.column))
      for inRow in row.cells.subtracting(block).intersection(empty) {
        let rowDigits = grid.digits(of: row, besides: block, in: inRow)
        guard rowDigits.count >= 3 else { continue }
        for inColumn in column.cells.subtracting(block).intersection(empty) {
          let digits = grid.digits(of: column, besides: block, in: inColumn)
            .intersection(rowDigits)
          guard digits.count == 3 else { continue }
          let cells: CellSet = [crossing, inRow, inColumn]
          let victims = cells.flatMap { cell in
            grid[cell].subtracting(digits).map { Candidate(cell, $0) }
          }
          guard !victims.isEmpty else { continue }
          let step = Step(
            .fireworkTriple, removing: victims,
            pattern: StepPattern(
              cells: cells, specialCells: [crossing],
              houses: [row, column, crossing.house(.block)], digits: digits,
              candidates: grid.candidates(digits, in: cells)))
          guard emit(step) else { return }
        }
      }
    }
  }
}

/// Fireworks: digits whose room in a row and a column outside the block where these cross is one cell each.
extension CandidateGrid {
  /// The digits that are at a crossing, or in the one cell of its row or its column where they have room
  /// outside its block.
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

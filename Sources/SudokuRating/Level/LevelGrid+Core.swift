import SudokuCore

extension LevelGrid {
  init(_ grid: CandidateGrid) {
    self.init()
    rows = LaneRows(repeating: .zero)
    grid.withMasks { masks in
      for row in 0..<9 {
        var lanes = DigitLanes.zero
        for digit in 0..<9 { lanes[digit] = masks.places(9 &+ row, digit) }
        rows[unchecked: row] = lanes
        open[unchecked: row] = masks.emptyPlaces(9 &+ row)
      }
    }
    for cell in CellSet.all {
      guard let digit = grid.board[cell] else { continue }
      rows[unchecked: cell.row][digit.index] |= 1 &<< UInt16(truncatingIfNeeded: cell.column)
    }
  }

  var board: Board {
    var board = Board()
    for row in 0..<9 {
      let lanes = rows[unchecked: row] & DigitLanes(repeating: 0x1FF & ~open[unchecked: row])
      for digit in 0..<9 {
        var columns = lanes[digit]
        while columns != 0 {
          let column = columns.trailingZeroBitCount
          columns &= columns &- 1
          board[Cell(row: row, column: column)] = Digit(index: digit)
        }
      }
    }
    return board
  }
}

extension InlineArray<9, SIMD16<UInt16>> {
  init(_ board: Board) {
    self.init(repeating: .zero)
    for cell in CellSet.all {
      guard let digit = board[cell] else { continue }
      self[cell.row][digit.index] |= 1 &<< UInt16(truncatingIfNeeded: cell.column)
    }
  }

  /// The candidates in the order cell, digit.
  var candidates: [Candidate] {
    CellSet.all.flatMap { cell in
      (0..<9).filter { self[cell.row][$0] &>> UInt16(truncatingIfNeeded: cell.column) & 1 != 0 }
        .map { Candidate(cell, Digit(index: $0)) }
    }
  }
}

import SudokuCore

/// What every puzzle with one solution passes; cheap to tell, and it spares the solver the nearly
/// empty boards it is slow on.
///
/// There are 17 clues at least (McGuire, Tugemann, Civario, 2012), of 8 digits at least (two absent
/// ones could change places), and no band or stack has two lines without clues (they could change
/// places too).
struct UniquenessFilter {
  /// The cells of each digit.
  private let cells: InlineArray<9, CellSet>

  /// Creates a filter for puzzles that keep some clues of a board.
  init(_ board: Board) {
    var cells = InlineArray<9, CellSet>(repeating: CellSet())
    for cell in board.filledCells {
      if let digit = board[cell] { cells[digit.index].insert(cell) }
    }
    self.cells = cells
  }

  /// Whether the clues in some cells may have one solution.
  func passes(_ kept: CellSet) -> Bool {
    guard kept.count >= 17 else { return false }
    var rows: UInt16 = 0
    var columns: UInt16 = 0
    for row in 0..<9 {
      let line = UInt16(truncatingIfNeeded: kept.rawValue &>> UInt128(row &* 9)) & 0x1FF
      columns |= line
      if line != 0 { rows |= 1 &<< UInt16(row) }
    }
    return chutesAreFilled(rows) && chutesAreFilled(columns) && digitCount(kept) >= 8
  }

  private func digitCount(_ kept: CellSet) -> Int {
    var count = 0
    for digit in 0..<9 where !cells[digit].isDisjoint(with: kept) { count &+= 1 }
    return count
  }

  /// Whether each run of three bits has two at least.
  private func chutesAreFilled(_ lines: UInt16) -> Bool {
    for chute in stride(from: UInt16(0), to: 9, by: 3)
    where (lines &>> chute & 7).nonzeroBitCount < 2 { return false }
    return true
  }
}

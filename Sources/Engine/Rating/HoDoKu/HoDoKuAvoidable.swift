import SudokuCore
import SudokuTechniques

/// Rectangles of cells that are not clues: solved digits that could change places.
struct HoDoKuAvoidable: HoDoKuSearcher {
  /// True if two cells are open, false if one is.
  let isType2: Bool

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    let solved = grid.board.filledCells.subtracting(state.clues)
    var known: Set<Int> = []
    for c11 in solved {
      for c12 in c11.house(.block).cells.intersection(solved) where c12 != c11 {
        guard let first = grid.board[c11], let second = grid.board[c12],
          c12.row == c11.row || c12.column == c11.column
        else { continue }
        let across: House.Kind = c12.row == c11.row ? .column : .row
        for position in 0..<9 {
          let c21 = c11.house(across).cell(position)
          let c22 = c12.house(across).cell(position)
          let cells: CellSet = [c11, c12, c21, c22]
          guard c21.block != c11.block, cells.isDisjoint(with: state.clues) else { continue }
          let removals = removals(grid, c21, c22, first, second)
          guard !removals.isEmpty, known.insert(HoDoKuRectanglePass.number(cells)).inserted
          else { continue }
          return HoDoKuFind(
            isType2 ? .avoidableRectangle2 : .avoidableRectangle1, removing: removals,
            pattern: StepPattern(
              cells: cells, specialCells: CellSet([c21, c22].filter { grid.board[$0] == nil }),
              digits: [first, second]))
        }
      }
    }
    return nil
  }

  private func removals(
    _ grid: CandidateGrid, _ c21: Cell, _ c22: Cell, _ first: Digit, _ second: Digit
  ) -> [Candidate] {
    guard isType2 else {
      for (solved, digit, open, other) in [(c21, second, c22, first), (c22, first, c21, second)]
      where grid.board[solved] == digit && grid[open].count == 2 && grid[open].contains(other) {
        return [Candidate(open, other)]
      }
      return []
    }
    guard grid[c21].count == 2, grid[c22].count == 2, grid[c21].contains(second),
      grid[c22].contains(first),
      let extra = grid[c21].subtracting(DigitSet(second)).single, grid[c22].contains(extra)
    else { return [] }
    return grid.removals(extra, in: c21.seen.intersection(c22.seen))
  }
}

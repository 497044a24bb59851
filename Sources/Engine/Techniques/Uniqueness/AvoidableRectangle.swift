import SudokuCore

/// Avoidable rectangles: cells that are not clues, some of them solved, whose two digits could change places.
///
/// If four cells in two rows, columns and blocks held just two digits in turn, and none were a clue, the puzzle would
/// have two solutions. Type 1: three cells are solved, so the fourth does not complete the pattern. Type 2: two
/// are solved, and the others have one extra digit, the same: one of them holds it.
///
/// Which digits are clues a grid does not know. Without them nothing is found.
///
/// Order: first solved cell, its neighbour in block and line, the line across.
package struct AvoidableRectangle: PatternSearcher {
  /// The cells of the clues.
  private let clues: CellSet?
  package let techniques: [Technique]

  package init(
    clues: CellSet? = nil,
    _ techniques: [Technique] = [.avoidableRectangle1, .avoidableRectangle2]
  ) {
    self.clues = clues
    self.techniques = techniques
  }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    guard let clues else { return }
    let solved = grid.board.filledCells.subtracting(clues)
    for technique in techniques {
      var known: Set<CellSet> = []
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
            guard c21.block != c11.block, cells.isDisjoint(with: clues) else { continue }
            let removals = removals(grid, technique, c21, c22, first, second)
            guard !removals.isEmpty, known.insert(cells).inserted else { continue }
            let step = Step(
              technique, removing: removals,
              pattern: StepPattern(
                cells: cells,
                specialCells: CellSet([c21, c22].filter { grid.board[$0] == nil }),
                digits: [first, second]))
            guard emit(step) else { return }
          }
        }
      }
    }
  }

  private func removals(
    _ grid: CandidateGrid, _ technique: Technique, _ c21: Cell, _ c22: Cell, _ first: Digit,
    _ second: Digit
  ) -> [Candidate] {
    guard technique == .avoidableRectangle2 else {
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
    return grid.candidates(DigitSet(extra), in: CellSet([c21, c22]).commonPeers)
  }
}

extension [any StepSearcher] {
  /// The searchers with what they need to know of the clues.
  package func knowing(clues: CellSet) -> Self {
    map { $0 is AvoidableRectangle ? AvoidableRectangle(clues: clues) : $0 }
  }
}

import SudokuCore

/// The only digit for a cell, cells in reading order.
package struct NakedSingle: PatternSearcher {
  package init() {}

  package var techniques: [Technique] { [.nakedSingle] }

  package func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    grid.withMasks { masks in
      for index in 0..<81 {
        let digits = masks.digits(index)
        guard digits != 0, digits & (digits &- 1) == 0 else { continue }
        let candidate = Candidate(
          Cell(unchecked: index), Digit(uncheckedIndex: digits.trailingZeroBitCount))
        let pattern = StepPattern(cells: CellSet(candidate.cell), digits: DigitSet(candidate.digit))
        guard emit(Step(.nakedSingle, placing: candidate, pattern: pattern)) else { return }
      }
    }
  }
}

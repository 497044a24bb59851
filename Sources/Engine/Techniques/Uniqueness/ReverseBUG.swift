import SudokuCore

/// A reverse BUG: placed cells of two digits that would take up whole rows, columns and blocks.
///
/// If in every house both digits were placed or none of them, the places of both that are left could be
/// exchanged. So a candidate goes that would lead to that, as long as cells of the two digits are left.
/// Placed digits that no clue gives count too: they follow from the clues.
///
/// Order: pairs of digits, cells.
///
/// Source: "Reverse BUG" of Sudopedia.
struct ReverseBUG: PatternSearcher {
  var techniques: [Technique] { [.reverseBUG] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for first in DigitSet.all {
      for second in DigitSet.all where second > first {
        guard emitAll(grid, first, second, emit) else { return }
      }
    }
  }

  private func emitAll(
    _ grid: CandidateGrid, _ first: Digit, _ second: Digit, _ emit: (Step) -> Bool
  ) -> Bool {
    let placed = [first, second].map { digit in
      CellSet(CellSet.all.filter { grid.board[$0] == digit })
    }
    guard placed[0].count + placed[1].count < 17 else { return true }
    // The houses with one of the digits only: all three must be those of the candidate.
    let odd = House.all.filter {
      placed[0].isDisjoint(with: $0.cells) != placed[1].isDisjoint(with: $0.cells)
    }
    guard odd.count == 3 else { return true }
    let meeting = odd.reduce(CellSet.all) { $0.intersection($1.cells) }
    for cell in meeting where Set(cell.houses) == Set(odd) {
      for (digit, other) in [(first, placed[1]), (second, placed[0])] {
        guard grid[cell].contains(digit),
          odd.allSatisfy({ !other.isDisjoint(with: $0.cells) })
        else { continue }
        let step = Step(
          .reverseBUG, removing: [Candidate(cell, digit)],
          pattern: StepPattern(
            cells: placed[0].union(placed[1]), specialCells: CellSet(cell), houses: HouseSet(odd),
            digits: [first, second]))
        guard emit(step) else { return false }
      }
    }
    return true
  }
}

extension Step {
  var reverseBUGReasons: [String] {
    let digits = Phrase.list(pattern.digits)
    let target = eliminations.first.map { "\($0.digit) in \($0.cell)" } ?? ""
    return [
      "\(digits) are placed in \(Phrase.list(pattern.cells)). With \(target), each row, column and block "
        + "would have both of them placed, or none.",
      "Where they are not placed, \(digits) could then change places all over the board. The puzzle would "
        + "then have two solutions.",
    ]
  }
}

import SudokuCore

/// Words for aligned exclusion: the combinations that make a digit impossible, one by one.
extension Step {
  var alignedExclusionReasons: [String] {
    let base = Array(pattern.cells)
    var reasons = [
      "Look at all combinations of digits in \(Phrase.list(pattern.cells)), without a digit twice where "
        + "cells see each other: none may leave a cell that sees them all without a digit."
    ]
    for victim in eliminations {
      let others = base.filter { $0 != victim.cell }
      var causes: [String] = []
      for combination in combinations(of: others) {
        guard let empty = cellWithoutDigit(beside: [victim] + combination) else { continue }
        let partners = Phrase.list(combination.map { "\($0.digit) in \($0.cell)" })
        causes.append("with \(partners), \(empty) has no digit left")
      }
      let why =
        causes.isEmpty ? "every combination has a digit twice" : causes.joined(separator: "; ")
      reasons.append("\(victim.cell) can't be \(victim.digit): \(why).")
    }
    return reasons
  }

  private func digits(of cell: Cell) -> DigitSet {
    DigitSet(pattern.candidates.filter { $0.cell == cell }.map(\.digit))
  }

  /// All choices of a digit for each of some cells.
  private func combinations(of cells: [Cell]) -> [[Candidate]] {
    cells.reduce([[]]) { lists, cell in
      lists.flatMap { list in digits(of: cell).map { list + [Candidate(cell, $0)] } }
    }
  }

  /// A cell that some digits would leave none; `nil` if there is none, or they can't be placed together.
  private func cellWithoutDigit(beside candidates: [Candidate]) -> Cell? {
    for (index, one) in candidates.enumerated() {
      if candidates[..<index].contains(where: { $0.digit == one.digit && $0.cell.sees(one.cell) }) {
        return nil
      }
    }
    let used = DigitSet(candidates.map(\.digit))
    return pattern.specialCells.first { digits(of: $0).isSubset(of: used) }
  }
}

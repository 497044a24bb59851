import SudokuCore

/// Words for aligned exclusion: the combinations that make a digit impossible, one by one.
extension Step {
  var alignedExclusionReasons: [String] {
    let base = Array(pattern.cells)
    var reasons = [
      "Look at all combinations of digits in \(Phrase.list(pattern.cells)): none may leave a cell "
        + "that sees them all without a digit."
    ]
    for victim in eliminations {
      let others = base.filter { $0 != victim.cell }
      var causes: [String] = []
      for combination in combinations(of: others) {
        guard let cause = cause(against: [victim] + combination) else { continue }
        let partners = Phrase.list(combination.map { "\($0.digit) in \($0.cell)" })
        causes.append("with \(partners), \(cause)")
      }
      reasons.append(
        "\(victim.cell) can't be \(victim.digit): " + causes.joined(separator: "; ") + ".")
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

  /// Why some digits can't be placed together, `nil` if they can.
  private func cause(against candidates: [Candidate]) -> String? {
    for (index, one) in candidates.enumerated() {
      for other in candidates[..<index] where one.digit == other.digit && one.cell.sees(other.cell)
      {
        return "\(other.cell) and \(one.cell) would be equal"
      }
    }
    let used = DigitSet(candidates.map(\.digit))
    let empty = pattern.specialCells.first { digits(of: $0).isSubset(of: used) }
    return empty.map { "\($0) has no digit left" }
  }
}

import SudokuCore

/// Words for kraken fish.
extension Step {
  var krakenFishReasons: [String] {
    guard let digit = pattern.digits.first, let target = eliminations.first else { return [] }
    let base = Phrase.houses(pattern.houses)
    let cover = Phrase.houses(pattern.coverHouses)
    let fins = Phrase.list(pattern.specialCells)
    let starts = CellSet(pattern.branches.map(\.assumption.candidate.cell))
    let fish =
      "In \(base), the places for \(digit) are \(Phrase.list(pattern.cells)). They lie in \(cover), but "
      + "for \(fins)."
    let holds =
      "If \(pattern.specialCells.count == 1 ? "\(fins) is not" : "none of \(fins) is") \(digit), "
      + "\(cover) get their \(digit) in \(base) and nowhere else"
    guard technique == .krakenFish2 else {
      return [fish, "\(holds), so not in \(target.cell)."] + Step.tell(pattern.branches)
    }
    // The line that is told is one of which all places start a chain.
    let line = pattern.coverHouses.first { house in
      house.cells.intersection(pattern.cells).isSubset(of: starts)
    }
    guard let line else { return [] }
    return [
      fish,
      "\(holds): \(Phrase.house(line)) in \(Phrase.list(line.cells.intersection(pattern.cells), "or")).",
      "So one of \(Phrase.list(starts)) is \(digit).",
    ] + Step.tell(pattern.branches)
  }
}

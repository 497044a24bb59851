import SudokuCore

/// Words for rectangles beyond the types of unique loops, and for locked sets and finned fish.
extension Step {
  var acrossRectangleReasons: [String] {
    let cells = Phrase.list(pattern.cells)
    let intro =
      "If \(cells) held only \(Phrase.list(pattern.digits)), these could be swapped all around, "
      + "and the puzzle would have two solutions."
    let special = Phrase.list(pattern.specialCells)
    let digit = Phrase.list(pattern.specialDigits)
    let other = Phrase.list(pattern.digits.subtracting(pattern.specialDigits))
    switch technique {
    case .uniqueRectangle5: return [intro, "So one of \(special) is \(digit)."]
    case .uniqueRectangle6:
      return [
        intro,
        "In \(Phrase.houses(pattern.houses)), \(digit) has places only in these cells. If "
          + "\(special) were \(digit), the two others would be \(other), and the four could be "
          + "swapped.",
      ]
    default:
      return [
        intro,
        "In \(Phrase.houses(pattern.houses)), \(digit) has places only in these cells. If "
          + "\(special) were \(other), its two neighbours among them would be \(digit), and the cell "
          + "across \(other).",
      ]
    }
  }

  var lockedSetReasons: [String] {
    let houses = pattern.houses.map(Phrase.house)
    return [
      "In both \(Phrase.list(houses)), \(Phrase.list(pattern.cells)) hold "
        + "\(Phrase.list(pattern.digits)) between them, so no other cell of \(Phrase.list(houses)) "
        + "can hold any of these."
    ]
  }

  var finnedFishReasons: [String] {
    let digit = Phrase.list(pattern.digits)
    let base = Phrase.houses(pattern.houses)
    let cover = Phrase.houses(pattern.coverHouses)
    let fins = Phrase.list(pattern.specialCells)
    return [
      "In \(base), the places for \(digit) lie in \(cover), but for \(fins).",
      "If \(fins) \(pattern.specialCells.count == 1 ? "is" : "are") not \(digit), \(cover) get their "
        + "\(digit) in \(base); otherwise \(digit) is in the block of \(fins). Cells of "
        + "\(cover) in that block see \(digit) either way.",
    ]
  }
}

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
    case .uniqueRectangle5:
      return [
        intro,
        "So one of \(special) is \(digit), and a cell that sees "
          + "\(Phrase.all(pattern.specialCells.count)) is not.",
      ]
    case .uniqueRectangle6:
      let others = Phrase.list(pattern.cells.subtracting(pattern.specialCells))
      return [
        intro,
        "In \(Phrase.houses(pattern.houses)), \(digit) has places only in these cells, so if one of "
          + "\(special) were \(digit), both would be. Then \(others) would be \(other), and the four "
          + "could be swapped.",
      ]
    default: return [intro] + hiddenRectangleReasons
    }
  }

  /// Why the cell with extra digits can't hold the digit that is not locked.
  private var hiddenRectangleReasons: [String] {
    guard let cell = pattern.specialCells.first,
      let across = pattern.cells.first(where: { $0.row != cell.row && $0.column != cell.column })
    else { return [] }
    let digit = Phrase.list(pattern.specialDigits)
    let other = Phrase.list(pattern.digits.subtracting(pattern.specialDigits))
    let beside = pattern.cells.subtracting([cell, across])
    return [
      "In \(Phrase.houses(pattern.houses)), \(digit) has places only in these cells, so if \(cell) were "
        + "\(other), \(Phrase.list(beside)) would be \(digit). Then \(across), which has no other "
        + "candidates, would be \(other), and the four could be swapped."
    ]
  }

  var avoidableRectangleReasons: [String] {
    let cells = Phrase.list(pattern.cells)
    let digits = Phrase.list(pattern.digits)
    let intro =
      "None of \(cells) is a clue. If they held only \(digits), these could be swapped, and the puzzle "
      + "would have two solutions."
    let open = pattern.specialCells
    let extra = Phrase.list(DigitSet(eliminations.map(\.digit)))
    return technique == .avoidableRectangle1
      ? [intro, "All but \(Phrase.list(open)) hold \(digits) already."]
      : [intro, "So one of \(Phrase.list(open)) is \(extra), and a cell that sees both is not."]
  }

  var lockedSetReasons: [String] {
    let houses = pattern.houses.map(Phrase.house)
    return [
      "In both \(Phrase.list(houses)), \(Phrase.list(pattern.cells)) hold "
        + "\(Phrase.list(pattern.digits)) between them, so no other cell of \(Phrase.list(houses, "or")) "
        + "can hold any of these."
    ]
  }

  var finnedFishReasons: [String] {
    let digit = Phrase.list(pattern.digits)
    let base = Phrase.houses(pattern.houses)
    let cover = Phrase.houses(pattern.coverHouses)
    let fins = Phrase.list(pattern.specialCells)
    let block = pattern.specialCells.first.map { Phrase.house($0.house(.block)) } ?? "none"
    let isOne = pattern.specialCells.count == 1
    let line = pattern.coverHouses.first.map { Phrase.kind($0.kind) } ?? "line"
    return [
      "In \(base), the places for \(digit) are \(Phrase.list(pattern.cells.union(pattern.specialCells))). "
        + "They lie in \(cover), but for the fin\(isOne ? "" : "s") \(fins).",
      "If \(isOne ? "the fin is not" : pattern.specialCells.count == 2 ? "neither fin is" : "no fin is") "
        + "\(digit), \(cover) get their \(digit) in \(base). If \(isOne ? "it" : "one of them") is, "
        + "the \(digit) of \(block) is there.",
      "A cell of \(cover) in that block can't be \(digit): it either sees the fin that is \(digit), or "
        + "shares a \(line) with the fish's \(digit).",
    ]
  }
}

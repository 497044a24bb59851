import SudokuCore

/// Words for rectangles beyond the types of unique loops, and for locked sets and finned fish.
extension Step {
  /// Why cells do not hold two digits alone.
  var swapReason: String {
    "If \(Phrase.list(pattern.cells)) held only \(Phrase.list(pattern.digits)), the two digits could be "
      + "swapped in all of them. The puzzle would then have two solutions."
  }

  var acrossRectangleReasons: [String] {
    let intro = swapReason
    let special = Phrase.list(pattern.specialCells)
    let digit = Phrase.list(pattern.specialDigits)
    let other = Phrase.list(pattern.digits.subtracting(pattern.specialDigits))
    switch technique {
    case .uniqueRectangle5:
      return [intro, onlyPrevents]
    case .uniqueRectangle6:
      let others = Phrase.list(pattern.cells.subtracting(pattern.specialCells))
      return [
        intro,
        "In \(Phrase.houses(pattern.houses)), the digit \(digit) has places only in these cells. So if one "
          + "of \(special) were \(digit), both would be. Then \(others) would be \(other), and the two "
          + "digits could be swapped.",
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
      "In \(Phrase.houses(pattern.houses)), the digit \(digit) has places only in these cells. So if "
        + "\(cell) were \(other), \(Phrase.list(beside)) would be \(digit). Then \(across), which has no "
        + "other candidates, would be \(other). The two digits could be swapped."
    ]
  }

  var avoidableRectangleReasons: [String] {
    let cells = Phrase.list(pattern.cells)
    let digits = Phrase.list(pattern.digits)
    let intro =
      "None of \(cells) is a clue. If they held only \(digits), the two digits could be swapped in all of "
      + "them. The puzzle would then have two solutions."
    let open = pattern.specialCells
    return technique == .avoidableRectangle1
      ? [intro, "All but \(Phrase.list(open)) hold \(digits) already."]
      : [intro, onlyPrevents]
  }

  var lockedSetReasons: [String] {
    let houses = pattern.houses.map(Phrase.house)
    return [
      "\(Phrase.list(pattern.cells)) lie in both \(Phrase.list(houses)), and hold "
        + "\(Phrase.list(pattern.digits)) between them. No other cell of \(Phrase.list(houses, "or")) can "
        + "hold \(Phrase.list(pattern.digits, "or"))."
    ]
  }

  var finnedFishReasons: [String] {
    let digit = Phrase.list(pattern.digits)
    let base = Phrase.houses(pattern.houses)
    let cover = Phrase.houses(pattern.coverHouses)
    let fins = Phrase.list(pattern.specialCells)
    let block = pattern.specialCells.first.map { Phrase.house($0.house(.block)) } ?? "none"
    let isOne = pattern.specialCells.count == 1
    let places = pattern.cells.union(pattern.specialCells)
    return [
      Phrase.listing(
        "In \(base), the digit \(digit) has \(places.count.counted("place"))", Phrase.list(places))
        + " All but the fin\(isOne ? "" : "s") \(fins) lie in \(cover).",
      "If \(isOne ? "the fin is not" : pattern.specialCells.count == 2 ? "neither fin is" : "no fin is") "
        + "\(digit), \(cover) get their \(digit)s in \(base). If \(isOne ? "the fin" : "one of them") is "
        + "\(digit), it is the \(digit) of \(block).",
      "Either way, any other cell of \(cover) in \(block) sees \(Phrase.one(pattern.digits)), so it can't be "
        + "\(digit).",
    ]
  }
}

import SudokuCore

/// Words for patterns of linked pairs: single-digit patterns, colouring, chains of bivalue cells.
extension Step {
  private var digits: String { Phrase.list(pattern.digits) }

  /// The chain in words and what its ends say together.
  var linkedEndsReasons: [String] {
    guard let branch = pattern.branches.first else { return [] }
    let (start, end) = (branch.assumption.candidate, branch.target.candidate)
    return pattern.branches.map(Step.tell)
      + ["So one of \(start.cell) and \(end.cell) is \(end.digit)."]
  }

  var wWingReasons: [String] {
    guard let branch = pattern.branches.first else { return [] }
    let (start, end) = (branch.assumption.candidate, branch.target.candidate)
    return [
      "\(start.cell) and \(end.cell) are both \(Phrase.list(pattern.digits, "or"))."
    ] + linkedEndsReasons
  }

  var remotePairReasons: [String] {
    guard let branch = pattern.branches.first else { return [] }
    var path: [Cell] = []
    for candidate in [branch.assumption.candidate] + branch.links.map(\.conclusion.candidate)
    where path.last != candidate.cell {
      path.append(candidate.cell)
    }
    let ends = Phrase.list(pattern.specialCells)
    return [
      "\(Phrase.list(path.map(\.description))) are all \(Phrase.list(pattern.digits, "or")), and "
        + "each sees the next, so the two digits alternate.",
      "So \(ends) hold different digits: one is "
        + "\(pattern.digits.first.map(\.description) ?? ""), the other "
        + "\(pattern.digits.reversed().first.map(\.description) ?? "").",
    ]
  }

  var emptyRectangleReasons: [String] {
    let houses = Array(pattern.houses)
    let arms = pattern.coverHouses
    guard let victim = eliminations.first?.cell, houses.count == 2,
      let far = arms.first(where: { $0.cells.contains(victim) }),
      let near = arms.first(where: { $0 != far }),
      let nearEnd = pattern.specialCells.first(where: { near.cells.contains($0) }),
      let farEnd = pattern.specialCells.first(where: { $0 != nearEnd })
    else { return [] }
    let block = Phrase.house(houses[0])
    return [
      "In \(block), all places for \(digits) lie in \(Phrase.house(near)) and "
        + "\(Phrase.house(far)): \(Phrase.list(pattern.cells)).",
      "In \(Phrase.house(houses[1])), \(digits) has only the places "
        + "\(Phrase.list(pattern.specialCells)).",
      "If \(farEnd) is not \(digits), then \(nearEnd) is, so \(block) has its \(digits) in "
        + "\(Phrase.house(far)). Either way \(victim) sees it.",
    ]
  }

  private var colors: String {
    "\(Phrase.list(pattern.cells)) have one colour, \(Phrase.list(pattern.specialCells)) the other"
  }

  private var coloringIntro: String {
    "Places of \(digits) that are the only two in a house are coloured in turn"
  }

  var colorTrapReasons: [String] {
    [
      "\(coloringIntro): \(colors).",
      "All cells of one colour are \(digits), and none of the other, so a cell that sees both "
        + "colours is not.",
    ]
  }

  var colorWrapReasons: [String] {
    let wrong = Phrase.list(CellSet(eliminations.map(\.cell)))
    return [
      "\(coloringIntro): \(colors).",
      "Two cells of the colour of \(wrong) see each other, so that colour is the wrong one.",
    ]
  }

  var multiColor1Reasons: [String] {
    [
      "\(coloringIntro), which gives two clusters with two colours each.",
      "Two of the cells \(Phrase.list(pattern.specialCells)) see each other, one of each cluster, so "
        + "at most one of these colours is right. So all cells of one cluster among "
        + "\(Phrase.list(pattern.cells)) are \(digits), and a cell that sees both is not.",
    ]
  }

  var multiColor2Reasons: [String] {
    [
      "\(coloringIntro), which gives two clusters with two colours each.",
      "The cells of one colour, \(Phrase.list(pattern.cells)), see both colours of the other cluster, "
        + "\(Phrase.list(pattern.specialCells)); one of these is right, so that colour is wrong.",
    ]
  }
}

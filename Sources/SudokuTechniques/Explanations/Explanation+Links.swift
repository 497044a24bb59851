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
    let verb = pattern.cells.count == 1 ? "has" : "have"
    return
      "\(Phrase.list(pattern.cells)) \(verb) one colour, \(Phrase.list(pattern.specialCells)) the other"
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

  /// The colours of one cluster: "r1c2 or else r1c8 and r4c2".
  private func colors(_ one: Int, _ other: Int) -> String {
    "\(Phrase.list(pattern.sets[one].cells)) or else \(Phrase.list(pattern.sets[other].cells))"
  }

  var multiColor1Reasons: [String] {
    guard pattern.sets.count == 4 else { return clustersAtOnce }
    let (first, second) = (pattern.sets[0].cells, pattern.sets[1].cells)
    let seen = first.first { !$0.peers.isDisjoint(with: second) }
    let seeing = seen.flatMap { $0.peers.intersection(second).first }
    return [
      "\(coloringIntro): so \(digits) is in \(colors(0, 2)), and in \(colors(1, 3)).",
      "\(seen?.description ?? "") and \(seeing?.description ?? "") see each other, so the first of the "
        + "one and the first of the other aren't both right. So \(digits) is in "
        + "\(Phrase.list(pattern.sets[2].cells)), or in \(Phrase.list(pattern.sets[3].cells)), or in both.",
    ]
  }

  /// Where several pairs of colours exclude each other, as the scale `hodoku` takes them together.
  private var clustersAtOnce: [String] {
    [
      "\(coloringIntro), which gives two clusters with two colours each.",
      "Cells among \(Phrase.list(pattern.specialCells)) see each other, one of each cluster, so their "
        + "colours aren't both right. So the opposite colour of one of them is, among "
        + "\(Phrase.list(pattern.cells)), and a cell that sees both opposites is not \(digits).",
    ]
  }

  var multiColor2Reasons: [String] {
    guard pattern.sets.count == 3 else { return [] }
    let color = Phrase.list(pattern.cells)
    return [
      "\(coloringIntro): so \(digits) is in \(colors(1, 2)), and \(color) are all \(digits) or none "
        + "of them is.",
      "If they were, they would leave \(digits) no place in \(Phrase.list(pattern.sets[1].cells)), nor in "
        + "\(Phrase.list(pattern.sets[2].cells)): they see a cell of each.",
    ]
  }
}

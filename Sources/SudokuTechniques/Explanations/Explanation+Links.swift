import SudokuCore

/// Words for patterns of linked pairs: single-digit patterns, colouring, chains of bivalue cells.
extension Step {
  private var digits: String { Phrase.list(pattern.digits) }

  /// The chain in words and what its ends say together.
  var linkedEndsReasons: [String] {
    guard let branch = pattern.branches.first else { return [] }
    let (start, end) = (branch.assumption.candidate, branch.target.candidate)
    return Step.chainText(pattern.branches)
      + [
        "So one of \(start.cell) and \(end.cell) is \(end.digit), and a cell that sees both is not."
      ]
  }

  var wWingReasons: [String] {
    guard let branch = pattern.branches.first else { return [] }
    let (start, end) = (branch.assumption.candidate, branch.target.candidate)
    return [
      "\(start.cell) and \(end.cell) each hold \(Phrase.list(pattern.digits, "or"))."
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
      "\(Phrase.list(path.map(\.description))) each hold \(Phrase.list(pattern.digits, "or")), and "
        + "each sees the next, so the two digits alternate.",
      "So \(ends) hold different digits: one is "
        + "\(pattern.digits.first.map(\.description) ?? ""), the other "
        + "\(pattern.digits.reversed().first.map(\.description) ?? ""). A cell that sees both is neither.",
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

  /// The first two cells of the colour that goes which see each other.
  private var clashing: String {
    let wrong = CellSet(eliminations.map(\.cell))
    guard let one = wrong.first(where: { !$0.peers.isDisjoint(with: wrong) }) else { return "" }
    return Phrase.list(CellSet([one] + one.peers.intersection(wrong).prefix(1)))
  }

  var colorWrapReasons: [String] {
    return [
      "\(coloringIntro): \(colors).",
      "\(clashing) have the same colour and see each other, so that colour is the wrong one.",
    ]
  }

  /// "either all of A (r1c2 and r4c7) or all of B (r1c8)".
  private func choice(_ one: (String, CellSet), _ other: (String, CellSet)) -> String {
    "either all of \(one.0) (\(Phrase.list(one.1))) or all of \(other.0) (\(Phrase.list(other.1)))"
  }

  /// "r1c2 of A sees r3c3 of C".
  private func sight(_ one: (String, CellSet), _ other: (String, CellSet)) -> String {
    guard let seeing = one.1.first(where: { !$0.peers.isDisjoint(with: other.1) }),
      let seen = seeing.peers.intersection(other.1).first
    else { return "" }
    return "\(seeing) of \(one.0) sees \(seen) of \(other.0)"
  }

  var multiColor1Reasons: [String] {
    let sets = pattern.sets.map(\.cells)
    guard sets.count >= 4 else { return [] }
    let names = [sets[0]: "A", sets[2]: "B", sets[1]: "C", sets[3]: "D"]
    func color(_ cells: CellSet) -> (String, CellSet) { (names[cells] ?? "", cells) }
    let intro =
      "\(coloringIntro): \(choice(color(sets[0]), color(sets[2]))) are \(digits), and "
      + "\(choice(color(sets[1]), color(sets[3])))."
    // Where several pairs of colours are mutually exclusive, the scale `hodoku` takes them together.
    return [intro]
      + stride(from: 0, to: sets.count - 3, by: 4).map { start in
        let (first, second) = (color(sets[start]), color(sets[start + 1]))
        let (one, other) = (color(sets[start + 2]).0, color(sets[start + 3]).0)
        return
          "\(sight(first, second)), so not both of these colours are right. So all of \(one) or "
          + "all of \(other) are \(digits), and a cell that sees one of each can't be."
      }
  }

  var multiColor2Reasons: [String] {
    let sets = pattern.sets.map(\.cells)
    guard sets.count == 3 else { return [] }
    let (wrong, one, other) = (("C", sets[0]), ("A", sets[1]), ("B", sets[2]))
    return [
      "\(coloringIntro): \(choice(one, other)) are \(digits). All of C (\(Phrase.list(sets[0]))) are "
        + "\(digits), too, or none of them is.",
      "\(sight(wrong, one)), and \(sight(wrong, other)). If C were \(digits), neither A nor B could be.",
    ]
  }
}

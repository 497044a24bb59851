import SudokuCore

/// Words for patterns of linked pairs: single-digit patterns, colouring, chains of bivalue cells.
extension Step {
  private var digits: String { Phrase.list(pattern.digits) }

  /// The chain in words and what its ends say together.
  var linkedEndsReasons: [String] {
    guard let branch = pattern.branches.first else { return [] }
    let (start, end) = (branch.assumption.candidate, branch.target.candidate)
    return Step.chainText(pattern.branches)
      + ["So at least \(oneIs(CellSet([start.cell, end.cell]), "\(end.digit)"))"]
  }

  /// A chain of candidates in words, what its ends say together, and how that removes others.
  var alternatingChainReasons: [String] {
    guard let branch = pattern.branches.first else { return [] }
    let (start, end) = (branch.assumption.candidate, branch.target.candidate)
    if start.digit == end.digit, start.cell != end.cell { return linkedEndsReasons }
    let chain = Step.chainText(pattern.branches)
    if start.cell == end.cell {
      return chain + ["So \(end.cell) is \(Phrase.list(DigitSet([start.digit, end.digit]), "or"))."]
    }
    let both = "So \(end.cell) is \(end.digit), or \(start.cell) is \(start.digit), or both."
    return chain + [both]
      + [(end, start), (start, end)].compactMap { own, other in
        eliminations.contains(Candidate(own.cell, other.digit))
          ? "If \(own.cell) is not \(own.digit), it sees the \(other.digit) in \(other.cell)." : nil
      }
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
    let digits = Array(pattern.digits)
    guard digits.count == 2 else { return [] }
    return [
      "\(Phrase.list(path.map(\.description))) each hold \(Phrase.list(pattern.digits, "or")), and "
        + "each sees the next.",
      "So the two digits alternate, and \(ends) hold different digits: one is \(digits[0]), the other \(digits[1]). A cell that sees both "
        + "can't be \(digits[0]) or \(digits[1]).",
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
      "In \(block), all places for \(digits) lie in \(Phrase.house(near)) or "
        + "\(Phrase.house(far)): \(Phrase.list(pattern.cells)).",
      "In \(Phrase.house(houses[1])), \(Phrase.list(pattern.specialCells)) are the only places for "
        + "\(digits).",
      "If \(farEnd) is not \(digits), then \(nearEnd) is, so \(block) has its \(digits) in "
        + "\(Phrase.house(far)). Either way \(victim) sees \(Phrase.one(pattern.digits)).",
    ]
  }

  private var colors: String {
    let verb = pattern.cells.count == 1 ? "has" : "have"
    return
      "\(Phrase.list(pattern.cells)) \(verb) one colour, and \(Phrase.list(pattern.specialCells)) the other"
  }

  private var coloringIntro: String {
    "Places of \(digits) that are the only two in a row, column or block are coloured in turn."
  }

  var colorTrapReasons: [String] {
    [
      "\(coloringIntro) \(colors).",
      "All cells of one colour are \(digits), and no cell of the other is. So a cell that sees both "
        + "colours can't be \(digits).",
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
      "\(coloringIntro) \(colors).",
      "\(clashing) have the same colour and see each other, so that colour is the wrong one.",
    ]
  }

  /// "One chain has the colours A (r1c2 and r4c7) and B (r1c8)".
  private func choice(
    _ chain: String, _ one: (String, CellSet), _ other: (String, CellSet)
  ) -> String {
    "\(chain) has the colours \(one.0) (\(Phrase.list(one.1))) and \(other.0) (\(Phrase.list(other.1)))."
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
      "\(coloringIntro) \(choice("One chain", color(sets[0]), color(sets[2]))) "
      + "\(choice("Another", color(sets[1]), color(sets[3]))) "
      + "One colour of each chain is right: all its cells are \(digits)."
    // Where several pairs of colours are mutually exclusive, the scale `hodoku` takes them together.
    return [intro]
      + stride(from: 0, to: sets.count - 3, by: 4).map { start in
        let (first, second) = (color(sets[start]), color(sets[start + 1]))
        let (one, other) = (color(sets[start + 2]).0, color(sets[start + 3]).0)
        return
          "\(sight(first, second)), so these two colours are not both right. So \(one) or \(other) is "
          + "right. A cell that sees a cell of \(one) and a cell of \(other) can't be \(digits)."
      }
  }

  var multiColor2Reasons: [String] {
    let sets = pattern.sets.map(\.cells)
    guard sets.count == 3 else { return [] }
    let (wrong, one, other) = (("C", sets[0]), ("A", sets[1]), ("B", sets[2]))
    return [
      "\(coloringIntro) \(choice("One chain", one, other)) A or B is right: all its cells are \(digits).",
      "C (\(Phrase.list(sets[0]))) is a colour of another such chain, so that all its cells are \(digits) or none.",
      "\(sight(wrong, one)), and \(sight(wrong, other)). If C were right, neither A nor B could be.",
    ]
  }
}

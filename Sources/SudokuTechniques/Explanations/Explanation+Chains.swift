import SudokuCore

extension Step {
  var cycleReasons: [String] {
    chainReasons(
      "The cycle can be walked both ways: either all its statements hold, or all their opposites "
        + "do. A candidate that is ruled out both ways is impossible.")
  }

  var forcingChainReasons: [String] {
    chainReasons("The assumption leads to its own opposite, so it is wrong.")
  }

  var contradictionReasons: [String] {
    chainReasons("\(Step.clash(of: pattern.branches.map(\.target))), so the assumption is wrong.")
  }

  var doubleReasons: [String] {
    let candidate = pattern.candidates.first.map { "\($0.cell) is \($0.digit)" } ?? "it holds"
    return chainReasons("Whether \(candidate) or not, the same follows.")
  }

  var cellChainReasons: [String] {
    let cell = pattern.candidates.first.map { "\($0.cell)" } ?? "the cell"
    let digits = Phrase.list(DigitSet(pattern.candidates.map(\.digit)), "or")
    return chainReasons("Whichever digit \(cell) holds, \(digits), the same follows.")
  }

  var regionChainReasons: [String] {
    let digit = pattern.candidates.first.map { "\($0.digit)" } ?? "the digit"
    let cells = Phrase.list(CellSet(pattern.candidates.map(\.cell)), "or")
    return chainReasons(
      "Wherever \(digit) goes in \(Phrase.houses(pattern.houses)), \(cells), the same follows.")
  }

  var forcingCasesReasons: [String] {
    switch technique {
    case .forcingChainContradiction, .forcingNetContradiction: contradictionReasons
    default: casesReasons
    }
  }

  /// The words for cases of any kind, as the scale `hodoku` finds them: a candidate right or wrong, the
  /// digits of a cell, or the places of a digit.
  private var casesReasons: [String] {
    let cases = pattern.branches.map(\.assumption)
    guard cases.count > 1, cases.allSatisfy(\.isOn) else { return doubleReasons }
    return pattern.houses.isEmpty ? cellChainReasons : regionChainReasons
  }

  /// The branches in words, then what they prove together.
  private func chainReasons(_ argument: String) -> [String] {
    let nestedTexts = nested.enumerated().map { index, step in
      "(Chain \(index + 1), inside: \(step.explanation.text))"
    }
    let chains = Step.chainText(pattern.branches)
    return chains + nestedTexts + (chains.isEmpty ? [] : [argument])
  }

  /// Why some statements are impossible together: "r1c4 can't both be 6 and not be 6".
  private static func clash(of ends: [Literal]) -> String {
    guard let first = ends.first, ends.count > 1 else {
      return "The assumption leads to its own opposite"
    }
    let cells = CellSet(ends.map(\.candidate.cell))
    let digits = DigitSet(ends.map(\.candidate.digit))
    let (cell, digit) = (first.candidate.cell, first.candidate.digit)
    if Set(ends.map(\.candidate)).count == 1 {
      return "\(cell) can't both be \(digit) and not be \(digit)"
    }
    let house = House.all.first { cells.isSubset(of: $0.cells) }
    switch (cells.count == 1, first.isOn) {
    case (true, true): return "\(cell) can't be both \(Phrase.list(digits))"
    case (true, false): return "That leaves \(cell) without a digit"
    case (false, let isOn):
      guard digits.count == 1, let house else { return "These can't hold together" }
      return isOn
        ? "\(Phrase.houseAtStart(house)) can't hold \(digit) in \(Phrase.list(cells))"
        : "That leaves no place for \(digit) in \(Phrase.house(house))"
    }
  }

  /// Branches in a sentence each; what one concludes is known to the next with the same assumption.
  static func chainText(_ branches: [ChainBranch]) -> [String] {
    var known: [Literal: Set<Literal>] = [:]
    return branches.map { branch in
      let words = chainText(branch, known: known[branch.assumption])
      known[branch.assumption, default: []].formUnion(branch.links.map(\.conclusion))
      return words
    }
  }

  /// A branch in one sentence.
  ///
  /// "Suppose r1c1 is 5: then r1c4 is not 5 (row 1), so r6c4 is 5 (column 4)."
  private static func chainText(_ branch: ChainBranch, known: Set<Literal>?) -> String {
    let links = branch.links.filter { known?.contains($0.conclusion) != true }
    guard known == nil || !links.isEmpty else {
      return "There, \(Phrase.literal(branch.target))."
    }
    var words = known == nil ? "Suppose \(Phrase.literal(branch.assumption))" : "Then also"
    var previous = branch.assumption
    for (index, link) in links.enumerated() {
      // What rests on the same as the one before joins its sentence.
      let isAlike = index > 0 && links[index - 1].rests(onTheSameAs: link)
      let isNext = link.premises.count == 1 && link.premises[0] == previous
      let start =
        isAlike
        ? ", "
        : index > 0
          ? (isNext ? ", so " : "; ")
          : known == nil ? (isNext ? ": then " : ": ") : isNext ? " " : ", "
      let premises =
        isAlike || isNext || link.premises.isEmpty
        ? "" : "as \(Phrase.list(link.premises.map(Phrase.literal))), "
      words += start + premises
      for group in link.groups { words += "\(chainText(group)), so " }
      words += Phrase.literal(link.conclusion)
      let sharesReason =
        index + 1 < links.count && link.reason == links[index + 1].reason
        && link.rests(onTheSameAs: links[index + 1])
      if !sharesReason { words += " (\(reason(link.reason)))" }
      previous = link.conclusion
    }
    return words + "."
  }

  /// "8 is in r1c5 or r2c5 (column 5)".
  private static func chainText(_ group: ChainLink.Group) -> String {
    let cells = Phrase.list(group.cells, "or")
    let set = group.lockedSet
    let reason =
      set.isEmpty
      ? Phrase.house(group.house)
      : "\(Phrase.list(set)) are left with as many digits as cells"
    return "\(group.digit) is \(group.isOn ? "" : "not ")in \(cells) (\(reason))"
  }

  private static func reason(_ reason: ChainLink.Reason) -> String {
    switch reason {
    case .cell: "same cell"
    case .house(let house): Phrase.house(house)
    case .technique(let technique): technique.name
    case .nested(let index): "chain \(index + 1)"
    }
  }
}

extension ChainLink {
  /// Whether another link follows from the same premises, without anything in between.
  fileprivate func rests(onTheSameAs other: ChainLink) -> Bool {
    premises == other.premises && !premises.isEmpty && groups.isEmpty && other.groups.isEmpty
  }
}

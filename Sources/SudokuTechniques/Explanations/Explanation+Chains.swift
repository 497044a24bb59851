import SudokuCore

/// Words for chains.
extension Step {
  var cycleReasons: [String] {
    chainReasons(
      "The cycle can be walked both ways: either all its statements hold, or all their opposites "
        + "do. So its digits are in their cells in one way or the other, and a candidate that sees "
        + "its digit both ways is impossible.")
  }

  var forcingChainReasons: [String] {
    chainReasons("The assumption leads to its own opposite.")
  }

  var contradictionReasons: [String] {
    chainReasons("The same assumption leads to two opposite statements, so it is wrong.")
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

  /// The branches in words, then what they prove together.
  private func chainReasons(_ argument: String) -> [String] {
    let told = pattern.branches.map(Step.tell)
    let nestedTexts = nested.enumerated().map { index, step in
      "(Chain \(index + 1), inside: \(step.explanation.text))"
    }
    return told + nestedTexts + (pattern.branches.isEmpty ? [] : [argument])
  }

  /// A branch in one sentence.
  ///
  /// "Suppose r1c1 is 5: then r1c4 is not 5 (row 1), so r6c4 is 5 (column 4)."
  static func tell(_ branch: ChainBranch) -> String {
    var words = "Suppose \(Phrase.literal(branch.assumption))"
    var previous = branch.assumption
    for (index, link) in branch.links.enumerated() {
      let isNext = link.premises.count == 1 && link.premises[0] == previous
      let start = index == 0 ? ": then " : isNext ? ", so " : "; "
      let premises =
        isNext || link.premises.isEmpty
        ? "" : "as \(Phrase.list(link.premises.map(Phrase.literal))), "
      words += start + premises
      for group in link.groups { words += "\(tell(group)), so " }
      words += "\(Phrase.literal(link.conclusion)) (\(reason(link.reason)))"
      previous = link.conclusion
    }
    return words + "."
  }

  /// "8 is in r1c5 or r2c5 (column 5)".
  private static func tell(_ group: ChainLink.Group) -> String {
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

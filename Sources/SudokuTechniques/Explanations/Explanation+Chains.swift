import SudokuCore

/// Words for chains.
extension Step {
  var cycleReasons: [String] {
    chainReasons { _ in
      "The cycle can be walked both ways: its statements hold all or their opposites do. "
        + "So every candidate that sees both kinds for its digit is impossible."
    }
  }

  var forcingChainReasons: [String] {
    chainReasons { _ in "The assumption leads to its own opposite." }
  }

  var contradictionReasons: [String] {
    chainReasons { _ in "The same assumption leads to two opposite statements, so it is wrong." }
  }

  var doubleReasons: [String] {
    chainReasons { "The assumption and its opposite both say that \($0)." }
  }

  var cellChainReasons: [String] {
    chainReasons { "Whichever digit the cell holds, \($0)." }
  }

  var regionChainReasons: [String] {
    chainReasons { "Wherever the digit stands in \(Phrase.houses(pattern.houses)), \($0)." }
  }

  /// The branches in words, then what they prove together.
  ///
  /// - Parameter argument: Takes the common target in words.
  private func chainReasons(_ argument: (String) -> String) -> [String] {
    let told = pattern.branches.map(Step.tell)
    let nestedTexts = nested.enumerated().map { index, step in
      "(Chain \(index + 1), inside: \(step.explanation.text))"
    }
    guard let target = pattern.branches.first?.target else { return told + nestedTexts }
    return told + nestedTexts + [argument(Phrase.statement(target))]
  }

  /// A branch in one sentence.
  ///
  /// "Suppose r1c1 is 5: then r1c4 is not 5 (row 1), so r6c4 is 5 (column 4)."
  private static func tell(_ branch: Branch) -> String {
    var words = "Suppose \(Phrase.statement(branch.assumption))"
    var previous = branch.assumption
    for (index, link) in branch.links.enumerated() {
      let isNext = link.premises.count == 1 && link.premises[0] == previous
      let start = index == 0 ? ": then " : isNext ? ", so " : "; "
      let premises =
        isNext || link.premises.isEmpty
        ? "" : "as \(Phrase.list(link.premises.map(Phrase.statement))), "
      words += start + premises + "\(Phrase.statement(link.conclusion)) (\(reason(link.reason)))"
      previous = link.conclusion
    }
    return words + "."
  }

  private static func reason(_ reason: Link.Reason) -> String {
    switch reason {
    case .cell: "same cell"
    case .house(let house): Phrase.house(house)
    case .technique(let technique): technique.name
    case .nested(let index): "chain \(index + 1)"
    }
  }
}

import SudokuCore

extension Step {
  var cycleReasons: [String] {
    chainReasons(
      "The cycle can be walked both ways: either all its statements hold, or all their opposites "
        + "do. A candidate that is ruled out both ways is impossible.")
  }

  var forcingChainReasons: [String] {
    chainReasons("The assumption leads to its own opposite, so the assumption is wrong.")
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

  var houseChainReasons: [String] {
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
    return pattern.houses.isEmpty ? cellChainReasons : houseChainReasons
  }

  /// The branches in words, then what they prove together.
  private func chainReasons(_ argument: String) -> [String] {
    let nestedTexts = nestedTexts
    let chains = Step.chainText(
      pattern.branches, limit: Step.chainLimit - nestedTexts.reduce(0) { $0 + $1.count })
    return chains + nestedTexts + (chains.isEmpty ? [] : [argument])
  }

  /// The most characters for chains.
  static let chainLimit = 2_100

  /// The nested chains in words, those that are too long in short.
  private var nestedTexts: [String] {
    guard !nested.isEmpty else { return [] }
    let limit = Step.chainLimit / 2 / nested.count
    return nested.enumerated().compactMap { index, step in
      let text = "(Chain \(index + 1), inside: \(step.explanation.text))"
      if text.count <= limit { return text }
      let short =
        "(Chain \(index + 1), inside: \(step.name). \(step.explanation.conclusion))"
      return short.count <= limit ? short : nil
    }
  }

  /// The reason why some literals are impossible together: "r1c4 can't both be 6 and not be 6".
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

  /// The amount of a branch that is explained.
  private enum Detail {
    /// Everything.
    case all
    /// The conclusions, without the premises but for the one before.
    case conclusions
    /// The first and the last conclusions, so many each.
    case ends(Int)
  }

  /// Branches in words, with as much detail as the limit of characters allows.
  static func chainText(_ branches: [ChainBranch], limit: Int = chainLimit) -> [String] {
    let details = [.all, .conclusions] + [12, 8, 5, 3, 2, 1].map(Detail.ends)
    for detail in details {
      let words = chainText(branches, detail)
      if words.reduce(0, { $0 + $1.count + 1 }) <= limit { return words }
    }
    return chainText(branches, .ends(0))
  }

  /// Branches in words; what one concludes is known to the next with the same assumption.
  private static func chainText(_ branches: [ChainBranch], _ detail: Detail) -> [String] {
    var known: [Literal: Set<Literal>] = [:]
    return branches.map { branch in
      let words = chainText(
        branch, known: known[branch.assumption], detail, isCase: branches.count > 1)
      known[branch.assumption, default: []].formUnion(branch.links.map(\.conclusion))
      return words
    }
  }

  /// A branch in one sentence, or in several where it is long.
  ///
  /// "Suppose r1c1 is 5: then r1c4 is not 5 (row 1), so r6c4 is 5 (column 4)."
  private static func chainText(
    _ branch: ChainBranch, known: Set<Literal>?, _ detail: Detail, isCase: Bool
  ) -> String {
    let links = branch.links.filter { known?.contains($0.conclusion) != true }
    guard known == nil || !links.isEmpty else {
      return "There, \(Phrase.literal(branch.target))."
    }
    var words = known == nil ? "Suppose \(Phrase.literal(branch.assumption))" : "Then also"
    var previous = branch.assumption
    var isElided = false
    let shown: Int
    if case .ends(let count) = detail { shown = count } else { shown = links.count }
    func isShown(_ index: Int) -> Bool { index < shown || index >= links.count - max(shown, 1) }
    var (index, isSingle) = (0, true)
    while index < links.count {
      let link = links[index]
      guard isShown(index) else {
        if !isElided {
          words +=
            index == 0
            ? ": then, after \((links.count - 1 - shown).counted("step"))"
            : "; \((links.count - 2 * shown).counted("step")) later"
        }
        isElided = true
        index += 1
        continue
      }
      // What rests on the same as the one before joins its sentence.
      let isAlike = index > 0 && links[index - 1].rests(onTheSameAs: link)
      let isNext = link.premises.count == 1 && link.premises[0] == previous && isSingle
      var isBrief = true
      if case .all = detail { isBrief = false }
      let start =
        isAlike || isElided && index == links.count - max(shown, 1)
        ? ", "
        : index > 0
          ? (isNext ? ", so " : isBrief || link.premises.isEmpty ? "; " : ". ")
          : known == nil ? (isNext ? ": then " : ": ") : isNext ? " " : ", "
      let premises =
        isAlike || isNext || link.premises.isEmpty || isBrief
        ? "" : "\(start == ". " ? "As" : "as") \(Phrase.literals(link.premises)), "
      let statements = link.groups.map(chainText)
      // Conclusions from the same premises for the same reason share a sentence.
      let run = links[index...].prefix {
        $0 == link || $0.reason == link.reason && $0.rests(onTheSameAs: link)
      }
      let together = run.indices.prefix(while: isShown).map { links[$0].conclusion }
      let conclusion = "\(Phrase.literals(together)) (\(reason(link.reason)))"
      for (number, statement) in (statements + [conclusion]).enumerated() {
        words = joined(
          words, number == 0 ? start : ", so ", (number == 0 ? premises : "") + statement)
      }
      previous = together[together.count - 1]
      isSingle = together.count == 1
      index += together.count
    }
    let all = Set(links.map(\.conclusion) + [branch.assumption])
    // The text ends with the first impossible conclusion.
    let isImpossible = isCase && all.contains { all.contains($0.opposite) }
    return words + (isImpossible ? ". That is impossible." : ".")
  }

  /// Words and a clause that follows, in a sentence of its own where theirs would be too long.
  private static func joined(_ words: String, _ separator: String, _ clause: String) -> String {
    let breaks = [", so ": ". So ", "; ": ". ", ", ": ". Also "]
    guard Phrase.openWordCount(words) + Phrase.wordCount(clause) + 1 > Phrase.mostWords,
      let start = breaks[separator]
    else { return words + separator + clause }
    return words + start + clause
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
  /// True if another link follows from the same premises, without anything in between.
  fileprivate func rests(onTheSameAs other: ChainLink) -> Bool {
    premises == other.premises && !premises.isEmpty && groups.isEmpty && other.groups.isEmpty
  }
}

import SudokuCore

/// Words for almost locked sets, nice loops and the last resorts.
extension Step {
  private var cells: String { Phrase.list(pattern.cells) }
  private var others: String { Phrase.list(pattern.specialCells) }
  private var victims: String { Phrase.list(DigitSet(eliminations.map(\.digit)), "or") }
  private var restricted: String { Phrase.list(pattern.specialDigits, "or") }

  private func have(_ cells: CellSet) -> String { cells.count == 1 ? "has" : "have" }

  private func digits(in cells: CellSet) -> DigitSet {
    DigitSet(pattern.candidates.filter { cells.contains($0.cell) }.map(\.digit))
  }

  var alsXZReasons: [String] {
    let sets = almostLocked([pattern.cells, pattern.specialCells])
    let links = Array(pattern.specialDigits)
    if links.count == 2 {
      return [
        sets,
        "They can't both hold \(links[0]), nor both hold \(links[1]), since all places of such a digit "
          + "see each other. So one is without \(links[0]), "
          + "the other without \(links[1]), and each holds all its other digits.",
        "So each of \(links[0]) and \(links[1]) can be removed from a cell that sees all its places in both sets. "
          + "Any other digit of a set can be removed from a cell that sees all its places in that set.",
      ]
    }
    return [
      sets,
      "They can't both hold \(restricted), since all their \(restricted)s see each other. So A or B is "
        + "without \(restricted), and holds all its other digits. " + victimsGo("A and B"),
    ]
  }

  /// The elimination from cells outside some sets: "A cell that sees all places of 5 in A and B can't be 5".
  private func victimsGo(_ sets: String) -> String {
    DigitSet(eliminations.map(\.digit)).count == 1
      ? "A cell that sees all places of \(victims) in \(sets) can't be \(victims)."
      : "That includes \(Phrase.list(DigitSet(eliminations.map(\.digit)))). So each of these can be removed from a "
        + "cell that sees all its places in \(sets)."
  }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)

  /// "A and B are almost locked sets: each has one digit more than cells. A is r1c1 and r1c2 with 2, 3 and 9."
  private func almostLocked(_ sets: [CellSet]) -> String {
    let names = Self.letters.prefix(sets.count)
    let named = zip(names, sets).map { name, cells in
      " \(name) is \(Phrase.list(cells)) with \(Phrase.list(digits(in: cells)))."
    }
    return "\(Phrase.list(names)) are almost locked sets: each has one digit more than cells."
      + named.joined()
  }

  /// The digits that no two neighbouring sets both hold, with the reason.
  private var linksReason: String {
    let links = zip(pattern.sets, zip(Self.letters, Self.letters.dropFirst())).dropLast()
    let sentences = links.enumerated().map { index, link in
      let (both, digit) = ("\(link.1.0) and \(link.1.1)", Phrase.list(link.0.link, "or"))
      return index == 0 ? "\(both) can't both hold \(digit)" : "nor \(both) \(digit)"
    }
    return sentences.joined(separator: ", ")
      + ": all places of such a digit in the two see each other."
  }

  var alsXYWingReasons: [String] {
    guard pattern.sets.count == 3 else { return [] }
    let left = Phrase.list(pattern.sets[0].link, "or")
    let right = Phrase.list(pattern.sets[1].link, "or")
    return [
      almostLocked(pattern.sets.map(\.cells)), linksReason,
      "B lacks only one of its digits, so it holds \(left) or \(right). If B holds \(left), A can't. If B "
        + "holds \(right), C can't. So A is without \(left) or C without \(right), and that set holds all "
        + "its other digits. " + victimsGo("A and C"),
    ]
  }

  var alsChainReasons: [String] {
    let sets = pattern.sets
    guard sets.count > 2, let first = sets.first else { return [] }
    let letters = Self.letters.prefix(sets.count)
    let end = letters.last ?? ""
    let way = zip(zip(sets, sets.dropFirst()), letters.dropFirst()).map { pair, letter in
      let held = letter == end ? victims : Phrase.list(pair.1.link)
      return "\(letter) is without \(Phrase.list(pair.0.link)) and holds \(held)"
    }
    return [
      almostLocked(sets.map(\.cells)), linksReason,
      "If A is without \(victims), it holds \(Phrase.list(first.link)). Then "
        + "\(way.joined(separator: ". Then ")). So A or \(end) holds \(victims). "
        + "A cell that sees all places of \(victims) in A and \(end) can't be \(victims).",
    ]
  }

  var deathBlossomReasons: [String] {
    let removed = DigitSet(eliminations.map(\.digit))
    let petals = pattern.sets.compactMap { petal -> String? in
      guard let digit = petal.link.first else { return nil }
      let rest = digits(in: petal.cells).subtracting(petal.link)
      return "If it is \(digit), \(Phrase.list(petal.cells)) "
        + (petal.cells.count == 1 ? "loses \(digit), so it is" : "lose \(digit), so they hold")
        + " \(Phrase.list(rest))."
    }
    return ["\(others) is \(Phrase.list(pattern.specialDigits, "or"))."] + petals + [
      "Whichever it is, one of these sets holds \(Phrase.list(removed)). "
        + (removed.count == 1
          ? victimsGo("all of them")
          : "So each of these digits can be removed from a cell that sees all its places in all of them.")
    ]
  }

  var sueDeCoqReasons: [String] {
    guard pattern.sets.count == 2, let block = pattern.houses.first(where: { $0.kind == .block }),
      let line = pattern.houses.first(where: { $0.kind != .block })
    else { return [] }
    let (inLine, inBlock) = (pattern.sets[0], pattern.sets[1])
    func with(_ cells: CellSet) -> String {
      "\(Phrase.list(cells)) \(have(cells)) \(Phrase.list(digits(in: cells)))"
    }
    let count = pattern.cells.count + pattern.specialCells.count
    let twice = digits(in: inLine.cells).intersection(digits(in: inBlock.cells))
    return [
      "Where \(Phrase.house(line)) and \(Phrase.house(block)) cross, \(with(pattern.cells)). Of the "
        + "other cells of the \(Phrase.kind(line.kind)), \(with(inLine.cells)). Of the other cells of the "
        + "block, \(with(inBlock.cells)).",
      "These are \(count) cells with \(count) digits"
        + (twice.isEmpty ? "" : ", \(Phrase.list(twice)) counted in each of the two houses")
        + ", so they take them all. No other cell of \(Phrase.house(line)) can hold "
        + "\(Phrase.list(inLine.link, "or")). No other cell of "
        + "\(Phrase.house(block)) can hold \(Phrase.list(inBlock.link, "or")).",
    ]
  }

  var frankenFishReasons: [String] {
    let digit = Phrase.list(pattern.digits)
    let base = Phrase.houses(pattern.houses)
    let cover = Phrase.houses(pattern.coverHouses)
    guard !pattern.specialCells.isEmpty else {
      return [
        Phrase.listing("In \(base), all places for \(digit) lie in \(cover)", cells),
        "\(Phrase.housesAtStart(pattern.coverHouses)) get their \(digit)s there and nowhere else."
          + twiceCovered,
      ]
    }
    let victims = CellSet(eliminations.map(\.cell))
    let covered = pattern.coverHouses.reduce(CellSet()) { $0.union($1.cells) }
    let outside = pattern.specialCells.subtracting(covered)
    let shared = pattern.specialCells.compactMap { cell -> String? in
      let houses = HouseSet(pattern.houses.filter { $0.cells.contains(cell) })
      return houses.count > 1 ? " \(cell) lies in both \(Phrase.houses(houses))." : nil
    }
    return [
      Phrase.listing(
        "In \(base), the digit \(digit) has \(pattern.cells.count.counted("place"))", cells)
        + " "
        + (outside.isEmpty ? "They" : "All but \(Phrase.list(outside))") + " lie in \(cover)."
        + shared.joined(),
      "If \(Phrase.none(of: pattern.specialCells)) \(digit), \(cover) get their "
        + "\(digit)s in the other places only." + twiceCovered,
      "If \(pattern.specialCells.count == 1 ? others : "one of \(others)") is \(digit), "
        + "\(Phrase.list(victims)) \(victims.count == 1 ? "sees" : "see") it.",
    ]
  }

  /// Why a place of the fish itself goes: two of the houses that cover it share the place.
  private var twiceCovered: String {
    let own = CellSet(eliminations.map(\.cell)).intersection(pattern.cells)
    guard !own.isEmpty else { return "" }
    let (lies, digit) = (own.count == 1 ? "lies" : "lie", Phrase.list(pattern.digits))
    return
      " \(Phrase.list(own)) \(lies) in two of these houses. One \(digit) would serve both, and leave too "
      + "few houses for the other \(digit)s."
  }

  var niceLoopReasons: [String] {
    guard let branch = pattern.branches.first else { return [] }
    let (start, end) = (branch.assumption, branch.target)
    switch technique {
    case .continuousNiceLoop, .groupedContinuousNiceLoop:
      let closing =
        end == start
        ? "The loop closes." : "So again \(Phrase.literal(start)), and the loop closes."
      let rest = [closing] + loopReasons
      // The text of a long loop has at most 2,500 characters as a whole.
      let room = Step.chainLimit + 100 - rest.reduce(0) { $0 + $1.count }
      return Step.chainText([branch], limit: min(room, Step.chainLimit)) + rest
    case .alternatingChain, .groupedAlternatingChain: return alternatingChainReasons
    default:
      let chains = Step.chainText([branch])
      let isOtherDigit = start.candidate.digit != end.candidate.digit
      guard isOtherDigit, !start.isOn else {
        return chains + ["That contradicts the assumption, so the assumption is wrong."]
      }
      return chains + [
        "If \(Phrase.literal(start.opposite)), then \(Phrase.literal(end)) too, as the cell holds one "
          + "digit."
      ]
    }
  }

  var bruteForceReasons: [String] {
    ["No technique helps here, so this digit is taken from the solution."]
  }
}

extension Literal {
  /// The opposite literal.
  package var opposite: Literal { Literal(candidate, isOn: !isOn) }
}

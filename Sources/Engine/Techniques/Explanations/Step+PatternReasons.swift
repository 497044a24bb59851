import SudokuCore

/// Words for techniques without chains.
extension Step {
  private var house: String { pattern.houses.first.map(Phrase.house) ?? "the board" }

  private var digits: String { Phrase.list(pattern.digits) }

  private var cells: String { Phrase.list(pattern.cells) }

  /// The candidates of a cell as far as the pattern shows them.
  private func digits(of cell: Cell) -> DigitSet {
    DigitSet(pattern.candidates.filter { $0.cell == cell }.map(\.digit))
  }

  var singleReasons: [String] {
    switch technique {
    case .fullHouse: ["\(cells) is the last empty cell of \(house)."]
    case .nakedSingle:
      [
        causes?.nakedSingleReason(pattern.cells) ?? "\(cells) can hold nothing but \(digits)."
      ]
    default:
      [
        "In \(house), \(cells) is the only place for \(digits)"
          + (causes.map { $0.hasAny ? ": \($0.hiddenSingleReason(pattern.digits))." : "." } ?? ".")
      ]
    }
  }

  var lockingReasons: [String] {
    let cover = Phrase.houses(pattern.coverHouses)
    var reasons = [
      "In \(house), all places for \(digits) lie in \(cover): \(cells). "
        + "No other cell of \(cover) can hold \(digits)."
    ]
    if let placement, let kind = pattern.houses.first?.kind {
      let target = Phrase.house(placement.cell.house(kind))
      reasons.append(
        "That leaves \(placement.cell) as the only place for \(placement.digit) in \(target).")
    }
    return reasons
  }

  var templateReasons: [String] {
    let others = pattern.specialDigits
    let room = others.isEmpty ? "" : " and leave \(Phrase.list(others)) a way"
    let intro = "\(digits) goes once into each row, column and block. "
    if let placement {
      return [intro + "Every way to do that\(room) uses \(placement.cell)."]
    }
    return [
      intro + "No way to do that\(room) uses "
        + "\(Phrase.list(CellSet(eliminations.map(\.cell)), "or"))"
        + (others.isEmpty ? ", whatever the other digits are." : ".")
    ]
  }

  var hiddenSetReasons: [String] {
    var reasons = [
      "In \(house), the digits \(digits) have only the places \(cells). These cells hold nothing else."
    ]
    if let placement {
      reasons.append(
        "That leaves \(placement.cell) as the only place for \(placement.digit) in \(house).")
    }
    return reasons
  }

  var nakedSetReasons: [String] {
    [
      "In \(house), \(cells) hold \(digits) between them. No other cell of \(house) can hold "
        + "\(Phrase.list(pattern.digits, "or"))."
    ]
  }

  var fishReasons: [String] {
    let base = Phrase.houses(pattern.houses)
    let cover = Phrase.houses(pattern.coverHouses)
    return [
      Phrase.listing("In \(base), all places for \(digits) lie in \(cover)", cells)
        + " \(Phrase.housesAtStart(pattern.coverHouses)) get their \(digits)s there and nowhere else."
    ]
  }

  var wxyzWingReasons: [String] {
    let others = pattern.digits.subtracting(pattern.specialDigits)
    let size = pattern.cells.count == 4 ? "four" : "five"
    return [
      "\(cells) have \(size) digits, \(Phrase.list(pattern.digits)). Each of \(Phrase.list(others)) can be "
        + "in only one of these cells, since all its places there see each other.",
      "That is not enough for \(size) cells, so at least "
        + oneIs(pattern.specialCells, Phrase.list(pattern.specialDigits)),
    ]
  }

  var wingReasons: [String] {
    guard let pivot = pattern.specialCells.first, let common = pattern.specialDigits.first else {
      return []
    }
    var reasons = ["\(pivot) is \(Phrase.list(digits(of: pivot), "or"))."]
    for digit in digits(of: pivot) where digit != common {
      for pincer in pattern.cells
      where pincer != pivot && digits(of: pincer).contains(digit) {
        reasons.append("If it is \(digit), then \(pincer) is \(common).")
      }
    }
    let holders = technique == .xyzWing ? pattern.cells : pattern.cells.subtracting([pivot])
    return reasons + ["In any case at least \(oneIs(holders, "\(common)"))"]
  }

  /// "one of r1c1 and r1c2 is 5. A cell that sees both can't be 5."
  func oneIs(_ cells: CellSet, _ digit: String) -> String {
    "one of \(Phrase.list(cells)) is \(digit). A cell that sees \(Phrase.all(cells.count)) can't be \(digit)."
  }

  /// A naked set of one of two cells with others.
  private func nakedSetReason(_ digits: DigitSet) -> String {
    "\(Phrase.list(["That cell"] + pattern.specialCells.map(\.description))) hold "
      + "\(Phrase.list(digits)) between them. No other cell of "
      + "\(Phrase.list(pattern.houses.map(Phrase.house), "or")) can hold \(Phrase.list(digits, "or"))."
  }

  /// "Only 7 in r1c1 or r1c2 prevents that. A cell that sees both can't be 7."
  var onlyPrevents: String {
    let (cells, digit) = (pattern.specialCells, Phrase.list(DigitSet(eliminations.map(\.digit))))
    return "Only \(digit) in \(Phrase.list(cells, "or")) prevents that. A cell that sees "
      + "\(Phrase.all(cells.count)) can't be \(digit)."
  }

  private var cellsInHouse: String {
    let house = pattern.houses.first?.cells ?? .all
    return Phrase.list(pattern.cells.intersection(house))
  }

  var uniqueLoopReasons: [String] {
    let intro = swapReason
    let special = Phrase.list(pattern.specialCells)
    let extras = Phrase.list(pattern.specialDigits, "or")
    switch technique {
    case .uniqueRectangle1, .uniqueLoop1:
      // What the cell is, or is not, is the conclusion.
      return [intro, "Only \(extras) in \(special) prevents that."]
    case .uniqueRectangle2, .uniqueLoop2:
      return [intro, onlyPrevents]
    case .uniqueRectangle3Naked, .uniqueLoop3Naked:
      return [
        intro,
        "So at least one of \(cellsInHouse) holds another of its digits. "
          + nakedSetReason(pattern.specialDigits),
      ]
    case .uniqueRectangle3Hidden, .uniqueLoop3Hidden:
      return [
        intro,
        "So only one of \(cellsInHouse) takes \(Phrase.list(pattern.digits, "or")). In \(house), the digits "
          + "\(Phrase.list(pattern.specialDigits)) have no other places but \(special).",
      ]
    default:
      return [
        intro,
        "In \(house), \(special) are the only places for \(extras), so one of them is \(extras). If the "
          + "other were \(Phrase.list(pattern.digits.subtracting(pattern.specialDigits))), the two digits could "
          + "be swapped.",
      ]
    }
  }

  var bivalueGraveReasons: [String] {
    let extras = Phrase.list(pattern.candidates.map { "\($0.digit) in \($0.cell)" }, "or")
    let intro =
      "Without \(extras), every empty cell would have two candidates. Every digit would have two places or "
      + "none in each row, column and block. Such a board never has exactly one solution."
    switch technique {
    case .bug1: return [intro]
    case .bug2:
      return [
        intro, "So at least \(oneIs(pattern.cells, Phrase.list(pattern.specialDigits)))",
      ]
    case .bug3:
      return [
        intro,
        "So at least one of \(cells) takes its extra digit. \(nakedSetReason(pattern.digits))",
      ]
    default:
      return [
        intro,
        "One of \(cells) is \(digits), since \(house) has no other place for it. "
          + "The other takes an extra digit.",
      ]
    }
  }
}

/// Words for kraken fish.
extension Step {
  var krakenFishReasons: [String] {
    guard let digit = pattern.digits.first, let target = eliminations.first else { return [] }
    let base = Phrase.houses(pattern.houses)
    let cover = Phrase.houses(pattern.coverHouses)
    let fins = Phrase.list(pattern.specialCells)
    let starts = CellSet(pattern.branches.map(\.assumption.candidate.cell))
    let fish =
      Phrase.listing(
        "In \(base), the digit \(digit) has \(pattern.cells.count.counted("place"))",
        Phrase.list(pattern.cells))
      + " All but \(fins) lie in \(cover)."
    let holds =
      "If \(Phrase.none(of: pattern.specialCells)) \(digit), "
      + "\(cover) get their \(digit)s in the other places only"
    guard technique == .krakenFish2 else {
      return [fish, "\(holds), so not in \(target.cell)."] + Step.chainText(pattern.branches)
    }
    // The line explained is one of which all places start a chain.
    let line = pattern.coverHouses.first { house in
      house.cells.intersection(pattern.cells).isSubset(of: starts)
    }
    guard let line else { return [] }
    return [
      fish,
      "\(holds). Then \(Phrase.house(line)) has its \(digit) in "
        + "\(Phrase.list(line.cells.intersection(pattern.cells), "or")).",
      "So one of \(Phrase.list(starts)) is \(digit).",
    ] + Step.chainText(pattern.branches)
  }
}

/// Words for aligned exclusion: the combinations that make a digit impossible, one by one.
extension Step {
  var alignedExclusionReasons: [String] {
    let base = Array(pattern.cells)
    var reasons = [
      "Try all combinations of digits in \(Phrase.list(pattern.cells)). Cells that see each other hold "
        + "different digits. A combination is wrong if it leaves another cell without a digit."
    ]
    for victim in eliminations {
      let others = base.filter { $0 != victim.cell }
      // Combinations that leave the same cell without a digit are named together.
      var causes: [(empty: Cell, digits: [String])] = []
      for combination in combinations(of: others) {
        guard let empty = cellWithoutDigit(beside: [victim] + combination) else { continue }
        let digits = combination.map(\.digit.description).joined(separator: " ")
        if let known = causes.firstIndex(where: { $0.empty == empty }) {
          causes[known].digits.append(digits)
        } else {
          causes.append((empty, [digits]))
        }
      }
      let sentences = causes.enumerated().map { index, cause in
        let digits = Phrase.list(cause.digits, "or")
        return index == 0
          ? "with \(digits) in \(Phrase.list(CellSet(others))), \(cause.empty) has no digit left"
          : "With \(digits), \(cause.empty) has none"
      }
      let why =
        sentences.isEmpty
        ? "every combination has a digit twice" : sentences.joined(separator: ". ")
      reasons.append("\(victim.cell) can't be \(victim.digit): \(why).")
    }
    return reasons
  }

  /// All choices of a digit for each of some cells.
  private func combinations(of cells: [Cell]) -> [[Candidate]] {
    cells.reduce([[]]) { lists, cell in
      lists.flatMap { list in digits(of: cell).map { list + [Candidate(cell, $0)] } }
    }
  }

  /// A cell that some digits would leave none; `nil` if there is none, or they can't be placed together.
  private func cellWithoutDigit(beside candidates: [Candidate]) -> Cell? {
    for (index, one) in candidates.enumerated() {
      if candidates[..<index].contains(where: { $0.digit == one.digit && $0.cell.sees(one.cell) }) {
        return nil
      }
    }
    let used = DigitSet(candidates.map(\.digit))
    return pattern.specialCells.first { digits(of: $0).isSubset(of: used) }
  }
}

import SudokuCore
import SudokuTechniques

/// Techniques of one digit: fish, turbot fish, colours, templates.
extension CheckedStep {
  static let fish: [String: Definition] = {
    let sizes = [
      ("x-wing", 2), ("swordfish", 3), ("jellyfish", 4), ("squirmbag", 5), ("whale", 6),
      ("leviathan", 7),
    ]
    var all: [String: Definition] = [:]
    for (name, size) in sizes {
      all[name] = { step in try step.lineFish(size, finned: false) }
      all["finned-\(name)"] = { step in try step.lineFish(size, finned: true) }
      all["sashimi-\(name)"] = { step in
        try step.lineFish(size, finned: true, sashimi: true)
      }
      for kind in ["franken", "mutant"] {
        for fins in ["", "finned-"] {
          all["\(fins)\(kind)-\(name)"] = { step in
            try step.complexFish(size, isMutant: kind == "mutant", finned: !fins.isEmpty)
          }
        }
      }
    }
    return all
  }()

  static let digits: [String: Definition] = [
    "empty-rectangle": { step in try step.emptyRectangle() },
    "template": { step in try step.template() },
    "simple-color-trap": { step in try step.simpleColours(isTrap: true) },
    "simple-color-wrap": { step in try step.simpleColours(isTrap: false) },
    "multi-color-1": { step in try step.multiColour1() },
    "multi-color-2": { step in try step.multiColour2() },
  ]

  private func places(_ digit: Digit, _ houses: HouseSet) -> CellSet {
    houses.reduce(CellSet()) { $0.union(marks.places(of: digit, in: $1)) }
  }

  /// What the base houses need: a place for the digit each.
  private func needs(_ digit: Digit, _ houses: HouseSet) -> [[Candidate]] {
    houses.map { marks.needs(of: digit, in: $0) }
  }

  private func lineFish(_ size: Int, finned: Bool, sashimi: Bool = false) throws {
    let (base, cover, digit) = (pattern.houses, pattern.coverHouses, try onlyDigit())
    try need(base.count == size && cover.count == size, "the wrong size")
    let kinds = (Set(base.map(\.kind)), Set(cover.map(\.kind)))
    try need(
      kinds == ([.row], [.column]) || kinds == ([.column], [.row]), "not rows and columns")
    let covered = cover.reduce(CellSet()) { $0.union($1.cells) }
    let all = places(digit, base)
    let fins = all.subtracting(covered)
    try need(fins == special || !finned && special.isEmpty, "other fins are named")
    try need(finned != fins.isEmpty, finned ? "no fins" : "places outside")
    for candidate in eliminations {
      try need(
        candidate.digit == digit && covered.contains(candidate.cell)
          && !all.contains(candidate.cell) && fins.isSubset(of: candidate.cell.peers),
        "\(candidate) does not follow")
    }
    if finned {
      try need(Set(fins.map(\.block)).count == 1, "fins in several blocks")
      let isShort = base.contains { house in
        marks.places(of: digit, in: house).intersection(covered).count < 2
      }
      try need(isShort == sashimi, sashimi ? "no base line is short" : "a base line is short")
    }
    try refuteAll(needs(digit, base))
  }

  private func complexFish(_ size: Int, isMutant: Bool, finned: Bool) throws {
    let (base, cover, digit) = (pattern.houses, pattern.coverHouses, try onlyDigit())
    try need(base.count == size && cover.count == size, "the wrong size")
    try need(base.intersection(cover).isEmpty, "a house is base and cover")
    let (bases, covers) = (Set(base.map(\.kind)), Set(cover.map(\.kind)))
    let isFranken =
      bases.union(covers).contains(.block)
      && (bases.isSubset(of: [.row, .block]) && covers.isSubset(of: [.column, .block])
        || bases.isSubset(of: [.column, .block]) && covers.isSubset(of: [.row, .block]))
    let isLines = bases.count == 1 && covers.count == 1 && !bases.union(covers).contains(.block)
    try need(isFranken != isMutant && !isLines, "the houses make another fish")
    func times(_ cell: Cell, _ houses: HouseSet) -> Int {
      houses.count { $0.cells.contains(cell) }
    }
    let all = places(digit, base)
    let fins = CellSet(all.filter { times($0, cover) == 0 || times($0, base) > 1 })
    try need(finned != fins.isEmpty, finned ? "no fins" : "fins")
    for candidate in eliminations {
      let (bases, covers) = (times(candidate.cell, base), times(candidate.cell, cover))
      try need(
        candidate.digit == digit && covers > bases
          && fins.subtracting(CellSet(candidate.cell)).isSubset(of: candidate.cell.peers)
          && !fins.contains(candidate.cell),
        "\(candidate) does not follow")
    }
    try refuteAll(needs(digit, base))
  }

  private func emptyRectangle() throws {
    let digit = try onlyDigit()
    guard let block = pattern.houses.first(where: { $0.kind == .block }),
      let line = pattern.houses.first(where: { $0.kind != .block }), pattern.houses.count == 2
    else { throw Fault(text: "not a block and a line") }
    let crossed = pattern.coverHouses.reduce(CellSet()) { $0.union($1.cells) }
    try need(Set(pattern.coverHouses.map(\.kind)) == [.row, .column], "not a row and a column")
    try need(marks.places(of: digit, in: block).isSubset(of: crossed), "other places in \(block)")
    try need(marks.places(of: digit, in: line) == special, "other places in \(line)")
    try need(special.count == 2, "no conjugate pair")
    try need(eliminations.allSatisfy { $0.digit == digit }, "another digit")
    try refuteAll(needs(digit, pattern.houses))
  }

  private func template() throws {
    let digit = try onlyDigit()
    try need(eliminations.allSatisfy { $0.digit == digit }, "another digit")
    let rows = (0..<9).map { House(.row, $0) }
      .filter { !$0.cells.contains { marks.board[$0] == digit } }
    let needs = rows.map { marks.needs(of: digit, in: $0) }
    let others = pattern.specialDigits
    guard others.isEmpty, step.placement == nil else {
      // All ways of two digits are few enough to try; of more digits the solution alone is compared.
      guard others.count < 2 else { return }
      try refuteAll(
        (others.first.map { other in
          House.all.map { marks.needs(of: other, in: $0) }.filter { !$0.isEmpty }
        } ?? []) + needs)
      return
    }
    try refuteAll(needs)
    for row in rows {
      for cell in marks.places(of: digit, in: row) where !cells.contains(cell) {
        try need(
          Needs(all: needs).refute(Candidate(cell, digit)), "\(cell) is in a template, too")
      }
    }
  }

  // MARK: Colours

  /// The houses with just two places that two colours share; each colour is reached by them.
  private func needCluster(_ digit: Digit, _ one: CellSet, _ other: CellSet) throws {
    let all = one.union(other)
    try need(!one.isEmpty && !other.isEmpty && one.isDisjoint(with: other), "not two colours")
    guard let first = all.first else { return }
    let pairs = pattern.houses.map { marks.places(of: digit, in: $0) }
      .filter { $0.isSubset(of: all) && $0.count == 2 }
    for pair in pairs {
      try need(pair.intersection(one).count == 1, "a pair of one colour: \(pair)")
    }
    var reached = CellSet(first)
    while let pair = pairs.first(where: {
      !$0.isDisjoint(with: reached) && !$0.isSubset(of: reached)
    }) { reached.formUnion(pair) }
    try need(reached == all, "no chain of pairs to \(all.subtracting(reached))")
  }

  private func needPairs(_ digit: Digit) throws {
    for house in pattern.houses {
      try need(marks.places(of: digit, in: house).count == 2, "no pair in \(house)")
    }
  }

  private func simpleColours(isTrap: Bool) throws {
    let (digit, one, other) = (try onlyDigit(), cells.subtracting(special), special)
    try needPairs(digit)
    try needCluster(digit, one, other)
    for candidate in eliminations {
      let peers = candidate.cell.peers
      let isTrapped = !peers.isDisjoint(with: one) && !peers.isDisjoint(with: other)
      let own = [one, other].first { $0.contains(candidate.cell) } ?? CellSet()
      let isWrapped = own.contains { !$0.peers.isDisjoint(with: own) }
      try need(
        candidate.digit == digit && (isTrap ? isTrapped : isWrapped),
        "\(candidate) does not follow")
    }
  }

  private func multiColour1() throws {
    let (digit, sets) = (try onlyDigit(), pattern.sets.map(\.cells))
    try need(sets.count == 4, "not four colours")
    let (a, c, b, d) = (sets[0], sets[1], sets[2], sets[3])
    try needPairs(digit)
    try needCluster(digit, a, b)
    try needCluster(digit, c, d)
    try need(a.contains { !$0.peers.isDisjoint(with: c) }, "no cell of A sees one of C")
    for candidate in eliminations {
      let peers = candidate.cell.peers
      try need(
        candidate.digit == digit && !peers.isDisjoint(with: b) && !peers.isDisjoint(with: d),
        "\(candidate) does not see both colours")
    }
  }

  private func multiColour2() throws {
    let (digit, sets) = (try onlyDigit(), pattern.sets.map(\.cells))
    try need(sets.count == 3, "not three colours")
    try needPairs(digit)
    try needCluster(digit, sets[1], sets[2])
    for other in [sets[1], sets[2]] {
      try need(sets[0].contains { !$0.peers.isDisjoint(with: other) }, "C does not see both")
    }
    for candidate in eliminations {
      try need(
        candidate.digit == digit && sets[0].contains(candidate.cell), "\(candidate) is not in C")
    }
  }
}

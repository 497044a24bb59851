import SudokuCore
import SudokuTechniques

/// Links of chains, and what follows from all branches together.
extension CheckedStep {
  static let chains: [String: Definition] = {
    var all: [String: Definition] = [:]
    for name in ["x-cycle", "y-cycle", "xy-cycle"] {
      all[name] = { step in try step.cycle() }
    }
    for name in ["continuous-nice-loop", "grouped-continuous-nice-loop"] {
      all[name] = { step in try step.cycle() }
    }
    for name in ["skyscraper", "two-string-kite", "turbot-fish", "x-chain", "w-wing", "xy-chain"] {
      all[name] = { step in try step.namedChain(name) }
    }
    all["remote-pair"] = { step in try step.remotePair() }
    all["kraken-fish-1"] = { step in try step.krakenFish(type: 1) }
    all["kraken-fish-2"] = { step in try step.krakenFish(type: 2) }
    return all
  }()

  // MARK: Links

  func checkLinks() throws {
    for branch in pattern.branches {
      var known: Set<Literal> = [branch.assumption]
      for link in branch.links {
        for premise in link.premises {
          let isGone = isNested && !premise.isOn && !marks.contains(premise.candidate)
          try need(
            known.contains(premise) || isGone, "\(premise) is not known before \(link.conclusion)")
        }
        do { try check(link) } catch let error as Fault {
          throw Fault(
            text: "\(link.premises.map(\.description).joined(separator: " ")) -> "
              + "\(link.conclusion) (\(link.reason)): \(error.text)")
        }
        known.insert(link.conclusion)
      }
      try need(
        known.contains(branch.target) || branch.links.isEmpty, "\(branch.target) is not derived")
    }
  }

  private func check(_ link: ChainLink) throws {
    var after = marks
    for premise in link.premises where !premise.isOn {
      after[premise.candidate.cell].remove(premise.candidate.digit)
    }
    // A digit is in one of some cells: a candidate that is on, or a group.
    var on = link.premises.filter(\.isOn)
      .map { (CellSet($0.candidate.cell), $0.candidate.digit) }
    for (index, group) in link.groups.enumerated() {
      let places = after.places(of: group.digit, in: group.house)
      if group.isOn {
        var whole = places
        if !group.lockedSet.isEmpty {
          let set = group.lockedSet
          try need(set.isSubset(of: group.house.cells), "a set outside \(group.house)")
          var left = after
          if after.union(of: set).count < set.count, index > 0 {
            // Two sets of a chain that contradicts itself overlap: the link must hold by itself.
            left = marks
            let taken = link.groups[index - 1]
            try need(!taken.isOn, "nothing leaves \(set)")
            for cell in taken.cells { left[cell].remove(taken.digit) }
          }
          try need(left.union(of: set).count == set.count, "\(set) is not locked")
          whole = left.places(of: group.digit, in: set)
        }
        try need(
          !whole.isEmpty && whole.isSubset(of: group.cells),
          "\(group.digit) has other places than \(group.cells)")
        on.append((group.cells, group.digit))
      } else {
        let isSeen = on.contains { cells, digit in
          digit == group.digit && cells.allSee(group.cells)
            && cells.union(group.cells).isSubset(of: group.house.cells)
        }
        try need(isSeen, "\(group.digit) may be in \(group.cells)")
        for cell in group.cells { after[cell].remove(group.digit) }
      }
    }
    try checkEnd(of: link, after, on)
  }

  private func checkEnd(
    of link: ChainLink, _ after: Marks, _ on: [(CellSet, Digit)]
  ) throws {
    let target = link.conclusion.candidate
    switch link.reason {
    case .cell where link.conclusion.isOn:
      try need(after[target.cell] == [target.digit], "the cell has other digits")
    case .cell:
      let isTaken = on.contains { $0.0 == CellSet(target.cell) && $0.1 != target.digit }
      try need(isTaken, "the cell holds no other digit")
    case .house(let house) where link.conclusion.isOn:
      // A chain that ends where it began may leave no place at all: so what it began with is wrong.
      let isOpposite = link.premises.contains(Literal(target, isOn: false))
      let places = after.places(of: target.digit, in: house)
      try need(
        places == [target.cell] || places.isEmpty && isOpposite,
        "\(house) has other places: \(places)")
    case .house(let house):
      let isSeen = on.contains { cells, digit in
        digit == target.digit && cells.isSubset(of: target.cell.peers)
          && cells.union(CellSet(target.cell)).isSubset(of: house.cells)
      }
      try need(isSeen, "\(house) does not exclude it")
    case .technique(let technique):
      try need(!link.conclusion.isOn, "a pattern that places")
      let isSeen = on.contains { $0.1 == target.digit && $0.0.isSubset(of: target.cell.peers) }
      try need(
        isSeen || after.has(technique, removing: target), "there is no \(technique.name)")
    case .nested(let number):
      try need(step.nested.indices.contains(number), "no nested chain \(number)")
      try checkEnd(of: link, inside: step.nested[number], after)
    }
  }

  /// A chain inside a chain holds where what it rests on is gone, and its conclusion follows from it.
  private func checkEnd(of link: ChainLink, inside nested: Step, _ after: Marks) throws {
    try CheckedStep(step: nested, marks: after, clues: clues, isNested: true).check()
    let result = link.conclusion
    let isStated =
      nested.placement.map { place in
        result.isOn ? place == result.candidate : place.excludes(result.candidate)
      } ?? (!result.isOn && nested.eliminations.contains(result.candidate))
    try need(isStated, "the nested chain concludes otherwise")
  }

  // MARK: Cases

  /// Everything that a branch states, and whether it contradicts itself.
  private func facts(_ branch: ChainBranch) -> Set<Literal> {
    Set([branch.assumption] + branch.links.map(\.conclusion))
  }

  private func contradicts(_ facts: Set<Literal>) -> Bool {
    if facts.contains(where: { facts.contains(Literal($0.candidate, isOn: !$0.isOn)) }) {
      return true
    }
    let on = facts.filter(\.isOn).map(\.candidate)
    if on.contains(where: { one in on.contains { $0 != one && $0.excludes(one) } }) { return true }
    var after = marks
    for fact in facts where !fact.isOn { after[fact.candidate.cell].remove(fact.candidate.digit) }
    if marks.emptyCells.contains(where: { after[$0].isEmpty }) { return true }
    return House.all.contains { house in
      Digit.allCases.contains { digit in
        !marks.places(of: digit, in: house).isEmpty && after.places(of: digit, in: house).isEmpty
      }
    }
  }

  private func follows(_ result: Literal, from facts: Set<Literal>) -> Bool {
    if facts.contains(result) { return true }
    if !result.isOn {
      return facts.contains { $0.isOn && $0.candidate.excludes(result.candidate) }
    }
    return false
  }

  private var results: [Literal] {
    eliminations.map { Literal($0, isOn: false) }
      + [step.placement].compactMap { $0 }.map { Literal($0, isOn: true) }
  }

  /// The assumptions leave no other case, and in each the results follow.
  func checkCases() throws {
    let cases = Dictionary(grouping: pattern.branches, by: \.assumption)
      .mapValues { $0.reduce(into: Set<Literal>()) { $0.formUnion(facts($1)) } }
    var all = Array(cases)
    if all.count == 1, let only = all.first {
      let opposite = Literal(only.key.candidate, isOn: !only.key.isOn)
      all.append((opposite, [opposite]))
    }
    try need(areAllCases(all.map(\.key)), "the cases \(all.map(\.key)) are not all")
    for result in results {
      for (assumption, facts) in all {
        try need(
          follows(result, from: facts) || contradicts(facts),
          "\(result) does not follow where \(assumption)")
      }
    }
  }

  /// The results follow on each of some branches.
  func checkResults(_ branches: [ChainBranch]) throws {
    for branch in branches {
      let facts = facts(branch)
      for result in results {
        try need(
          follows(result, from: facts) || contradicts(facts),
          "\(result) does not follow where \(branch.assumption)")
      }
    }
  }

  private func areAllCases(_ cases: [Literal]) -> Bool {
    if cases.contains(where: { cases.contains(Literal($0.candidate, isOn: !$0.isOn)) }) {
      return true
    }
    let on = Set(cases.filter(\.isOn).map(\.candidate))
    guard let first = on.first else { return false }
    return marks.needs(of: first.cell).allSatisfy(on.contains)
      || first.cell.houses.contains { marks.needs(of: first.digit, in: $0).allSatisfy(on.contains) }
  }

  /// A loop of links with one premise each, which can be walked both ways.
  private func cycle() throws {
    guard let branch = pattern.branches.first else { throw Fault(text: "no chain") }
    let walk = [branch.assumption] + branch.links.map(\.conclusion)
    guard let last = walk.last else { return }
    let closes =
      last == branch.assumption
      || !branch.assumption.isOn && last.isOn
        && last.candidate.excludes(branch.assumption.candidate)
    try need(closes, "the loop does not close")
    try need(branch.links.allSatisfy { $0.premises.count == 1 }, "a link rests on several")
    let forth = Set(walk)
    let back = Set(walk.map { Literal($0.candidate, isOn: !$0.isOn) })
    // Groups of cells hold their digit in one of the two ways.
    let groups = branch.links.flatMap(\.groups)
    for result in results {
      let byGroups = [true, false].map { isOn in
        groups.contains {
          $0.isOn == isOn && $0.digit == result.candidate.digit
            && $0.cells.isSubset(of: result.candidate.cell.peers)
        }
      }
      let bySets = groups.contains {
        !$0.lockedSet.isEmpty
          && marks.places(of: result.candidate.digit, in: $0.lockedSet)
            .isSubset(of: result.candidate.cell.peers)
      }
      try need(
        bySets
          || (follows(result, from: forth) || byGroups[0])
            && (follows(result, from: back) || byGroups[1]),
        "\(result) does not follow both ways")
    }
  }

  // MARK: Chains with names of their own

  private func namedChain(_ name: String) throws {
    try checkCases()
    guard let branch = pattern.branches.first, pattern.branches.count == 1 else {
      throw Fault(text: "not one chain")
    }
    let houses = branch.links.compactMap { link -> House? in
      if case .house(let house) = link.reason { house } else { nil }
    }
    let literals = [branch.assumption] + branch.links.map(\.conclusion)
    let digits = Set(literals.map(\.candidate.digit))
    let strong = zip(houses, branch.links).filter { $1.conclusion.isOn }.map { $0.0 }
    switch name {
    case "skyscraper":
      let kinds = Set(strong.map(\.kind))
      try need(
        houses.count == 3 && digits.count == 1 && kinds.count == 1 && kinds != [.block]
          && houses[1].kind != .block && !kinds.contains(houses[1].kind),
        "not two parallel lines over a line")
    case "two-string-kite":
      try need(
        houses.count == 3 && digits.count == 1 && Set(strong.map(\.kind)) == [.row, .column]
          && houses[1].kind == .block, "not a row and a column that a block joins")
    case "turbot-fish": try need(houses.count == 3 && digits.count == 1, "not a chain of three")
    case "x-chain":
      try need(houses.count == branch.links.count && digits.count == 1, "not of one digit")
    case "xy-chain":
      let cells = Set(literals.map(\.candidate.cell))
      try need(cells.allSatisfy { marks[$0].count == 2 }, "a cell has more than two digits")
    case "w-wing":
      let ends = [literals.first, literals.last].compactMap { $0?.candidate.cell }
      try need(
        ends.count == 2 && marks[ends[0]] == marks[ends[1]] && marks[ends[0]].count == 2,
        "the ends are no equal pairs")
    default: break
    }
  }

  private func remotePair() throws {
    guard let pair = cells.first.map({ marks[$0] }), pair.count == 2 else {
      throw Fault(text: "no pair")
    }
    try need(cells.allSatisfy { marks[$0] == pair }, "other candidates")
    try refuteAll(cells.map { marks.needs(of: $0) })
  }

  private func krakenFish(type: Int) throws {
    let digit = try onlyDigit()
    let base = pattern.houses
    var needs = base.map { marks.needs(of: digit, in: $0) }
    // In each case that a branch covers the result follows; without them the fish must do it.
    try checkResults(pattern.branches)
    let covered = Set(pattern.branches.map(\.assumption.candidate))
    needs = needs.map { $0.filter { !covered.contains($0) } }
    if type == 1 {
      try refuteAll(needs)
    } else {
      let covers = pattern.coverHouses.reduce(CellSet()) { $0.union($1.cells) }
      let isAny = pattern.coverHouses.contains { house in
        let rest = needs.map {
          $0.filter { covers.contains($0.cell) && !house.cells.contains($0.cell) }
        }
        let open = needs.map { $0.filter { covers.contains($0.cell) } }
        return rest.count > pattern.coverHouses.count - 1 && open.count == rest.count
      }
      try need(isAny, "the fish leaves other cases")
    }
  }
}

extension Marks {
  /// Whether a pattern is there that removes a candidate.
  fileprivate func has(_ technique: Technique, removing target: Candidate) -> Bool {
    switch technique.id {
    case "pointing", "claiming":
      House.all.contains { house in
        let places = places(of: target.digit, in: house)
        return !places.isEmpty && places.isSubset(of: target.cell.peers)
      }
    case "naked-pair", "naked-triplet", "naked-quad":
      target.cell.houses.contains { house in
        let size = ["naked-pair": 2, "naked-triplet": 3][technique.id] ?? 4
        let others = house.cells.filter { board[$0] == nil && $0 != target.cell }
        return subsets(of: others, size).contains { set in
          let union = union(of: CellSet(set))
          return union.count == size && union.contains(target.digit)
        }
      }
    case "hidden-pair", "hidden-triplet", "hidden-quad":
      target.cell.houses.contains { house in
        let size = ["hidden-pair": 2, "hidden-triplet": 3][technique.id] ?? 4
        let digits = Digit.allCases.filter {
          $0 != target.digit && !places(of: $0, in: house).isEmpty
        }
        return subsets(of: digits, size).contains { set in
          let all = set.reduce(CellSet()) { $0.union(places(of: $1, in: house)) }
          return all.count == size && all.contains(target.cell)
        }
      }
    case "x-wing", "swordfish", "jellyfish":
      hasFish(["x-wing": 2, "swordfish": 3][technique.id] ?? 4, removing: target)
    default: false
    }
  }

  private func hasFish(_ size: Int, removing target: Candidate) -> Bool {
    [(House.Kind.row, House.Kind.column), (.column, .row)].contains { kinds in
      let lines = (0..<9).map { House(kinds.0, $0) }.filter {
        !$0.cells.contains(target.cell) && !places(of: target.digit, in: $0).isEmpty
      }
      return subsets(of: lines, size).contains { set in
        let all = set.reduce(CellSet()) { $0.union(places(of: target.digit, in: $1)) }
        let covers = Set(all.map { $0.house(kinds.1) })
        return covers.count == size && covers.contains(target.cell.house(kinds.1))
      }
    }
  }

  private func subsets<Element>(of all: [Element], _ size: Int) -> [[Element]] {
    guard size > 0 else { return [[]] }
    guard let first = all.first else { return [] }
    let rest = Array(all.dropFirst())
    return subsets(of: rest, size - 1).map { [first] + $0 } + subsets(of: rest, size)
  }
}

import SudokuCore
import SudokuTechniques

extension CheckedStep {
  static let sets: [String: Definition] = {
    var all: [String: Definition] = [
      "locked-pair": { step in try step.nakedSet(2, isLocked: true) },
      "locked-triple": { step in try step.nakedSet(3, isLocked: true) },
      "direct-hidden-pair": { step in try step.hiddenSet(2) },
      "direct-hidden-triplet": { step in try step.hiddenSet(3) },
      "xy-wing": { step in try step.wing(pivot: 2) },
      "xyz-wing": { step in try step.wing(pivot: 3) },
      "wxyz-wing": { step in try step.bentSet(4) },
      "vwxyz-wing": { step in try step.bentSet(5) },
      "als-xz": { step in try step.alsXZ() },
      "als-xy-wing": { step in
        try need(step.pattern.sets.count == 3, "not three sets")
        try step.alsChain()
      },
      "als-chain": { step in
        try need(step.pattern.sets.count >= 4, "less than four sets")
        try step.alsChain()
      },
      "death-blossom": { step in try step.deathBlossom() },
      "sue-de-coq": { step in try step.sueDeCoq() },
      "aligned-pair-exclusion": { step in try step.alignedExclusion(2) },
      "aligned-triplet-exclusion": { step in try step.alignedExclusion(3) },
    ]
    for (name, size) in [("pair", 2), ("triplet", 3), ("quad", 4)] {
      all["naked-\(name)"] = { step in try step.nakedSet(size, isLocked: false) }
      all["hidden-\(name)"] = { step in try step.hiddenSet(size) }
    }
    return all
  }()

  private func nakedSet(_ size: Int, isLocked: Bool) throws {
    try need(cells.count == size && pattern.digits.count == size, "the wrong size")
    try need(marks.union(of: cells) == pattern.digits, "the cells have other digits")
    let houses = pattern.houses
    try need(!houses.isEmpty, "no house")
    for house in houses { try need(cells.isSubset(of: house.cells), "not in \(house)") }
    if isLocked {
      let blocks = houses.count { $0.kind == .block }
      try need(houses.count == 2 && blocks == 1, "not in a block and a line")
    }
    for candidate in eliminations {
      let isIn = houses.contains { $0.cells.contains(candidate.cell) }
      try need(isIn, "\(candidate) is in no house that is named")
      try need(
        !cells.contains(candidate.cell) && pattern.digits.contains(candidate.digit),
        "\(candidate) does not follow")
    }
  }

  private func hiddenSet(_ size: Int) throws {
    let house = try onlyHouse()
    try need(cells.count == size && pattern.digits.count == size, "the wrong size")
    try need(cells.isSubset(of: house.cells), "not in \(house)")
    for digit in pattern.digits {
      let places = marks.places(of: digit, in: house)
      try need(!places.isEmpty && places.isSubset(of: cells), "\(digit) has other places")
    }
    let removed = cells.flatMap { cell in
      marks[cell].subtracting(pattern.digits).map { Candidate(cell, $0) }
    }
    try finish(removing: removed)
  }

  private func wing(pivot size: Int) throws {
    guard let pivot = special.first, special.count == 1, cells.count == 3 else {
      throw Fault(text: "not a pivot and two pincers")
    }
    let pincers = cells.subtracting(special)
    try need(marks[pivot].count == size, "the pivot has \(marks[pivot].count) digits")
    for pincer in pincers {
      try need(pincer.sees(pivot) && marks[pincer].count == 2, "\(pincer) is no pincer")
    }
    let common = pincers.reduce(DigitSet.all) { $0.intersection(marks[$1]) }
    try need(marks.union(of: cells).count == 3, "not three digits")
    guard let z = common.single else { throw Fault(text: "the pincers are a pair") }
    try need(marks[pivot].contains(z) == (size == 3), "the pivot's digits")
    for candidate in eliminations {
      let seen = size == 3 ? cells : pincers
      try need(
        candidate.digit == z && seen.isSubset(of: candidate.cell.peers),
        "\(candidate) does not see all")
    }
  }

  /// As many cells as digits, one of which can be there twice: it is the one that is removed.
  private func bentSet(_ size: Int) throws {
    try need(cells.count == size && marks.union(of: cells).count == size, "the wrong size")
    let free = marks.union(of: cells).filter { marks.room(for: $0, in: cells) > 1 }
    try need(free.count == 1, "\(free.count) digits can be there twice")
    for candidate in eliminations {
      let places = marks.places(of: candidate.digit, in: cells)
      try need(
        free.contains(candidate.digit) && places.isSubset(of: candidate.cell.peers),
        "\(candidate) does not see all")
    }
    let roomy = House.all.filter { $0.cells.intersection(cells).count > 1 }
    let covered = pattern.houses.reduce(CellSet()) { $0.union($1.cells) }
    try need(cells.isSubset(of: covered) && !roomy.isEmpty, "the houses don't hold the cells")
  }

  // MARK: Almost locked sets

  private func needALS(_ cells: CellSet, _ name: String) throws {
    try need(
      cells.shareHouse && marks.union(of: cells).count == cells.count + 1,
      "\(name) is no almost locked set")
  }

  /// Whether two sets can't both hold a digit.
  private func areLinked(_ digit: Digit, _ one: CellSet, _ other: CellSet) -> Bool {
    let (here, there) = (marks.places(of: digit, in: one), marks.places(of: digit, in: other))
    return !here.isEmpty && !there.isEmpty && here.allSee(there)
  }

  private func sees(_ candidate: Candidate, in sets: [CellSet]) -> Bool {
    sets.allSatisfy { set in
      let places = marks.places(of: candidate.digit, in: set)
      return !places.isEmpty && places.isSubset(of: candidate.cell.peers)
    }
  }

  private func alsXZ() throws {
    let (a, b) = (cells.subtracting(special), special)
    try needALS(a, "A")
    try needALS(b, "B")
    let common = marks.union(of: a).intersection(marks.union(of: b))
    let linked = common.filter { areLinked($0, a, b) }
    try need(!linked.isEmpty, "no restricted common digit")
    for candidate in eliminations {
      let isSingly =
        linked.contains { $0 != candidate.digit } && sees(candidate, in: [a, b])
      let isDoubly =
        linked.count > 1
        && (linked.contains(candidate.digit)
          ? sees(candidate, in: [a, b])
          : sees(candidate, in: [a]) || sees(candidate, in: [b]))
      try need(isSingly || isDoubly, "\(candidate) does not follow")
    }
  }

  private func alsChain() throws {
    let sets = pattern.sets
    for (index, set) in sets.enumerated() { try needALS(set.cells, "set \(index + 1)") }
    for (set, next) in zip(sets, sets.dropFirst()) {
      try need(!set.link.isEmpty, "no digit links two sets")
      for digit in set.link {
        try need(areLinked(digit, set.cells, next.cells), "\(digit) is not restricted")
      }
    }
    guard let first = sets.first, let last = sets.last else { return }
    for candidate in eliminations {
      // The digit that links a set to the next is another than the one that links it to the set before.
      var arriving: DigitSet = [candidate.digit]
      for set in sets.dropLast() {
        arriving = DigitSet(
          set.link.filter { link in arriving.contains { $0 != link } })
      }
      try need(arriving.contains { $0 != candidate.digit }, "the chain of digits is broken")
      try need(sees(candidate, in: [first.cells, last.cells]), "\(candidate) does not see all")
    }
  }

  private func deathBlossom() throws {
    guard let stem = special.first, special.count == 1 else { throw Fault(text: "no stem") }
    let petals = pattern.sets.map(\.cells)
    for (index, petal) in petals.enumerated() { try needALS(petal, "petal \(index + 1)") }
    for candidate in eliminations {
      for digit in marks[stem] {
        let isCut = petals.contains { petal in
          let places = marks.places(of: digit, in: petal)
          return digit != candidate.digit && !places.isEmpty
            && places.isSubset(of: stem.peers) && sees(candidate, in: [petal])
        }
        let isSeen = digit == candidate.digit && candidate.cell.sees(stem)
        try need(isCut || isSeen, "\(candidate) does not follow where \(stem) is \(digit)")
      }
    }
  }

  private func sueDeCoq() throws {
    guard pattern.sets.count == 2, pattern.houses.count == 2,
      let block = pattern.houses.first(where: { $0.kind == .block }),
      let line = pattern.houses.first(where: { $0.kind != .block })
    else { throw Fault(text: "not a line and a block with a set each") }
    let (inLine, inBlock) = (pattern.sets[0].cells, pattern.sets[1].cells)
    let all = cells.union(inLine).union(inBlock)
    let crossing = all.subtracting(inLine).subtracting(inBlock)
    try need(
      crossing.isSubset(of: line.cells.intersection(block.cells)) && crossing.count >= 2,
      "not where \(line) and \(block) cross")
    try need(inLine.isSubset(of: line.cells), "not in \(line)")
    try need(inBlock.isSubset(of: block.cells), "not in \(block)")
    for candidate in eliminations {
      try need(marks.countRefutes(candidate, all), "\(candidate) does not follow")
    }
  }

  private func alignedExclusion(_ size: Int) throws {
    let base = Array(cells.subtracting(special))
    try need(base.count == size, "not \(size) cells")
    for candidate in eliminations {
      let others = base.filter { $0 != candidate.cell }
      try need(others.count == size - 1, "\(candidate) is in no base cell")
      try need(isExcluded([candidate], others[...]), "\(candidate) does not follow")
    }
  }

  private func isExcluded(_ chosen: [Candidate], _ rest: ArraySlice<Cell>) -> Bool {
    guard let next = rest.first else {
      return special.contains { cell in
        marks[cell].allSatisfy { digit in
          chosen.contains { $0.excludes(Candidate(cell, digit)) }
        }
      }
    }
    return marks[next].map { Candidate(next, $0) }
      .filter { candidate in !chosen.contains { $0.excludes(candidate) } }
      .allSatisfy { isExcluded(chosen + [$0], rest.dropFirst()) }
  }
}
